public import InputEvents

extension DeviceDescription {
  /// The state of all keys, switches, axes and slots as one frame: what a reader needs to know after a SYN_DROPPED.
  ///
  /// Protocol A's axes are left out: they have no state between frames. The frame ends with the slot that the device
  /// goes on with.
  public func syncFrame(at time: Timestamp) -> Frame {
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for type in [EventType.key, .switches, .led] {
      for code in (codes[type] ?? []).sorted() { add(type, code, active[type]?.contains(code) == true ? 1 : 0) }
    }
    for code in axes.keys.sorted() where !code.isMultitouch { add(.absolute, code, axes[code]?.value ?? 0) }
    for (slot, values) in slots.enumerated() {
      add(.absolute, .slot, Int32(clamping: slot))
      // The identity comes first, as drivers send it.
      let others = values.keys.filter { $0 != .trackingID }.sorted()
      for code in (values[.trackingID] == nil ? [] : [.trackingID]) + others {
        add(.absolute, code, values[code, default: 0])
      }
    }
    if !slots.isEmpty { add(.absolute, .slot, axes[.slot]?.value ?? 0) }
    return Frame(events: events + [.report(at: time)])
  }
}
