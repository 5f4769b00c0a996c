/// States as events, for readers that know a device by its events only. Before the axes of a slot comes its identity,
/// as drivers send it: a position in a slot of which nothing is known would begin a contact.
extension DeviceState {
  /// The events that bring a reader into this state; none if the reader is there already. LEDs and switches alone are
  /// not worth an event. Slots with a contact come first: what is down at the start begins before what a frame behind
  /// these events begins, as for a reader that knows the state. The others come in the order in which that frame begins
  /// contacts there, as which these are counted.
  ///
  /// - Parameters:
  ///   - held: what the reader knows; `nil` if it knows nothing and assumes that everything is 0, empty and up.
  ///   - frame: the events behind these.
  package func events(
    after held: DeviceState? = nil, at time: Timestamp, before frame: [InputEvent] = []
  ) -> [InputEvent] {
    var writer = StateWriter(at: time, selected: held?.selected ?? 0)
    for slot in slots.indices where slots[slot].isOccupied && !anonymous.isUsed {
      writer.set(slot, to: slots[slot], after: held?.slot(slot) ?? SlotState())
    }
    if !anonymous.isUsed { writeEmptySlots(after: held, before: frame, to: &writer) }
    writer.select(selected)
    for (code, value) in axes.enumerated() where value != held?.axes[code] ?? 0 {
      writer.add(.absolute, EventCode(rawValue: UInt16(code)), value)
    }
    writer.setKeys(.key, to: keysDown, after: held?.keysDown ?? [])
    guard !writer.events.isEmpty else { return [] }
    for type in keys.keys.sorted() where type != .key {
      writer.setKeys(type, to: keys[type] ?? [], after: held?.keys[type] ?? [])
    }
    return writer.events
  }

  /// A slot of which there is nothing to say is named too if a contact begins there before one where there is.
  private func writeEmptySlots(after held: DeviceState?, before frame: [InputEvent], to writer: inout StateWriter) {
    let begun = slotsBegun(in: frame).filter { !slot($0).isOccupied }
    var passed: [Int] = []
    for index in begun + slots.indices.filter({ !slots[$0].isOccupied && !begun.contains($0) }) {
      let known = held?.slot(index) ?? SlotState()
      if slot(index).isSame(as: known) {
        if begun.contains(index) { passed.append(index) }
        continue
      }
      for other in passed { writer.empty(other) }
      passed = []
      writer.set(index, to: slot(index), after: known)
    }
  }

  /// The slots in which events begin contacts, in the order in which they do.
  private func slotsBegun(in events: [InputEvent]) -> [Int] {
    var (slot, begun) = (selected, [Int]())
    for event in events where event.type == .absolute {
      if event.code == .slot {
        slot = event.value
      } else if event.code == .trackingID, event.value >= 0, 0 <= slot, slot < Self.slotLimit,
        !begun.contains(Int(slot))
      {
        begun.append(Int(slot))
      }
    }
    return begun
  }

  /// The frame that brings the device itself from another state into this one; no events if it is there already.
  ///
  /// What is unknown of a slot here is what a slot holds before anything touched it. Slots without a contact count as
  /// well: the kernel sends only what changes, so the next contact in a slot takes over what the last one left.
  ///
  /// - Parameter current: the state now, with all slots of the device.
  package func changes(from current: DeviceState, at time: Timestamp) -> [InputEvent] {
    var writer = StateWriter(at: time, selected: nil)
    for slot in current.slots.indices { writer.change(slot, to: self.slot(slot), from: current.slots[slot]) }
    for code in current.device.axes.keys.sorted() where !code.isMultitouch && code.rawValue < 64 {
      let (value, before) = (axes[Int(code.rawValue)], current.axes[Int(code.rawValue)])
      if value != before { writer.add(.absolute, code, value) }
    }
    for type in Self.heldTypes { writer.setKeys(type, to: keys[type] ?? [], after: current.keys[type] ?? []) }
    if !current.slots.isEmpty { writer.select(selected, after: current.selected) }
    return writer.events.isEmpty ? [] : writer.events + [.report(at: time)]
  }

  /// The whole state as one frame: what a reader must know after a SYN_DROPPED. The frame ends with the slot that the
  /// device goes on with. Protocol A's axes are left out: they have no state between frames.
  package func syncFrame(at time: Timestamp) -> Frame {
    var writer = StateWriter(at: time, selected: nil)
    for type in Self.heldTypes {
      for code in (device.codes[type] ?? []).sorted() {
        writer.add(type, code, keys[type]?.contains(code) == true ? 1 : 0)
      }
    }
    for code in device.axes.keys.sorted() where !code.isMultitouch && code.rawValue < 64 {
      writer.add(.absolute, code, axes[Int(code.rawValue)])
    }
    for slot in slots.indices { writer.write(slots[slot], at: slot) }
    if !slots.isEmpty { writer.add(.absolute, .slot, selected) }
    return Frame(events: writer.events + [.report(at: time)])
  }

  /// The events that take contacts, and keys that stand for contacts, back from a reader that was given this state.
  /// Axes stay.
  private func takingBack(at time: Timestamp) -> [InputEvent] {
    var writer = StateWriter(at: time, selected: selected)
    for slot in slots.indices where slots[slot].isOccupied { writer.empty(slot) }
    writer.select(selected)
    for code in keysDown.sorted() where code.meansContact { writer.add(.key, code, 0) }
    return writer.events
  }

