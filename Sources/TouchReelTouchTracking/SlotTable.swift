import TouchReelInputEvents

/// Protocol B: a contact in each slot, and what the current frame reported of it.
struct SlotTable {
  struct Entry {
    var contact = Contact()
    /// What the current frame reported.
    var reported: ContactAxes = []
    /// Events were lost: whether a contact is here is not known until the slot reports.
    var isUncertain = false
    /// A contact is here whose id was lost.
    var isUnnamed = false
    var isDirty = false
    /// The id when the current frame began, where the frame reported another.
    var idBefore = Contact.noID
    var position = PositionDoubt()

    @inline(__always)
    mutating func handle(_ code: EventCode, _ value: Int32) {
      contact.set(code, to: value)
      record(ContactAxes(code))
    }

    @inline(__always)
    private mutating func record(_ sent: ContactAxes) {
      reported.formUnion(sent)
      if sent.contains(ContactAxes(.positionX)) { position.recordX() }
      if sent.contains(ContactAxes(.positionY)) { position.recordY() }
    }

    /// Consumes axes up to an event of another kind. An id is one: it needs to be checked.
    /// - Returns: where that is, or the end.
    @inline(__always)
    mutating func consume(_ events: [InputEvent], from start: Int) -> Int {
      var next = start
      var sent: ContactAxes = []
      while next < events.count, case let axis = events[next].contactAxis, !axis.isEmpty {
        contact[events[next].code] = events[next].value
        sent.formUnion(axis)
        next += 1
      }
      contact.record(sent)
      record(sent)
      isDirty = true
      return next
    }
  }

  var entries: [Entry]
  /// The slots that the current frame reported, in order of appearance.
  private(set) var dirty: [Int] = []
  /// `nil` while the device reports a slot that it does not have, or of one that was named in lost events.
  private var current: Int?
  var unnamed = UnnamedEvents.none
  /// The slot that the events buffered since the last loss of events were found to be of.
  private(set) var bufferedSlot: Int?
  /// The contacts that came and went within the current frame, as they went.
  private(set) var brief: [(slot: Int, contact: Contact)] = []
  /// The buffered states of a contact whose slot is known now, to be emitted before the current frame.
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

  /// A contact that was down at the start begins with the first frame. A slot whose identity is not known keeps its
  /// axes.
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
    if code == .trackingID {
      check(id: value, in: slot, anomalies: &anomalies)
      recordBrief(id: value, in: slot)
    }
    entries[slot].handle(code, value)
    markDirty(slot)
  }

  /// Consumes what is of contacts up to an event of another kind, all that is of one slot with one access to the array,
  /// which checks its owner each time.
  /// - Returns: where that is, or the end.
  @inline(__always)
  mutating func consume(_ events: [InputEvent], from start: Int, anomalies: inout TrackerAnomalies) -> Int {
    var next = start
    while next < events.count, events[next].type == .absolute, events[next].code.isMultitouch {
      if let slot = current, !events[next].contactAxis.isEmpty {
        if !entries[slot].isDirty { dirty.append(slot) }
        next = entries[slot].consume(events, from: next)
      } else {
        set(events[next].code, to: events[next].value, anomalies: &anomalies)
        next += 1
      }
    }
    return next
  }

  @inline(__always)
  private mutating func markDirty(_ slot: Int) {
    if entries[slot].isDirty { return }
    entries[slot].isDirty = true
    dirty.append(slot)
  }

  @inline(__always)
  private mutating func select(_ value: Int32, anomalies: inout TrackerAnomalies) {
    let slot = Int(value)
    // Nearly always.
    if case .none = unnamed, slot >= 0, slot < entries.count {
      current = slot
      return
    }
    selectUncertain(slot, anomalies: &anomalies)
  }

  @inline(never)
  private mutating func selectUncertain(_ slot: Int, anomalies: inout TrackerAnomalies) {
    endUnnamed(byNaming: slot, anomalies: &anomalies)
    if grows, slot >= entries.count, slot < DeviceLayout.slotLimit {
      entries += repeatElement(Entry(isUncertain: true), count: slot + 1 - entries.count)
    }
    current = entries.indices.contains(slot) ? slot : nil
    if current == nil { anomalies[.slotOutOfRange] += 1 }
  }

  @inline(never)
  private func check(id: Int32, in slot: Int, anomalies: inout TrackerAnomalies) {
    if id < -1 || id == .max { anomalies[.idOutOfRange] += 1 }
    let entry = entries[slot]
    let had = entry.contact.trackingID
    guard had != Contact.noID, id >= 0, id != had else { return }
    anomalies[entry.reported.contains(.trackingID) ? .secondIDInFrame : .idReplaced] += 1
  }

  /// A contact that comes and goes within a frame is a touch nevertheless. An old id that goes, comes and goes is not
  /// a new contact.
  private mutating func recordBrief(id: Int32, in slot: Int) {
    let had = entries[slot].contact.trackingID
    guard entries[slot].reported.contains(.trackingID) else {
      entries[slot].idBefore = had
      return
    }
    guard id < 0, had != Contact.noID, had != entries[slot].idBefore, entries[slot].position.isSettled else { return }
    brief.append((slot, entries[slot].contact))
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
    for slot in dirty { entries[slot].finishFrame() }
    forgetDirty()
  }

  /// Does what ``finishFrame()`` does, where every slot has finished the frame.
  mutating func forgetDirty() {
    dirty.removeEach()
    if !brief.isEmpty { brief.removeAll() }
  }

  /// What the current frame makes of a slot that it reported.
  enum Presence {
    case here(id: Int32?)
    case gone, unknown
  }
}

