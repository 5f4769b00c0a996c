import InputEvents

/// Pens, semi-MT and single touch: one contact at ABS_X and ABS_Y.
extension TouchTracker {
  /// The corners of a semi-MT device are no contacts, but they exist while something touches, also where BTN_TOUCH waits
  /// for more pressure.
  mutating func finishBox() {
    for slot in slots.dirty { _ = slots.settle(slot, isOccupied: true) }
    pointer.noteCorners(slots.hasContact, haveBegun: slots.hasNewContact)
    slots.finishFrame()
  }

  /// - Parameter namesContacts: the frame has multitouch events.
  mutating func finishPointer(at time: Timestamp, namesContacts: Bool, into output: inout TrackerOutput) {
    defer { pointer.finishFrame() }
    guard pointer.isDirty else { return }
    var finding = pointer.settle(layout, namesContacts: namesContacts)
    let isPlaced = pointer.knowsPosition()
    let tool = pointer.tool(layout)
    if finding == .open && held.count >= Self.heldLimit {
      pointer.giveUp(layout)
      finding = .lifted
    }
    let leaps = pointer.takeLeap()
    resolve(finding, at: time, into: &output)
    guard let tool else { return pointerTrack.end(at: time, into: &output) }
    let sample = pointerSample(tool, at: time)
    if finding == .open {
      if isPlaced { held.append(HeldSample(sample: sample, leaps: leaps)) }
    } else {
      if pointerTrack.sample.tool != tool { pointerTrack.end(at: time, into: &output) }
      if leaps { pointerTrack.breakOff() }
      if isPlaced || sample.isHovering {
        pointerTrack.update(sample, deviceID: nil, births: &births, into: &output)
      }
    }
  }

  /// What is not known to touch is passed on when it is.
  private static let heldLimit = 1024

  private mutating func resolve(_ finding: Pointer.Finding, at time: Timestamp, into output: inout TrackerOutput) {
    switch finding {
    case .known, .open: return
    case .touched:
      for var item in held {
        item.sample.isHovering = false
        if pointerTrack.sample.tool != item.sample.tool { pointerTrack.end(at: item.sample.time, into: &output) }
        if item.leaps { pointerTrack.breakOff() }
        pointerTrack.update(item.sample, deviceID: nil, births: &births, into: &output)
      }
    case .lifted:
      if pointerTrack.state == .touching { pointerTrack.end(at: time, into: &output) }
    }
    held.removeAll(keepingCapacity: true)
  }

  private mutating func pointerSample(_ tool: TouchTool, at time: Timestamp) -> TouchSample {
    let point = pointer.point
    if !layout.pointerXRange.contains(point.x) || !layout.pointerYRange.contains(point.y) {
      anomalies[.positionOutOfRange] += 1
    }
    var sample = TouchSample(
      time: time, position: point, boardPoint: mapping.boardPoint(of: point), tool: tool,
      isHovering: !pointer.touches(layout))
    sample.pressure = layout.pointerPressure.map { $0(pointer.pressure) }
    if layout.tiltX != nil || layout.tiltY != nil {
      sample.tilt = Tilt(x: layout.tiltX?(pointer.tiltX) ?? 0, y: layout.tiltY?(pointer.tiltY) ?? 0)
    }
    return sample
  }
}

/// A sample of the pointer while it is not known whether it touches.
struct HeldSample {
  var sample: TouchSample
  /// Its position has no way from the one before.
  let leaps: Bool
}
