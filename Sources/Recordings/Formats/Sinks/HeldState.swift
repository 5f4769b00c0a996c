import InputEvents

/// What a device holds down, for formats that cannot say that it was unplugged: they say that everything was let go.
struct HeldState {
  private var state: StateAccumulator
  private var time: Timestamp?

  init(_ description: DeviceDescription) { state = StateAccumulator(description) }

  /// Whether the device said anything.
  var hasEvents: Bool { time != nil }

  mutating func apply(_ frame: Frame) {
    state.apply(frame)
    time = frame.time ?? time
  }

  /// The frame that lifts all fingers and keys and selects the first slot, at the time of the last event. Nothing where there is
  /// nothing to say.
  var release: Frame? {
    guard let time else { return nil }
    let description = state.description
    var frame = Frame()
    var selected = description.axes[.slot]?.value ?? 0
    func append(_ type: EventType, _ code: EventCode, _ value: Int32) {
      frame.events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for (slot, values) in description.slots.enumerated() where (values[.trackingID] ?? -1) != -1 {
      selected = Int32(clamping: slot)
      append(.absolute, .slot, selected)
      append(.absolute, .trackingID, -1)
    }
    if selected != 0 { append(.absolute, .slot, 0) }
    for code in (description.active[.key] ?? []).sorted() { append(.key, code, 0) }
    guard !frame.events.isEmpty else { return nil }
    append(.synchronization, .report, 0)
    return frame
  }
}