extension SlotTable.Entry {
  /// What the current frame makes of the slot, and where its contact is.
  struct Report {
    let presence: SlotTable.Presence
    /// Both axes of the position have been reported since events were lost.
    var knowsPosition = false
    /// The position leaps from the samples before.
    var leaps = false
  }

  @inline(__always)
  mutating func finishFrame() {
    isDirty = false
    reported = []
  }

  /// Finishes the frame of a slot.
  @inline(__always)
  mutating func report(isOccupied: Bool) -> Report {
    var report = Report(presence: settle(isOccupied: isOccupied))
    if case .here = report.presence, position.settle(!reported.isDisjoint(with: .position)) {
      report.knowsPosition = true
      report.leaps = position.consumeCorrection()
    }
    finishFrame()
    return report
  }

  /// An uncertain slot that reports its id is certain from there; one that reports only a position has a contact,
  /// whose id was lost.
  @inline(__always)
  mutating func settle(isOccupied: Bool) -> SlotTable.Presence {
    let id = contact.trackingID
    if reported.contains(.trackingID) {
      (isUncertain, isUnnamed) = (false, false)
      return id == Contact.noID ? .gone : .here(id: id)
    }
    if isUncertain {
      guard isOccupied || !reported.isDisjoint(with: .position) else { return .unknown }
      (isUncertain, isUnnamed) = (false, id == Contact.noID)
    }
    if id != Contact.noID { return .here(id: id) }
    return isUnnamed ? .here(id: nil) : .gone
  }
}

extension InputEvent {
  /// Which axis of a contact it is of; none for its slot and its id.
  @inline(__always)
  fileprivate var contactAxis: ContactAxes {
    type == .absolute ? ContactAxes(code).subtracting(.naming) : []
  }
}

/// The slot of the events that come after a loss of events and before the next ABS_MT_SLOT.
///
/// The kernel names a slot only when events of another one follow (`input_handle_abs_event` in
/// `drivers/input/input.c`), so all of them are of one slot.
enum UnnamedEvents {
  /// Nothing was lost, or a slot was named since.
  case none
  /// They could be of several slots: they wait. No slot is current.
  case buffered(BufferedContact)
  /// They are taken to be of this slot, which was so before.
  case taken(slot: Int, before: Contact)
}

/// What was reported of a contact whose slot is not known.
struct BufferedContact {
  /// The contact, as it is now; its axes are those that were reported.
  var contact = Contact()
  /// The states at the end of each frame that reported something of it, from the first with both axes of its position.
  private(set) var past: [(time: Timestamp, contact: Contact)] = []
  private var isChanged = false
  private(set) var isLifted = false

  /// The most frames that are buffered.
  private static let limit = 1024

  var hasPosition: Bool { contact.axes.isSuperset(of: .position) }
  var isFull: Bool { past.count >= Self.limit }
  /// The first position that is known: the one that lies nearest to where the contact was before the loss.
  var firstPoint: DevicePoint { past.first?.contact.point ?? contact.point }

  /// An id does not say which slot it was given in; only a lift is of use.
  mutating func handle(_ code: EventCode, _ value: Int32) {
    if code == .trackingID {
      isLifted = isLifted || value < 0
    } else {
      contact.set(code, to: value)
      isChanged = true
    }
  }

