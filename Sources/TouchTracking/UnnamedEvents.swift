import InputEvents

/// Whose the events are that come after a loss of events and before the next ABS_MT_SLOT.
///
/// The kernel names a slot only when events of another one follow (`input_handle_abs_event` in `drivers/input/input.c`), so all of
/// them are of one slot.
enum UnnamedEvents {
  /// Nothing was lost, or a slot was named since.
  case none
  /// What was told of a slot that could be any; its axes are those that were told. No slot is current.
  case gathered(Contact)
  /// They are taken to be of this slot, which was so before.
  case taken(slot: Int, before: Contact)
}

extension SlotTable {
  /// Events were lost, and maybe the naming of the slot that the next ones are of. With one contact down they are most likely its own;
  /// with several, their place has to tell.
  mutating func loseTrack() {
    let hasSeveral = entries.count(where: { $0.contact.trackingID != Contact.noID }) > 1
    if let slot = current, !hasSeveral {
      unnamed = .taken(slot: slot, before: entries[slot].contact)
    } else {
      (unnamed, current) = (.gathered(Contact()), nil)
    }
    for slot in entries.indices {
      entries[slot].isUncertain = true
      entries[slot].isUnnamed = false
      entries[slot].position.lose()
    }
    finishFrame()
  }

  /// An event while no slot is current. An identity tells nothing of the slot that it was given in.
  mutating func gather(_ code: EventCode, _ value: Int32) {
    guard case .gathered(var contact) = unnamed, code != .trackingID else { return }
    contact.set(code, to: value)
    unnamed = .gathered(contact)
  }

  /// Once both axes of the place are known: the nearest contact's slot is current, and is told what was gathered.
  mutating func takeGathered(anomalies: inout TrackerAnomalies) {
    guard case .gathered(let contact) = unnamed, contact.axes.isSuperset(of: .position) else { return }
    guard let slot = nearest(to: contact.point) else { return }
    unnamed = .taken(slot: slot, before: entries[slot].contact)
    current = slot
    for code in Contact.codes where contact.axes.contains(ContactAxes(code)) {
      set(code, to: contact[code], anomalies: &anomalies)
    }
  }

  private func nearest(to point: DevicePoint) -> Int? {
    func distance(_ slot: Int) -> Int64 {
      let place = entries[slot].contact.point
      return abs(Int64(place.x) - Int64(point.x)) + abs(Int64(place.y) - Int64(point.y))
    }
    return entries.indices.filter { entries[$0].contact.trackingID != Contact.noID }.min { distance($0) < distance($1) }
  }

  /// A slot that is named was not the current one: where the events were taken to be its own, they were another's. Where another is named,
  /// they may have been: both axes have to be told again.
  @inline(__always)
  mutating func endUnnamed(byNaming slot: Int) {
    if case .none = unnamed { return }
    if case .taken(let taken, let before) = unnamed { entries[taken].doubt(before: taken == slot ? before : nil) }
    unnamed = .none
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
