import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelByteStreams
import TouchReelEvdevDevices
package import TouchReelInputEvents
import TouchReelRecordings

/// An existing evdev node that is written to: the kernel passes the events on as if the device had sent them.
package struct InjectionNode: ~Copyable {
  package let node: FilePath
  /// The description, as it was when it was opened, its state included.
  package let description: DeviceDescription
  /// What the device will not pass on, one line a kind.
  package let losses: [String]
  private let descriptor: OwnedDescriptor
  private var records: EventRecords

  /// Opens a node to be written to as the recorded device.
  /// - Throws: if this user may not write to it, another program has grabbed it, or it does not match.
  package init(_ node: FilePath, as recorded: DeviceDescription) throws(InjectionError) {
    try self.init(node, checking: { recorded.differences(of: $0) }, of: recorded.name)
  }

  /// Opens a node to be written to as itself.
  /// - Throws: if this user may not write to it, or another program has grabbed it.
  package init(_ node: FilePath) throws(InjectionError) { try self.init(node, checking: { _ in [] }, of: "") }

  private init(
    _ node: FilePath, checking differences: (DeviceDescription) -> [DeviceMismatch], of device: String
  ) throws(InjectionError) {
    let description = try Self.inspect(node)
    let differences = differences(description)
    guard differences.isEmpty else { throw .mismatch(node: node, device: device, differences) }
    descriptor = try Self.open(node)
    self.node = node
    self.description = description
    losses = Self.losses(of: description)
    records = EventRecords()
  }

  /// Hands events to the kernel in one `write(2)`. For readers they happen now.
  package mutating func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    try records.write(events, at: time, to: descriptor.number, named: node.string)
  }

  private static func inspect(_ node: FilePath) throws(InjectionError) -> DeviceDescription {
    do throws(DeviceError) {
      var device = try Device(opening: node)
      // What is written to a grabbed device reaches no other program.
      try device.checkNotGrabbed()
      return device.description
    } catch {
      throw .node(error)
    }
  }

  private static func open(_ node: FilePath) throws(InjectionError) -> OwnedDescriptor {
    do {
      let opened = try FileDescriptor.open(node, .writeOnly, options: [.nonBlocking, .closeOnExec])
      return OwnedDescriptor(number: opened.rawValue)
    } catch {
      let error = error as? Errno ?? .ioError
      let isForbidden = error == .permissionDenied || error == .notPermitted
      throw isForbidden ? .nodeNotPermitted(node) : .failed(operation: "\(node): cannot be opened for writing", error)
    }
  }

  private static func losses(of present: DeviceDescription) -> [String] {
    let noisy = present.axes.filter { $0.value.fuzz > 0 }.keys.sorted().compactMap {
      EventNames.name(of: $0, in: .absolute)
    }
    return noisy.isEmpty ? [] : ["its fuzz filters small changes of \(noisy.joined(separator: ", "))"]
  }
}