  mutating func finishFrame(at time: Timestamp) {
    if hasPosition && isChanged { past.append((time, contact)) }
    isChanged = false
  }
}

extension SlotTable {
  /// Events were lost, and maybe the naming of the slot that the next ones are of. With one contact down they are most
  /// likely its own; with several, their position has to decide.
  mutating func loseTrack() {
    bufferedSlot = nil
    let hasSeveral = entries.count(where: { $0.contact.trackingID != Contact.noID }) > 1
    if let slot = current, !hasSeveral {
      unnamed = .taken(slot: slot, before: entries[slot].contact)
    } else {
      (unnamed, current) = (.buffered(BufferedContact()), nil)
    }
    for slot in entries.indices {
      entries[slot].isUncertain = true
      entries[slot].isUnnamed = false
      entries[slot].position.lose()
    }
    finishFrame()
  }

  /// An event while no slot is current.
  private mutating func hold(_ code: EventCode, _ value: Int32) {
    guard case .buffered(var contact) = unnamed else { return }
    unnamed = .none
    contact.handle(code, value)
    unnamed = .buffered(contact)
  }

  /// The end of a frame. What is buffered waits for a slot's name, or for the synced state, which makes it needless; a
  /// contact that goes needs to be known.
  ///
  /// - Parameter reportsTouch: the first finger came or the last one went.
  mutating func finishBuffered(at time: Timestamp, reportsTouch: Bool, anomalies: inout TrackerAnomalies) {
    // Nearly always.
    if case .none = unnamed { return }
    guard case .buffered(var buffered) = unnamed else { return }
    unnamed = .none
    buffered.finishFrame(at: time)
    unnamed = .buffered(buffered)
    guard buffered.isLifted || buffered.isFull || reportsTouch else { return }
    assignBuffered(except: nil, anomalies: &anomalies)
  }

  /// Applies what was buffered to the nearest contact's slot.
  ///
  /// - Parameter other: a slot of which it is not.
  /// - Returns: false if there is no such slot, or nothing is buffered.
  @discardableResult
  private mutating func assignBuffered(except other: Int?, anomalies: inout TrackerAnomalies) -> Bool {
    guard case .buffered(let buffered) = unnamed, buffered.hasPosition else { return false }
    guard let slot = nearest(to: buffered.firstPoint, except: other) else { return false }
    unnamed = .taken(slot: slot, before: entries[slot].contact)
    bufferedSlot = slot
    passing = buffered.past.map { (slot, $0.time, entries[slot].contact.overlaid(by: $0.contact)) }
    current = slot
    for code in buffered.contact.axes.codes {
      set(code, to: buffered.contact[code], anomalies: &anomalies)
    }
    if buffered.isLifted { set(.trackingID, to: Contact.noID, anomalies: &anomalies) }
    return true
  }

  private func nearest(to point: DevicePoint, except other: Int?) -> Int? {
    func distance(_ slot: Int) -> Int64 {
      let contact = entries[slot].contact.point
      return abs(Int64(contact.x) - Int64(point.x)) + abs(Int64(contact.y) - Int64(point.y))
    }
    return entries.indices
      .filter { $0 != other && entries[$0].contact.trackingID != Contact.noID }
      .min { distance($0) < distance($1) }
  }

  /// A slot that is named was not the current one: where the events were taken to be its own, they were another's.
  /// Where another is named, they may have been: both axes have to be reported again.
  @inline(__always)
  private mutating func endUnnamed(byNaming slot: Int, anomalies: inout TrackerAnomalies) {
    if case .none = unnamed { return }
    let isReported = assignBuffered(except: slot, anomalies: &anomalies)
    if case .taken(let taken, let before) = unnamed, !isReported {
      entries[taken].doubt(before: taken == slot ? before : nil)
      if taken == slot { brief.removeAll { $0.slot == slot } }
    }
    unnamed = .none
  }
}

extension Contact {
  /// The contact with the axes that another one has.
  fileprivate func overlaid(by other: Contact) -> Contact {
    var contact = self
    for code in other.axes.codes { contact.set(code, to: other[code]) }
    return contact
  }
}

extension SlotTable.Entry {
  /// - Parameter before: what is true of the slot, where the events since were another's.
  fileprivate mutating func doubt(before: Contact?) {
    position.disown()
    guard let before else { return }
    contact = before
    reported = []
    (isUncertain, isUnnamed) = (true, false)
  }
}
