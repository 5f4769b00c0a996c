import InputEvents

/// Which slots have a contact, as far as their tracking ids say.
struct SlotContacts {
  private enum Occupant: Equatable {
    case unknown, none
    case id(Int32)
  }

  private var slots: [Occupant]
  private var current: Int?
  private let count: Int
  private var hasToldDown = false

  init(_ device: DeviceDescription) {
    let limit = StateAccumulator.slotLimit
    count = device.isComplete ? min(max(device.slotCount, 1), limit) : limit
    slots = Array(repeating: device.slots.isEmpty ? .unknown : .none, count: count)
    for (slot, values) in device.slots.enumerated().prefix(count) {
      if let id = values[.trackingID], id >= 0 { slots[slot] = .id(id) }
    }
    current = 0
    if let slot = device.axes[.slot]?.value { select(slot) }
  }

  var downCount: Int {
    slots.reduce(0) { count, occupant in
      if case .id = occupant { count + 1 } else { count }
    }
  }

  mutating func loseTrack() {
    for slot in slots.indices { slots[slot] = .unknown }
    hasToldDown = true
  }

  /// What is amiss with an event of a multitouch axis.
  @inline(__always)
  mutating func follow(_ event: InputEvent) -> LintFinding.Kind? {
    if event.code == .slot {
      select(event.value)
      return current == nil ? .slotOutOfRange : nil
    }
    guard let current else { return nil }
    if event.code == .trackingID { return occupy(current, by: event.value) }
    guard slots[current] == .unknown, !hasToldDown else { return nil }
    hasToldDown = true
    return .downAtStart
  }

  private mutating func select(_ value: Int32) {
    current = (0..<Int32(count)).contains(value) ? Int(value) : nil
  }

  private mutating func occupy(_ slot: Int, by id: Int32) -> LintFinding.Kind? {
    let before = slots[slot]
    slots[slot] = id < 0 ? .none : .id(id)
    if id < -1 || id == .max { return .strangeID }
    if case .id(let old) = before, id >= 0, old != id { return .idWithoutLift }
    return nil
  }
}
