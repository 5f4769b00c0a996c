import ByteStreams
import CEvdev
import EvdevDevices
import Glibc
public import InputEvents
import Recordings
public import SystemPackage

/// An existing evdev node that is written to: the kernel passes it on as if the device itself had said it.
public struct InjectionNode: ~Copyable {
  public let node: FilePath
  /// As it was when it was opened, its state included.
  public let description: DeviceDescription
  /// The state in the recorded device's units.
  let state: DeviceDescription
  /// What the device will not pass on, in words.
  public let losses: [String]
  private let descriptor: OwnedDescriptor
  private let scaling: AxisScaling
  private var records = EventRecords()

  /// What becomes of values where the ranges differ.
  public enum Scaling: Hashable, Sendable {
    case refused
    case adapted
  }

  /// Opens a node to be written to as the recorded device.
  /// - Throws: where this user may not write to it, another program has grabbed it, or it has another shape.
  public init(
    _ node: FilePath, as recorded: DeviceDescription, scaling: Scaling = .refused
  ) throws(InjectionError) {
    let description = try Self.inspect(node)
    let differences = recorded.differences(of: description)
    guard differences.isEmpty || (scaling == .adapted && differences.allSatisfy(\.canBeScaled)) else {
      throw .mismatch(node: node, device: recorded.name, differences)
    }
    descriptor = try Self.open(node)
    self.node = node
    self.description = description
    self.scaling = scaling == .adapted ? AxisScaling(from: recorded, to: description) : .none
    state = scaling == .adapted ? AxisScaling(from: description, to: recorded).scaled(description) : description
    losses = Self.losses(of: description, differences)
  }

  /// Hands events to the kernel in one `write(2)`. Readers are told that they happened now.
  public mutating func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    var adapted = events
    scaling.scale(&adapted)
    try records.write(adapted, at: time, to: descriptor.number, named: node.string)
  }

  private static func inspect(_ node: FilePath) throws(InjectionError) -> DeviceDescription {
    do throws(DeviceError) {
      var device = try Device(opening: node)
      // What is written to a grabbed device reaches nobody.
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

  private static func losses(of present: DeviceDescription, _ differences: [DeviceMismatch]) -> [String] {
    var losses: [String] = []
    for case .missing(let type, let codes) in differences {
      losses.append(DeviceMismatch.missing(type, codes).description)
    }
    let noisy = present.axes.filter { $0.value.fuzz > 0 }.keys.sorted().compactMap {
      EventNames.name(of: $0, in: .absolute)
    }
    if !noisy.isEmpty { losses.append("its fuzz filters small changes of \(noisy.joined(separator: ", "))") }
    return losses
  }
}
