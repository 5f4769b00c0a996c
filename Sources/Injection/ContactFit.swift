import InputEvents

/// How the contacts of a device with slots fit on one that holds fewer.
///
/// A contact gets the lowest free place when it begins, and keeps it. One that begins while no place is free is left
/// out until it ends. Within a frame, contacts that end make room for those that begin.
struct ContactFit: Sendable {
  /// What holds a contact.
  enum Places: Hashable, Sendable {
    case slots(Int)
    /// A device without slots, with the keys that are down while it is touched. The tool comes first.
    case single(keys: [EventCode])
  }

  private struct Contact {
    var reported: [EventCode: Int32] = [:]
    var place: Int?
    /// Whether it begins with the current frame.
    var isNew = false
    /// The id of a contact that found no place.
    var leftOut: Int32?
  }

  private let places: Places
  private var contacts: [Int32: Contact] = [:]
  /// The recorded device's slot.
  private var current: Int32 = 0
  /// What the places hold.
  private var held: [[EventCode: Int32]]
  private var isTaken: [Bool]
  /// The place that events go to; `nil` before the first, and where it is not certain.
  private var selected: Int?
  private var events: [InputEvent] = []
  /// Contacts that found no place.
  private(set) var leftOut = 0

  init(_ places: Places) {
    self.places = places
    let count =
      switch places {
      case .slots(let count): count
      case .single: 1
      }
    held = Array(repeating: [:], count: count)
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

  /// By slot, those first whose contact ends.
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
      if let place = contact.place { pass(event, to: place) }
    }
    contacts[slot] = contact
  }

  private mutating func begin(_ contact: inout Contact, _ event: InputEvent) {
    guard contact.leftOut != event.value, let place = contact.place ?? isTaken.firstIndex(of: false) else {
      if contact.leftOut != event.value { leftOut += 1 }
      contact.leftOut = event.value
      return
    }
    contact.leftOut = nil
    contact.isNew = contact.place == nil
    (contact.place, isTaken[place]) = (place, true)
    if case .slots = places { pass(event, to: place) }
  }

  /// What the recorded slot held before its contact began counts as well, since only changes are reported.
  private mutating func settle(_ group: Group) {
    guard let contact = contacts[group.slot], contact.isNew, let place = contact.place, let last = group.events.last
    else { return }
    contacts[group.slot]?.isNew = false
    for (code, value) in contact.reported.sorted(by: { $0.key < $1.key }) where held[place][code] != value {
      pass(InputEvent(time: last.time, type: .absolute, code: code, value: value), to: place)
    }
    press(1, at: last.time)
  }

  private mutating func end(_ contact: inout Contact, _ event: InputEvent) {
    contact.leftOut = nil
    guard let place = contact.place else { return }
    (contact.place, contact.isNew, isTaken[place]) = (nil, false, false)
    switch places {
    case .slots: pass(event, to: place)
    case .single:
      if held[place][.pressure, default: 0] != 0 {
        pass(InputEvent(time: event.time, type: .absolute, code: .pressure, value: 0), to: place)
      }
      press(0, at: event.time)
    }
  }

  private mutating func press(_ value: Int32, at time: Timestamp) {
    guard case .single(let keys) = places else { return }
    for key in keys { events.append(InputEvent(time: time, type: .key, code: key, value: value)) }
  }

  private mutating func pass(_ event: InputEvent, to place: Int) {
    if case .slots = places, selected != place {
      selected = place
      events.append(InputEvent(time: event.time, type: .absolute, code: .slot, value: Int32(place)))
    }
    held[place][event.code] = event.value
    events.append(event)
  }
}
