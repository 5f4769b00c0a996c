import InputEvents

/// Protocol B: a contact in each slot, and what the frame at hand said of it.
struct SlotTable {
  struct Entry {
    var contact = Contact()
    /// What the frame at hand reported.
    var reported: ContactAxes = []
    /// Events were lost: whether a contact is here is not known until the slot reports.
    var isUncertain = false
    /// A contact is here whose id was lost.
    var isUnnamed = false
    var isDirty = false
    var position = PositionDoubt()
  }

  var entries: [Entry]
  /// The slots that the frame at hand reported, in order of appearance.
  private(set) var dirty: [Int] = []
  /// Nothing while the device speaks of a slot that it does not have, or of one that was named in lost events.
  var current: Int?
  var unnamed = UnnamedEvents.none
  /// What was held of a contact whose slot is known now, to be passed on before the frame at hand.
  var passing: [(slot: Int, time: Timestamp, contact: Contact)] = []
  private let grows: Bool

  init(_ device: DeviceDescription, layout: DeviceLayout) {
    let blank = Entry(contact: Self.blank(layout), isUncertain: true)
    entries = Array(repeating: blank, count: layout.slotCount)
    dirty.reserveCapacity(layout.slotCount)
    grows = !device.isComplete
    for (slot, values) in device.slots.enumerated().prefix(entries.count) { start(slot, with: values) }
    current = Int(device.axes[.slot]?.value ?? 0)
    if let slot = current, !entries.indices.contains(slot) { current = nil }
  }

  /// A contact that was down at the start begins with the first frame. A slot whose identity is not known keeps its axes.
  private mutating func start(_ slot: Int, with values: [EventCode: Int32]) {
    for (code, value) in values { entries[slot].contact.set(code, to: value) }
    entries[slot].isUncertain = values[.trackingID] == nil
    if entries[slot].contact.trackingID != Contact.noID { markDirty(slot) }
  }

  private static func blank(_ layout: DeviceLayout) -> Contact {
    var contact = Contact()
    contact.axes = layout.contactAxes
    return contact
  }

  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32, anomalies: inout TrackerAnomalies) {
    if code == .slot { return select(value, anomalies: &anomalies) }
    guard let slot = current else { return hold(code, value) }
    if code == .trackingID { note(id: value, in: slot, anomalies: &anomalies) }
    entries[slot].contact.set(code, to: value)
    entries[slot].reported.insert(ContactAxes(code))
    if code == .positionX { entries[slot].position.noteX() }
    if code == .positionY { entries[slot].position.noteY() }
    markDirty(slot)
  }

  @inline(__always)
  private mutating func markDirty(_ slot: Int) {
    if entries[slot].isDirty { return }
    entries[slot].isDirty = true
    dirty.append(slot)
  }

  private mutating func select(_ value: Int32, anomalies: inout TrackerAnomalies) {
    let slot = Int(value)
    endUnnamed(byNaming: slot, anomalies: &anomalies)
    if grows, slot >= entries.count, slot < DeviceLayout.slotLimit {
      entries += repeatElement(Entry(isUncertain: true), count: slot + 1 - entries.count)
    }
    current = entries.indices.contains(slot) ? slot : nil
    if current == nil { anomalies[.slotOutOfRange] += 1 }
  }

  private func note(id: Int32, in slot: Int, anomalies: inout TrackerAnomalies) {
    if id < -1 || id == .max { anomalies[.idOutOfRange] += 1 }
    let entry = entries[slot]
    let had = entry.contact.trackingID
    guard had != Contact.noID, id >= 0, id != had else { return }
    anomalies[entry.reported.contains(.trackingID) ? .secondIDInFrame : .idReplaced] += 1
  }

  /// Whether any slot is known to have a contact.
  var hasContact: Bool {
    entries.contains { !$0.isUncertain && ($0.isUnnamed || $0.contact.trackingID != Contact.noID) }
  }

  /// Whether the current frame gave a slot an id.
  var hasNewContact: Bool {
    dirty.contains { slot in
      entries[slot].reported.contains(.trackingID) && entries[slot].contact.trackingID != Contact.noID
    }
  }

  mutating func finishFrame() {
    for slot in dirty { finish(slot) }
    dirty.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func finish(_ slot: Int) {
    entries[slot].isDirty = false
    entries[slot].reported = []
  }

  /// Whether both axes of a slot's position have been told since events were lost.
  @inline(__always)
  mutating func knowsPosition(of slot: Int) -> Bool {
    entries[slot].position.settle(!entries[slot].reported.isDisjoint(with: .position))
  }

  /// Whether the slot's position leaps from the samples before.
  @inline(__always)
  mutating func takeLeap(of slot: Int) -> Bool { entries[slot].position.takeCorrection() }

  /// What the frame at hand makes of a slot that it reported.
  enum Presence {
    case here(id: Int32?)
    case gone, untold
  }

  /// An uncertain slot that reports its id is certain from there; one that reports only a position has a contact,
  /// whose id was lost.
  mutating func settle(_ slot: Int, isOccupied: Bool) -> Presence {
    let entry = entries[slot]
    let id = entry.contact.trackingID
    if entry.reported.contains(.trackingID) {
      (entries[slot].isUncertain, entries[slot].isUnnamed) = (false, false)
      return id == Contact.noID ? .gone : .here(id: id)
    }
    if entry.isUncertain {
      guard isOccupied || !entry.reported.isDisjoint(with: .position) else { return .untold }
      (entries[slot].isUncertain, entries[slot].isUnnamed) = (false, id == Contact.noID)
    }
    if id != Contact.noID { return .here(id: id) }
    return entries[slot].isUnnamed ? .here(id: nil) : .gone
  }
}
