import InputEvents

/// Pens, semi-MT and single touch: one contact at ABS_X and ABS_Y.
extension TouchTracker {
  /// The corners of a semi-MT device are no contacts, but they exist while something touches, also where BTN_TOUCH waits
  /// for more pressure.
  mutating func finishBox() {
    for slot in slots.dirty { _ = slots.settle(slot, isOccupied: true) }
    pointer.hasCorners = slots.hasContact
    slots.finishFrame()
  }

  mutating func finishPointer(at time: Timestamp, into output: inout TrackerOutput) {
    defer { pointer.finishFrame() }
    guard pointer.isDirty else { return }
    pointer.infer(layout)
    guard let tool = pointer.tool(layout) else {
      return pointerLane.end(at: time, into: &output)
    }
    if pointerLane.sample.tool != tool {
      pointerLane.end(at: time, into: &output)
    }
    if pointer.changedFingers { pointerLane.breakOff() }
    pointerLane.update(pointerSample(tool, at: time), deviceID: nil, births: &births, into: &output)
  }

  private mutating func pointerSample(_ tool: TouchTool, at time: Timestamp) -> TouchSample {
    let point = pointer.point
    if !layout.pointerXRange.contains(point.x) || !layout.pointerYRange.contains(point.y) {
      anomalies[.positionOutOfRange] += 1
    }
    var sample = TouchSample(
      time: time, position: point, boardPoint: mapping.boardPoint(of: point), tool: tool,
      hovers: !pointer.touches(layout))
    sample.pressure = layout.pointerPressure.map { $0(pointer.pressure) }
    if layout.tiltX != nil || layout.tiltY != nil {
      sample.tilt = Tilt(x: layout.tiltX?(pointer.tiltX) ?? 0, y: layout.tiltY?(pointer.tiltY) ?? 0)
    }
    return sample
  }
}
