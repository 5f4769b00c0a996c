import ByteStreams
import CEvdev
import EvdevDevices
import Glibc
public import InputEvents
import Recordings
public import SystemPackage

/// An existing evdev node that is written to: the kernel passes the events on as if the device had sent them.
public struct InjectionNode: ~Copyable {
  public let node: FilePath
  /// As it was when it was opened, its state included.
  public let description: DeviceDescription
  /// The state in the recorded device's units.
  let state: DeviceDescription
  /// What the device will not pass on, one line a kind.
  public let losses: [String]
  private let descriptor: OwnedDescriptor
  private let scaling: AxisScaling
  private var records = EventRecords()

  /// What happens to values if the ranges differ.
  public enum Scaling: Hashable, Sendable {
    case refused
    case adapted
  }

  /// Opens a node to be written to as the recorded device.
  /// - Throws: if this user may not write to it, another program has grabbed it, or it does not match.
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

  /// Hands events to the kernel in one `write(2)`. For readers they happen now.
  public mutating func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    var adapted = events
    scaling.scale(&adapted)
    try records.write(adapted, at: time, to: descriptor.number, named: node.string)
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

/// Scales values of a recorded device's axes to the ranges of another device.
struct AxisScaling: Hashable, Sendable {
  private struct Range: Hashable {
    let from: AbsoluteAxis
    let to: AbsoluteAxis
  }

  private var ranges: [EventCode: Range] = [:]

  /// No value is changed.
  static let none = AxisScaling()

  private init() {}

  /// Axes that number or identify something are not scaled.
  init(from recorded: DeviceDescription, to present: DeviceDescription) {
    for (code, axis) in recorded.axes where !Self.identifiers.contains(code) {
      guard let other = present.axes[code], axis.span > 0, other.span > 0 else { continue }
      if axis.minimum != other.minimum || axis.span != other.span { ranges[code] = Range(from: axis, to: other) }
    }
  }

  private static let identifiers: Set<EventCode> = [.slot, .trackingID, .toolType, .blobID]

  /// Both ends of the range go to the ends of the other one; between them to the nearest unit.
  func scale(_ events: inout [InputEvent]) {
    guard !ranges.isEmpty else { return }
    for index in events.indices where events[index].type == .absolute {
      guard let range = ranges[events[index].code] else { continue }
      events[index].value = Self.scale(events[index].value, range)
    }
  }

  /// A device with its state in the other ranges.
  func scaled(_ device: DeviceDescription) -> DeviceDescription {
    var scaled = device
    for (code, range) in ranges {
      scaled.axes[code]?.value = Self.scale(device.axes[code]?.value ?? 0, range)
      for slot in device.slots.indices {
        scaled.slots[slot][code] = device.slots[slot][code].map { Self.scale($0, range) }
      }
    }
    return scaled
  }

  private static func scale(_ value: Int32, _ range: Range) -> Int32 {
    let part = Double(Int64(value) - Int64(range.from.minimum)) / Double(range.from.span)
    let scaled = (Double(range.to.minimum) + part * Double(range.to.span)).rounded()
    return Int32(exactly: min(max(scaled, Double(Int32.min)), Double(Int32.max))) ?? range.to.minimum
  }
}
