import TouchReelInputEvents

/// Pens, semi-MT and single touch: one contact at ABS_X and ABS_Y.
extension TouchTracker {
  /// The corners of a semi-MT device are no contacts, but they exist while something touches, also where BTN_TOUCH
  /// waits for more pressure.
  mutating func finishBox() {
    for slot in slots.dirty { _ = slots.entries[slot].settle(isOccupied: true) }
    pointer.setCorners(slots.hasContact, haveBegun: slots.hasNewContact)
    slots.finishFrame()
  }

  /// - Parameter namesContacts: the frame has multitouch events.
  mutating func finishPointer(at time: Timestamp, namesContacts: Bool, into output: inout TrackerOutput) {
    defer { pointer.finishFrame() }
    guard pointer.isDirty else { return }
    var finding = pointer.settle(layout, namesContacts: namesContacts)
    let hasPosition = pointer.knowsPosition()
    let tool = pointer.tool(layout)
    if finding == .open && buffered.count >= Self.bufferLimit {
      pointer.giveUp(layout)
      finding = .lifted
    }
    let leaps = pointer.consumeLeap()
    resolve(finding, at: time, into: &output)
    if hasPosition && finding != .open { finishBriefContact(at: time, into: &output) }
    guard let tool else { return pointerTrack.end(at: time, into: &output) }
    let sample = pointerSample(tool, at: time)
    if finding == .open {
      if hasPosition { buffered.append(BufferedSample(sample: sample, leaps: leaps)) }
    } else {
      if pointerTrack.sample.tool != tool { pointerTrack.end(at: time, into: &output) }
      if leaps { pointerTrack.breakOff() }
      if hasPosition || sample.isHovering {
        pointerTrack.update(sample, deviceID: nil, ids: &ids, into: &output)
      }
    }
  }

  /// What touched within the frame and does not at its end.
  private mutating func finishBriefContact(at time: Timestamp, into output: inout TrackerOutput) {
    guard pointerTrack.state != .touching, let tool = pointer.briefTool(layout) else { return }
    var sample = pointerSample(tool, at: time)
    sample.isHovering = false
    pointerTrack.end(at: time, into: &output)
    pointerTrack.update(sample, deviceID: nil, ids: &ids, into: &output)
    pointerTrack.end(at: time, into: &output)
  }

  /// What is not known to touch is passed on when it is.
  private static let bufferLimit = 1024

  private mutating func resolve(_ finding: Pointer.Finding, at time: Timestamp, into output: inout TrackerOutput) {
    switch finding {
    case .known, .open: return
    case .touched:
      for var item in buffered {
        item.sample.isHovering = false
        if pointerTrack.sample.tool != item.sample.tool { pointerTrack.end(at: item.sample.time, into: &output) }
        if item.leaps { pointerTrack.breakOff() }
        pointerTrack.update(item.sample, deviceID: nil, ids: &ids, into: &output)
      }
    case .lifted:
      if pointerTrack.state == .touching { pointerTrack.end(at: time, into: &output) }
    }
    buffered.removeAll(keepingCapacity: true)
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
    if layout.hasPointerDistance { sample.distance = pointer.distance }
    if layout.tiltX != nil || layout.tiltY != nil {
      sample.tilt = Tilt(x: layout.tiltX?(pointer.tiltX) ?? 0, y: layout.tiltY?(pointer.tiltY) ?? 0)
    }
    return sample
  }
}

/// A sample of the pointer while it is not known whether it touches.
struct BufferedSample {
  var sample: TouchSample
  /// Its position has no way from the one before.
  let leaps: Bool
}
