public import InputEvents
public import TouchTracking

/// A finger's, pen's or mouse's step as a desktop tells it to a window.
///
/// Desktops give places, not device units: here they are points of the board, so whoever shows the board zoomed or moved has taken that out.
public struct PointerEvent: Hashable, Sendable {
  public enum Pointer: Hashable, Sendable {
    case finger(TouchSequence)
    case pen(PenState)
    /// A mouse, or whatever else moves the cursor; its button is what touches.
    case mouse
  }

  public enum Phase: Hashable, Sendable {
    /// It touches, or its button is pressed.
    case began
    /// It moves, touching or, for a pen, near the surface.
    case moved
    case ended
    /// The desktop takes the touch back, for a gesture of its own or a lost grab.
    case cancelled
    /// A pen is out of reach. For the others it says nothing.
    case left
  }

  public var pointer: Pointer
  public var phase: Phase
  public var position: BoardPoint
  /// On the clock of the session, which for a window is CLOCK_MONOTONIC.
  public var time: Timestamp

  public init(_ pointer: Pointer, _ phase: Phase, at position: BoardPoint, time: Timestamp) {
    self.pointer = pointer
    self.phase = phase
    self.position = position
    self.time = time
  }
}

/// By what a desktop tells the fingers on a touchscreen apart: one value from `began` through `ended` or `cancelled`.
public struct TouchSequence: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// What a desktop knows of a pen besides its place.
public struct PenState: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    case tip, eraser
  }

  public var end: End
  /// Of 0…1; nothing for a pen that does not feel it, which draws as with full pressure.
  public var pressure: Double?
  /// Degrees from upright, to the right and toward the user; −90…90.
  public var tilt: Tilt?

  public init(end: End = .tip, pressure: Double? = nil, tilt: Tilt? = nil) {
    self.end = end
    self.pressure = pressure
    self.tilt = tilt
  }
}
