public import TouchReelInputEvents

/// One step in the life of one touch.
public struct TouchEvent: Hashable, Sendable {
  /// The state at this step; for `ended` and `cancelled` the last one that the device reported, at the time of the end.
  public var sample: TouchSample
  /// The touch that the step is of.
  public var touch: Touch
  /// What happens to the touch.
  public var phase: TouchPhase

  /// A step of a touch.
  public init(touch: Touch, phase: TouchPhase, sample: TouchSample) {
    self.touch = touch
    self.phase = phase
    self.sample = sample
  }

  /// The time of the step.
  public var time: Timestamp { sample.time }
}

/// What happens to a touch. Every touch begins once, and ends or is cancelled once.
public enum TouchPhase: Hashable, Sendable {
  case began
  /// - Parameter gap: events were lost before this sample; no chord may be drawn to it.
  case moved(gap: Bool)
  case ended
  case cancelled(CancelReason)
}

/// Why a touch was taken back.
public enum CancelReason: String, Hashable, Sendable, CaseIterable {
  /// A finger turned into a palm (MT_TOOL_PALM).
  case palm
  /// A pen came near while fingers were down.
  case penProximity
  /// The device went away, was revoked or was reset.
  case deviceRemoved
  /// The recording ended with the touch down.
  case recordingEnded
  /// A live replay was stopped or moved elsewhere.
  case seek
  /// The window system cancelled it, or the window lost grab or focus.
  case window
  /// Its gesture was taken for a command.
  case gesture
  /// The shape that it moved was removed.
  case shapeGone
}

/// A pen or finger near the surface that does not touch it. It is no touch: it draws nothing and is not counted.
public struct HoverEvent: Hashable, Sendable {
  /// What a pen or finger near the surface does.
  public enum Phase: Hashable, Sendable { case entered, moved, left }

  /// The opening of the device.
  public var device: DeviceChannel
  /// The slot of the contact.
  public var slot: Slot
  /// What happens.
  public var phase: Phase
  /// The state at this step; for `left` the last one that the device reported, at the time of leaving.
  public var sample: TouchSample

  /// A step of what hovers.
  public init(device: DeviceChannel, slot: Slot, phase: Phase, sample: TouchSample) {
    self.device = device
    self.slot = slot
    self.phase = phase
    self.sample = sample
  }
}

/// What one device's frames gave, in order. It is kept and emptied between frames, so that a steady stream allocates
/// nothing.
package struct TrackerOutput: Hashable, Sendable {
  package var touches: [TouchEvent] = []
  package var hovers: [HoverEvent] = []

  package init() {}

  /// Empties it; its memory is kept.
  package mutating func removeAll() {
    touches.removeEach()
    hovers.removeEach()
  }
}
