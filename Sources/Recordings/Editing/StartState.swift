public import InputEvents

extension DeviceDescription {
  /// Whether anything was down, on or elsewhere than at 0 at the start.
  public var hasStartState: Bool { startFrame(at: Timestamp(nanoseconds: 0)) != nil }

  /// The state at the start as a frame, for formats that cannot say it otherwise. Slots without a contact are left out, and
  /// nothing is given where there is nothing to say.
  public func startFrame(at time: Timestamp) -> Frame? {
    var events = slotEvents(at: time)
    for code in axes.keys.sorted() where !code.isMultitouch {
      guard let value = axes[code]?.value, value != 0 else { continue }
      events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
    for (type, codes) in active.sorted(by: { $0.key < $1.key }) {
      for code in codes.sorted() { events.append(InputEvent(time: time, type: type, code: code, value: 1)) }
    }
    return events.isEmpty ? nil : Frame(events: events + [.report(at: time)])
  }

  private func slotEvents(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    var selected: Int32?
    for (slot, values) in slots.enumerated() where (values[.trackingID] ?? -1) != -1 {
      selected = Int32(clamping: slot)
      events.append(InputEvent(time: time, type: .absolute, code: .slot, value: Int32(clamping: slot)))
      for code in [.trackingID] + values.keys.filter({ $0 != .trackingID }).sorted() {
        events.append(InputEvent(time: time, type: .absolute, code: code, value: values[code, default: 0]))
      }
    }
    let current = axes[.slot]?.value ?? 0
    if selected ?? 0 != current { events.append(InputEvent(time: time, type: .absolute, code: .slot, value: current)) }
    return events
  }
}
