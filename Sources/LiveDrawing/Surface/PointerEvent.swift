public import InputEvents
public import TouchTracking

/// An event of a finger, pen or mouse as a desktop reports it to a window.
///
/// Positions are board points, independent of zooming and panning.
public struct PointerEvent: Hashable, Sendable {
  public enum Pointer: Hashable, Sendable {
    case finger(TouchSequence)
    case pen(PenState)
    /// A mouse, or anything else that moves the cursor; it touches while its button is pressed.
    case mouse
  }

  public enum Phase: Hashable, Sendable {
    /// Starts to touch, or its button is pressed.
    case began
    /// Moves while it touches or, for a pen, is near the surface.
    case moved
    case ended
    /// The desktop cancelled the touch, for a gesture of its own or a lost grab.
    case cancelled
    /// A pen is out of range. Ignored for other pointers.
    case left
  }

  public var pointer: Pointer
  public var phase: Phase
  public var position: BoardPoint
  /// The time on the session's clock, which is CLOCK_MONOTONIC for a window.
  public var time: Timestamp

  public init(_ pointer: Pointer, _ phase: Phase, at position: BoardPoint, time: Timestamp) {
    self.pointer = pointer
    self.phase = phase
    self.position = position
    self.time = time
  }
}

/// Identifies a finger on a touchscreen from `began` to `ended` or `cancelled`.
public struct TouchSequence: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The state of a pen besides its position.
public struct PenState: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    case tip, eraser
  }

  /// The buttons on its barrel; the lower one is next to the tip.
  public struct Buttons: OptionSet, Hashable, Sendable {
    public static let lower = Buttons(rawValue: 1)
    public static let upper = Buttons(rawValue: 2)

    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  public var end: End
  /// The buttons that are pressed.
  public var buttons: Buttons = []
  /// The pressure from 0 to 1; `nil` for a pen without pressure, which draws with full pressure.
  public var pressure: Double?
  /// The tilt, in degrees from upright, to the right and toward the user, −90…90.
  public var tilt: Tilt?

  public init(end: End = .tip, pressure: Double? = nil, tilt: Tilt? = nil) {
    self.end = end
    self.pressure = pressure
    self.tilt = tilt
  }
}