  /// Takes contacts back before a loss of events. The events are repeated, as no kernel does: a device that releases
  /// everything at once reports it once. Where nothing is to be taken back, what was said last is, so that such a frame
  /// is never taken for an empty one of the recording that the state was put before.
  package func takingBackForLoss(at time: Timestamp) -> [InputEvent] {
    let events = takingBack(at: time)
    return events.isEmpty ? Array(self.events(at: time).suffix(1)) : events + events
  }

  /// The frame of a recording that releases everything; `nil` if nothing is held. It ends with the first slot.
  package func releaseFrame(at time: Timestamp) -> Frame? {
    var writer = StateWriter(at: time, selected: selected)
    for slot in slots.indices where slots[slot].isOccupied { writer.empty(slot) }
    writer.select(0)
    if isPressed { writer.add(.absolute, .pressure, 0) }
    for code in keysDown.sorted() { writer.add(.key, code, 0) }
    if hasAnonymousContacts { writer.add(.synchronization, .multitouchReport, 0) }
    return writer.events.isEmpty ? nil : Frame(events: writer.events + [.report(at: time)])
  }

  /// The frame that lifts every contact and key of a device that others may write to as well: each slot is named. No
  /// events if nothing is down.
  package func lift(at time: Timestamp) -> [InputEvent] {
    var writer = StateWriter(at: time, selected: nil)
    for slot in slots.indices where slots[slot].isOccupied { writer.empty(slot) }
    if anonymous.isUnlifted { writer.add(.synchronization, .multitouchReport, 0) }
    for code in keysDown.sorted() { writer.add(.key, code, 0) }
    return writer.events.isEmpty ? [] : writer.events + [.report(at: time)]
  }

  private static let heldTypes = [EventType.key, .switches, .led]
}

extension DeviceDescription {
  /// The state at the start as a frame, for readers that know nothing of it; `nil` if there is nothing to report.
  ///
  /// Each slot is named with its identity before its axes, so that the values of an empty slot begin no contact. What
  /// is 0 is left out.
  package func startFrame(at time: Timestamp) -> Frame? {
    let events = DeviceState(self).events(at: time)
    return events.isEmpty ? nil : Frame(events: events + [.report(at: time)])
  }

  /// The state of all keys, switches, axes and slots as one frame: what a reader must know after a SYN_DROPPED.
  ///
  /// Protocol A's axes are left out: they have no state between frames. The frame ends with the slot that the device
  /// goes on with.
  package func syncFrame(at time: Timestamp) -> Frame {
    DeviceState(self, slotLimit: slots.count).syncFrame(at: time)
  }
}

/// Gathers the events that describe a state.
private struct StateWriter {
  private let time: Timestamp
  private(set) var events: [InputEvent] = []
  /// `nil` if the slot that the reader expects is not known.
  private var selected: Int32?

  init(at time: Timestamp, selected: Int32?) {
    self.time = time
    self.selected = selected
  }

  /// Adds the events that set a slot, for a reader that assumes 0 for what was not reported.
  mutating func set(_ slot: Int, to state: SlotState, after known: SlotState) {
    guard !state.isSame(as: known) else { return }
    select(Int32(slot))
    if let id = state.id { add(.absolute, .trackingID, max(id, -1)) }
    for code in SlotState.codes where state[code] != known[code] { add(.absolute, code, state[code]) }
  }

  /// Adds the events that change a slot, for a device that has the axes of `current`.
  mutating func change(_ slot: Int, to state: SlotState, from current: SlotState) {
    for code in current.identityFirst {
      let value = state.has(code) ? state[code] : code.blankValue
      guard current[code] != value else { continue }
      select(Int32(slot))
      add(.absolute, code, value)
    }
  }

  /// Everything that is known of a slot.
  mutating func write(_ state: SlotState, at slot: Int) {
    add(.absolute, .slot, Int32(clamping: slot))
    for code in state.identityFirst { add(.absolute, code, state[code]) }
  }

  mutating func empty(_ slot: Int) {
    select(Int32(slot))
    add(.absolute, .trackingID, -1)
  }

  /// - Parameter current: the slot that the reader expects if none was selected here.
  mutating func select(_ slot: Int32, after current: Int32? = nil) {
    if slot != selected ?? current { add(.absolute, .slot, slot) }
    selected = slot
  }

  mutating func setKeys(_ type: EventType, to keys: Set<EventCode>, after known: Set<EventCode>) {
    for code in known.subtracting(keys).sorted() { add(type, code, 0) }
    for code in keys.subtracting(known).sorted() { add(type, code, 1) }
  }

  mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}

extension SlotState {
  fileprivate var identityFirst: [EventCode] {
    (has(.trackingID) ? [.trackingID] : []) + knownCodes.filter { $0 != .trackingID }
  }
}

extension EventCode {
  /// What a slot holds of this axis before anything touched it.
  package var blankValue: Int32 { self == .trackingID ? -1 : 0 }

  /// BTN_TOUCH, the BTN_TOOL keys, and BTN_LEFT of screens from before BTN_TOUCH.
  var meansContact: Bool { (0x140...0x14F).contains(rawValue) || self == .leftButton }
}
