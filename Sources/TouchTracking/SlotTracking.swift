import InputEvents

/// Protocol B.
extension TouchTracker {
  mutating func finishSlots(at time: Timestamp, into output: inout TrackerOutput) {
    slots.finishHeld(at: time, toldTouch: pointer.toldTouch, anomalies: &anomalies)
    growTracks(to: slots.entries.count)
    if !slots.passing.isEmpty { passHeld(into: &output) }
    for slot in slots.dirty { finish(slot, at: time, into: &output) }
    if pointer.toldTouch { endSilentSlots(at: time, into: &output) }
    slots.finishFrame()
  }

  /// A contact goes on, with a gap, from the first frame after a loss of events, though its slot was known only later.
  private mutating func passHeld(into output: inout TrackerOutput) {
    for (slot, time, contact) in slots.passing {
      let id = contact.trackingID == Contact.noID ? nil : contact.trackingID
      tracks[slot].update(sample(of: contact, at: time), deviceID: id, births: &births, into: &output)
    }
    slots.passing.removeAll()
  }

  /// A synced state names contacts that began in lost events and were followed since without an id.
  mutating func adoptIDs() {
    for slot in slots.dirty where tracks.indices.contains(slot) {
      let id = slots.entries[slot].contact.trackingID
      if id != Contact.noID { tracks[slot].adopt(id) }
    }
  }

  @inline(__always)
  private mutating func finish(_ slot: Int, at time: Timestamp, into output: inout TrackerOutput) {
    switch slots.settle(slot, isOccupied: !tracks[slot].isEmpty) {
    case .here(let id):
      guard slots.knowsPosition(of: slot) else {
        return tracks[slot].endOthers(than: id, at: time, into: &output)
      }
      if let id, tracks[slot].isEmpty || tracks[slot].deviceID != id { noteIfInUse(id, outside: slot) }
      if slots.takeLeap(of: slot) { tracks[slot].breakOff() }
      let sample = sample(of: slots.entries[slot].contact, at: time)
      tracks[slot].update(sample, deviceID: id, births: &births, into: &output)
    case .gone: tracks[slot].end(at: time, into: &output)
    case .untold: break
    }
  }

  /// BTN_TOUCH changes only when the first finger comes or the last one goes: what was down before a loss of events
  /// and has been silent since is gone.
  private mutating func endSilentSlots(at time: Timestamp, into output: inout TrackerOutput) {
    for slot in tracks.indices where slots.entries[slot].isUncertain {
      tracks[slot].end(at: time, into: &output)
    }
  }

  private mutating func noteIfInUse(_ id: Int32, outside slot: Int) {
    for other in tracks.indices where other != slot && !tracks[other].isEmpty && tracks[other].deviceID == id {
      anomalies[.idInUse] += 1
    }
  }

  @inline(__always)
  mutating func sample(of contact: Contact, at time: Timestamp) -> TouchSample {
    if contact.major > 0 { hasShownMajor = true }
    if !layout.xRange.contains(contact.x) || !layout.yRange.contains(contact.y) {
      anomalies[.positionOutOfRange] += 1
    }
    let axes = contact.axes
    let point = contact.point
    var sample = TouchSample(
      time: time, position: point, boardPoint: mapping.boardPoint(of: point), tool: contact.tool,
      isHovering: isHovering(contact))
    if axes.contains(.pressure), let scale = layout.contactPressure { sample.pressure = scale(contact.pressure) }
    if axes.contains(.major) { sample.major = contact.major }
    if axes.contains(.minor) { sample.minor = contact.minor }
    if axes.contains(.orientation) { sample.orientation = contact.orientation }
    return sample
  }

  @inline(__always)
  private func isHovering(_ contact: Contact) -> Bool {
    if contact.axes.contains(.distance) && contact.distance > 0 { return true }
    guard contact.axes.contains(.major), contact.major <= 0, hasShownMajor else { return false }
    return !contact.axes.contains(.pressure)
  }
}
