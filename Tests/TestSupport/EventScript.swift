package import TouchReelInputEvents

/// A script of input events that is written in the words of what fingers and pens do.
package protocol EventScript {
  /// Adds an event to the frame that is being written.
  mutating func set(_ type: EventType, _ code: EventCode, _ value: Int32)
}

extension EventScript {
  package mutating func axis(_ code: EventCode, _ value: Int32) { set(.absolute, code, value) }

  package mutating func key(_ code: EventCode, _ value: Int32) { set(.key, code, value) }

  package mutating func press(_ code: EventCode) { key(code, 1) }

  package mutating func release(_ code: EventCode) { key(code, 0) }
}

/// Fingers in slots (protocol B).
extension EventScript {
  package mutating func slot(_ slot: Int32) { axis(.slot, slot) }

  package mutating func down(_ slot: Int32, id: Int32, at x: Int32, _ y: Int32) {
    self.slot(slot)
    axis(.trackingID, id)
    axis(.positionX, x)
    axis(.positionY, y)
  }

  package mutating func move(_ slot: Int32, to x: Int32, _ y: Int32) {
    self.slot(slot)
    axis(.positionX, x)
    axis(.positionY, y)
  }

  package mutating func up(_ slot: Int32) {
    self.slot(slot)
    axis(.trackingID, -1)
  }

  /// MT_TOOL_PALM.
  package mutating func palm(_ slot: Int32) { tool(slot, 2) }

  /// MT_TOOL_FINGER.
  package mutating func finger(_ slot: Int32) { tool(slot, 0) }

  private mutating func tool(_ slot: Int32, _ value: Int32) {
    self.slot(slot)
    axis(.toolType, value)
  }
}
