import InputEvents

/// Whose the events are that come after a loss of events and before the next ABS_MT_SLOT.
///
/// The kernel names a slot only when events of another one follow (`input_handle_abs_event` in `drivers/input/input.c`), so all of
/// them are of one slot.
enum UnnamedEvents {
  /// Nothing was lost, or a slot was named since.
  case none
  /// They could be of several slots: they wait. No slot is current.
  case held(HeldContact)
  /// They are taken to be of this slot, which was so before.
  case taken(slot: Int, before: Contact)
}

/// What was told of a contact of which the slot is not known.
struct HeldContact {
  /// As it is now; its axes are those that were told.
  var contact = Contact()
  /// At the end of each frame that told something of it, from the first with both axes of its place.
  private(set) var past: [(time: Timestamp, contact: Contact)] = []
  private var isChanged = false
  private(set) var isLifted = false

  /// Frames that are held at most.
  private static let limit = 1024

  var isPlaced: Bool { contact.axes.isSuperset(of: .position) }
  var isFull: Bool { past.count >= Self.limit }
  /// The first place that is known: the one that lies nearest to where the contact was before the loss.
  var firstPoint: DevicePoint { past.first?.contact.point ?? contact.point }

  /// An identity tells nothing of the slot that it was given in, but that a contact was lifted.
  mutating func take(_ code: EventCode, _ value: Int32) {
    if code == .trackingID {
      isLifted = isLifted || value < 0
    } else {
      contact.set(code, to: value)
      isChanged = true
    }
  }

  mutating func finishFrame(at time: Timestamp) {
    if isPlaced && isChanged { past.append((time, contact)) }
    isChanged = false
  }
}

extension SlotTable {
  /// Events were lost, and maybe the naming of the slot that the next ones are of. With one contact down they are most likely its own;
  /// with several, their place has to tell.
  mutating func loseTrack() {
    let hasSeveral = entries.count(where: { $0.contact.trackingID != Contact.noID }) > 1
    if let slot = current, !hasSeveral {
      unnamed = .taken(slot: slot, before: entries[slot].contact)
    } else {
      (unnamed, current) = (.held(HeldContact()), nil)
    }
    for slot in entries.indices {
      entries[slot].isUncertain = true
      entries[slot].isUnnamed = false
      entries[slot].position.lose()
    }
    finishFrame()
  }

  /// An event while no slot is current.
  mutating func hold(_ code: EventCode, _ value: Int32) {
    guard case .held(var contact) = unnamed else { return }
    unnamed = .none
    contact.take(code, value)
    unnamed = .held(contact)
  }

  /// The end of a frame. What is held waits for a slot's name, or for the synced state, which makes it needless; a contact that goes needs
  /// to be known.
  ///
  /// - Parameter toldTouch: the first finger came or the last one went.
  mutating func finishHeld(at time: Timestamp, toldTouch: Bool, anomalies: inout TrackerAnomalies) {
    guard case .held(var held) = unnamed else { return }
    unnamed = .none
    held.finishFrame(at: time)
    unnamed = .held(held)
    guard held.isLifted || held.isFull || toldTouch else { return }
    tellHeld(except: nil, anomalies: &anomalies)
  }

  /// What was held is told to the nearest contact's slot.
  ///
  /// - Parameter other: a slot of which it is not.
  /// - Returns: false where there is no such slot, or nothing to tell.
  @discardableResult
  private mutating func tellHeld(except other: Int?, anomalies: inout TrackerAnomalies) -> Bool {
    guard case .held(let held) = unnamed, held.isPlaced else { return false }
    guard let slot = nearest(to: held.firstPoint, except: other) else { return false }
    unnamed = .taken(slot: slot, before: entries[slot].contact)
    passing = held.past.map { (slot, $0.time, entries[slot].contact.overlaid(by: $0.contact)) }
    current = slot
    for code in Contact.codes where held.contact.axes.contains(ContactAxes(code)) {
      set(code, to: held.contact[code], anomalies: &anomalies)
    }
    if held.isLifted { set(.trackingID, to: Contact.noID, anomalies: &anomalies) }
    return true
  }

  private func nearest(to point: DevicePoint, except other: Int?) -> Int? {
    func distance(_ slot: Int) -> Int64 {
      let place = entries[slot].contact.point
      return abs(Int64(place.x) - Int64(point.x)) + abs(Int64(place.y) - Int64(point.y))
    }
    return entries.indices
      .filter { $0 != other && entries[$0].contact.trackingID != Contact.noID }
      .min { distance($0) < distance($1) }
  }

  /// A slot that is named was not the current one: where the events were taken to be its own, they were another's. Where another is named,
  /// they may have been: both axes have to be told again.
  @inline(__always)
  mutating func endUnnamed(byNaming slot: Int, anomalies: inout TrackerAnomalies) {
    if case .none = unnamed { return }
    let isTold = tellHeld(except: slot, anomalies: &anomalies)
    if case .taken(let taken, let before) = unnamed, !isTold {
      entries[taken].doubt(before: taken == slot ? before : nil)
    }
    unnamed = .none
  }
}

extension Contact {
  /// With the axes that another one was told.
  fileprivate func overlaid(by other: Contact) -> Contact {
    var contact = self
    for code in Contact.codes where other.axes.contains(ContactAxes(code)) { contact.set(code, to: other[code]) }
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
