public import InputEvents

extension DeviceDescription {
  /// The state at the start as a frame, for readers that know nothing of it; `nil` where there is nothing to say.
  ///
  /// Each slot is named with its identity before its axes, so that the values of an empty slot begin no contact. What is 0 is left out.
  public func startFrame(at time: Timestamp) -> Frame? {
    let events = StateAccumulator(self).events(at: time)
    return events.isEmpty ? nil : Frame(events: events + [.report(at: time)])
  }
}

/// States told as events.
extension StateAccumulator {
  /// The events that bring a reader into this state; none where it is there already. Lights and switches alone are not worth a word.
  ///
  /// - Parameter held: what the reader knows; `nil` where it knows nothing and takes everything for 0, empty and up.
  func events(after held: StateAccumulator? = nil, at time: Timestamp) -> [InputEvent] {
    var telling = StateTelling(time: time, selected: held?.selected ?? 0)
    for slot in slots.indices where !anonymous.isUsed {
      let known = held.flatMap { $0.slots.indices.contains(slot) ? $0.slots[slot] : nil }
      telling.tell(slots[slot], at: slot, after: known ?? SlotState())
    }
    telling.select(selected)
    for (code, value) in axes.enumerated() where value != held?.axes[code] ?? 0 {
      telling.add(.absolute, EventCode(rawValue: UInt16(code)), value)
    }
    telling.tell(keys[.key] ?? [], of: .key, after: held?.keys[.key] ?? [])
    guard !telling.events.isEmpty else { return [] }
    for type in keys.keys.sorted() where type != .key {
      telling.tell(keys[type] ?? [], of: type, after: held?.keys[type] ?? [])
    }
    return telling.events
  }

  /// The events that take contacts, and keys that tell of contacts, back from a reader that was told this state. Axes stay.
  func takingBack(at time: Timestamp) -> [InputEvent] {
    var telling = StateTelling(time: time, selected: selected)
    for slot in slots.indices where slots[slot].isOccupied { telling.empty(slot) }
    telling.select(selected)
    for code in (keys[.key] ?? []).sorted() where code.tellsContact { telling.add(.key, code, 0) }
    return telling.events
  }

  /// The same before a loss of events. It is said twice, as no kernel does: a device that lets everything go at once says it once.
  func takingBackForLoss(at time: Timestamp) -> [InputEvent] {
    let events = takingBack(at: time)
    return events + events
  }

  /// The frame with which everything is let go; `nil` where nothing is held. It ends with the first slot.
  func release(at time: Timestamp) -> Frame? {
    var telling = StateTelling(time: time, selected: selected)
    for slot in slots.indices where slots[slot].isOccupied { telling.empty(slot) }
    telling.select(0)
    if tellsContactByPressure && axes[Int(EventCode.pressure.rawValue)] > 0 { telling.add(.absolute, .pressure, 0) }
    for code in (keys[.key] ?? []).sorted() { telling.add(.key, code, 0) }
    if anonymous.lastCount > 0 { telling.add(.synchronization, .multitouchReport, 0) }
    return telling.events.isEmpty ? nil : Frame(events: telling.events + [.report(at: time)])
  }

  /// Whether anything is down or pressed.
  var isHolding: Bool {
    slots.contains(where: \.isOccupied) || keys[.key]?.isEmpty == false || anonymous.lastCount > 0
      || (tellsContactByPressure && axes[Int(EventCode.pressure.rawValue)] > 0)
  }

  /// Whether this is how a reader takes every device to begin, lights and switches aside.
  var isBlank: Bool {
    slots.allSatisfy(\.isBlank) && selected == 0 && axes.allSatisfy { $0 == 0 } && keys[.key]?.isEmpty != false
  }

  /// Whether the slots, axes and keys are the same.
  func isSame(as other: StateAccumulator) -> Bool {
    hasSameKeys(as: other) && selected == other.selected && axes == other.axes
      && haveSameSlots(other) { _, _ in true }
  }

  /// Whether the same contacts are down, in the same places, with the same keys.
  func holdsTheSame(as other: StateAccumulator) -> Bool {
    guard isHolding, hasSameKeys(as: other) else { return false }
    let hasContacts = slots.contains(where: \.isOccupied)
    return haveSameSlots(other) { $0.isOccupied || $1.isOccupied } && (hasContacts || axes == other.axes)
  }

  private func hasSameKeys(as other: StateAccumulator) -> Bool { (keys[.key] ?? []) == (other.keys[.key] ?? []) }

  private func haveSameSlots(_ other: StateAccumulator, where counts: (SlotState, SlotState) -> Bool) -> Bool {
    (0..<max(slots.count, other.slots.count)).allSatisfy { index in
      let (one, two) = (slot(index), other.slot(index))
      return !counts(one, two) || one.isSame(as: two)
    }
  }

  private func slot(_ index: Int) -> SlotState { slots.indices.contains(index) ? slots[index] : SlotState() }
}

/// Gathers the events that tell a state.
private struct StateTelling {
  let time: Timestamp
  private(set) var events: [InputEvent] = []
  private var selected: Int32

  init(time: Timestamp, selected: Int32) {
    self.time = time
    self.selected = selected
  }

  /// The identity comes first: a position in a slot of which nothing is known would begin a contact.
  mutating func tell(_ slot: SlotState, at index: Int, after known: SlotState) {
    guard !slot.isSame(as: known) else { return }
    select(Int32(index))
    if let id = slot.id { add(.absolute, .trackingID, max(id, -1)) }
    for code in SlotState.codes where slot[code] != known[code] { add(.absolute, code, slot[code]) }
  }

  mutating func tell(_ keys: Set<EventCode>, of type: EventType, after known: Set<EventCode>) {
    for code in known.subtracting(keys).sorted() { add(type, code, 0) }
    for code in keys.subtracting(known).sorted() { add(type, code, 1) }
  }

  mutating func empty(_ slot: Int) {
    select(Int32(slot))
    add(.absolute, .trackingID, -1)
  }

  mutating func select(_ slot: Int32) {
    if slot != selected { add(.absolute, .slot, slot) }
    selected = slot
  }

  mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}

extension EventCode {
  /// BTN_TOUCH, the BTN_TOOL keys, and BTN_LEFT of screens from before BTN_TOUCH.
  fileprivate var tellsContact: Bool { (0x140...0x14F).contains(rawValue) || self == .leftButton }
}
