import TouchReelInputEvents

/// How the contacts of a device with slots fit on one that holds fewer.
///
/// A contact gets the lowest free slot when it begins, and keeps it. One that begins while no slot is free is left
/// out until it ends. Within a frame, contacts that end make room for those that begin.
struct ContactFit: Sendable {
  /// What holds a contact.
  enum Slots: Hashable, Sendable {
    case slots(Int)
    /// A device without slots, with the keys that are down while it is touched. The tool comes first.
    case single(keys: [EventCode])
  }

  private struct Contact {
    var reported: [EventCode: Int32] = [:]
    var slot: Int?
    /// Whether it begins with the current frame.
    var isNew = false
    /// The id of a contact that found no slot.
    var leftOut: Int32?
  }

  private let slots: Slots
  private var contacts: [Int32: Contact] = [:]
  /// The recorded device's slot.
  private var current: Int32 = 0
  /// What the slots hold.
  private var values: [[EventCode: Int32]]
  private var isTaken: [Bool]
  /// The slot that events go to; `nil` before the first, and where it is not certain.
  private var selected: Int?
  private var events: [InputEvent] = []
  /// Contacts that found no slot.
  private(set) var leftOut = 0

  init(_ slots: Slots) {
    self.slots = slots
    let count =
      switch slots {
      case .slots(let count): count
      case .single: 1
      }
    values = Array(repeating: [:], count: count)
    isTaken = Array(repeating: false, count: count)
  }

  /// After a loss of events.
  mutating func forgetSelection() { selected = nil }

  /// The frame's events of slots, with the other device's axes.
  mutating func fit(_ frame: [InputEvent]) -> [InputEvent] {
    events.removeAll(keepingCapacity: true)
    for group in groups(of: frame) {
      for event in group.events { apply(event, in: group.slot) }
      settle(group)
    }
    return events
  }

  private struct Group {
    var slot: Int32
    var events: [InputEvent] = []

    var ends: Bool { events.first { $0.code == .trackingID }.map { $0.value < 0 } ?? false }
  }

  /// The groups by slot, those first whose contact ends.
  private mutating func groups(of frame: [InputEvent]) -> [Group] {
    var groups: [Group] = []
    for event in frame {
      if event.code == .slot {
        current = event.value
      } else if let index = groups.firstIndex(where: { $0.slot == current }) {
        groups[index].events.append(event)
      } else {
        groups.append(Group(slot: current, events: [event]))
      }
    }
    return groups.filter(\.ends) + groups.filter { !$0.ends }
  }

  private mutating func apply(_ event: InputEvent, in slot: Int32) {
    guard (0..<Int32(DeviceState.slotLimit)).contains(slot) else { return }
    var contact = contacts[slot] ?? Contact()
    if event.code == .trackingID {
      event.value < 0 ? end(&contact, event) : begin(&contact, event)
    } else {
      contact.reported[event.code] = event.value
      if let slot = contact.slot { pass(event, to: slot) }
    }
    contacts[slot] = contact
  }

  private mutating func begin(_ contact: inout Contact, _ event: InputEvent) {
    guard contact.leftOut != event.value, let slot = contact.slot ?? isTaken.firstIndex(of: false) else {
      if contact.leftOut != event.value { leftOut += 1 }
      contact.leftOut = event.value
      return
    }
    contact.leftOut = nil
    contact.isNew = contact.slot == nil
    (contact.slot, isTaken[slot]) = (slot, true)
    if case .slots = slots { pass(event, to: slot) }
  }

  /// What the recorded slot had before its contact began counts as well, since only changes are reported.
  private mutating func settle(_ group: Group) {
    guard let contact = contacts[group.slot], contact.isNew, let slot = contact.slot, let last = group.events.last
    else { return }
    contacts[group.slot]?.isNew = false
    for (code, value) in contact.reported.sorted(by: { $0.key < $1.key }) where values[slot][code] != value {
      pass(InputEvent(time: last.time, type: .absolute, code: code, value: value), to: slot)
    }
    press(1, at: last.time)
  }

  private mutating func end(_ contact: inout Contact, _ event: InputEvent) {
    contact.leftOut = nil
    guard let slot = contact.slot else { return }
    (contact.slot, contact.isNew, isTaken[slot]) = (nil, false, false)
    switch slots {
    case .slots: pass(event, to: slot)
    case .single:
      if values[slot][.pressure, default: 0] != 0 {
        pass(InputEvent(time: event.time, type: .absolute, code: .pressure, value: 0), to: slot)
      }
      press(0, at: event.time)
    }
  }

  private mutating func press(_ value: Int32, at time: Timestamp) {
    guard case .single(let keys) = slots else { return }
    for key in keys { events.append(InputEvent(time: time, type: .key, code: key, value: value)) }
  }

  private mutating func pass(_ event: InputEvent, to slot: Int) {
    if case .slots = slots, selected != slot {
      selected = slot
      events.append(InputEvent(time: event.time, type: .absolute, code: .slot, value: Int32(slot)))
    }
    values[slot][event.code] = event.value
    events.append(event)
  }
}
