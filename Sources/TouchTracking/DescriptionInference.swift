public import InputEvents

/// Describes a device by the events that it sent, for recordings that hold no description.
///
/// Positions range from the least to the greatest that were seen, grown by 2 % at each end; other axes from 0, or the
/// least, to the greatest. Slots and ids range as far as they were seen.
public struct DescriptionInference: Sendable {
  private var device = DeviceDescription()
  private var observed: ObservedCodes
  private var ranges = [ObservedRange?](repeating: nil, count: 64)
  /// An id of −1 was sent, which without SYN_MT_REPORT only slots need.
  private var hasEmptiedSlot = false

  public init() {
    device.isComplete = false
    observed = ObservedCodes(device)
  }

  @inline(__always)
  public mutating func note(_ event: InputEvent) {
    observed.note(event, in: &device)
    if event.type == .absolute { noteValue(event) }
  }

  private mutating func noteValue(_ event: InputEvent) {
    let axis = Int(event.code.rawValue)
    guard ranges.indices.contains(axis) else { return }
    if event.code == .trackingID && event.value < 0 {
      hasEmptiedSlot = true
      return
    }
    ranges[axis] = ranges[axis]?.including(event.value) ?? ObservedRange(event.value)
  }

  /// What the events up to now say.
  public var description: DeviceDescription {
    var described = device
    for (index, range) in ranges.enumerated() {
      let code = EventCode(rawValue: UInt16(index))
      described.axes[code] = range?.axis(for: code)
    }
    if hasEmptiedSlot && described.axes[.slot] == nil && !described.has(.synchronization, .multitouchReport) {
      described.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 0)
    }
    return described
  }
}

private struct ObservedRange {
  var least: Int32
  var greatest: Int32

  init(_ value: Int32) { (least, greatest) = (value, value) }

  func including(_ value: Int32) -> ObservedRange {
    var wider = self
    wider.least = min(least, value)
    wider.greatest = max(greatest, value)
    return wider
  }

  func axis(for code: EventCode) -> AbsoluteAxis {
    switch code {
    case .x, .y, .positionX, .positionY, .toolX, .toolY: grown
    default: AbsoluteAxis(minimum: min(least, 0), maximum: max(greatest, 0))
    }
  }

  /// By 2 %, and at least by one unit, at each end.
  private var grown: AbsoluteAxis {
    let margin = max((Int64(greatest) - Int64(least)) / 50, 1)
    return AbsoluteAxis(
      minimum: Int32(clamping: Int64(least) - margin), maximum: Int32(clamping: Int64(greatest) + margin))
  }
}
