public import InputEvents

/// One step in the life of one touch.
public struct TouchEvent: Hashable, Sendable {
  /// The state at this step; for `ended` and `cancelled` the last one that the device reported, at the time of the end.
  public var sample: TouchSample
  public var touch: Touch
  public var phase: TouchPhase

  public init(touch: Touch, phase: TouchPhase, sample: TouchSample) {
    self.touch = touch
    self.phase = phase
    self.sample = sample
  }

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
  public enum Phase: Hashable, Sendable { case entered, moved, left }

  public var device: DeviceChannel
  public var slot: Slot
  public var phase: Phase
  /// The state at this step; for `left` the last one that the device reported, at the time of leaving.
  public var sample: TouchSample

  public init(device: DeviceChannel, slot: Slot, phase: Phase, sample: TouchSample) {
    self.device = device
    self.slot = slot
    self.phase = phase
    self.sample = sample
  }
}
