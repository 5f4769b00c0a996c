import InputEvents

extension DeviceDescription {
  /// The events that bring a device from another state into this description's state; none where it is there already.
  ///
  /// What this description does not know of a slot is what a slot holds before anything touched it. Slots without a contact count as well: the kernel
  /// sends only what changes, so the next contact in a slot takes over what the last one left.
  ///
  /// - Parameter current: the state now, with all slots of the device.
  func changes(from current: DeviceDescription, at time: Timestamp) -> [InputEvent] {
    var change = StateChange(time: time)
    for slot in current.slots.indices {
      change.setSlot(slot, to: slots.indices.contains(slot) ? slots[slot] : [:], from: current.slots[slot])
    }
    for code in current.axes.keys.sorted() where !code.isMultitouch {
      change.setAxis(code, to: axes[code]?.value ?? 0, from: current.axes[code]?.value ?? 0)
    }
    for type in [EventType.key, .switches, .led] {
      change.setKeys(of: type, to: active[type] ?? [], from: current.active[type] ?? [])
    }
    change.select(axes[.slot]?.value ?? 0, ofAny: !current.slots.isEmpty, from: current.axes[.slot]?.value ?? 0)
    return change.events.isEmpty ? [] : change.events + [.report(at: time)]
  }
}

private struct StateChange {
  let time: Timestamp
  private(set) var events: [InputEvent] = []
  private var selected: Int32?

  init(time: Timestamp) { self.time = time }

  /// The identity comes first, as drivers send it.
  mutating func setSlot(_ slot: Int, to wanted: [EventCode: Int32], from current: [EventCode: Int32]) {
    let others = current.keys.filter { $0 != .trackingID }.sorted()
    for code in [.trackingID] + others {
      let value = wanted[code] ?? code.blankValue
      guard let present = current[code], present != value else { continue }
      if selected != Int32(slot) { add(.absolute, .slot, Int32(slot)) }
      selected = Int32(slot)
      add(.absolute, code, value)
    }
  }

  mutating func setAxis(_ code: EventCode, to value: Int32, from current: Int32) {
    if value != current { add(.absolute, code, value) }
  }

  mutating func setKeys(of type: EventType, to wanted: Set<EventCode>, from current: Set<EventCode>) {
    for code in current.subtracting(wanted).sorted() { add(type, code, 0) }
    for code in wanted.subtracting(current).sorted() { add(type, code, 1) }
  }

  mutating func select(_ slot: Int32, ofAny hasSlots: Bool, from current: Int32) {
    if hasSlots && slot != selected ?? current { add(.absolute, .slot, slot) }
  }

  private mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
