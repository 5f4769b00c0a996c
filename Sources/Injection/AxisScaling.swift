import InputEvents

/// Brings values of a recorded device's axes into the ranges of another device.
struct AxisScaling: Hashable, Sendable {
  private struct Range: Hashable {
    let from: AbsoluteAxis
    let to: AbsoluteAxis
  }

  private var ranges: [EventCode: Range] = [:]

  /// No value is changed.
  static let none = AxisScaling()

  private init() {}

  /// Axes that number or name something are left alone.
  init(from recorded: DeviceDescription, to present: DeviceDescription) {
    for (code, axis) in recorded.axes where !Self.names.contains(code) {
      guard let other = present.axes[code], axis.span > 0, other.span > 0 else { continue }
      if axis.minimum != other.minimum || axis.span != other.span { ranges[code] = Range(from: axis, to: other) }
    }
  }

  private static let names: Set<EventCode> = [.slot, .trackingID, .toolType, .blobID]

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
