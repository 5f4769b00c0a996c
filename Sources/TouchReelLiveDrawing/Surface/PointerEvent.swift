package import TouchReelInputEvents
package import TouchReelTouchTracking

/// An event of a finger, pen or mouse as a desktop reports it to a window.
///
/// Positions are board points, independent of zooming and panning.
package struct PointerEvent: Hashable, Sendable {
  package enum Pointer: Hashable, Sendable {
    case finger(TouchSequence)
    case pen(PenState)
    /// A mouse, or anything else that moves the cursor; it touches while its button is pressed.
    case mouse
  }

  package enum Phase: Hashable, Sendable {
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

  package var pointer: Pointer
  package var phase: Phase
  package var position: BoardPoint
  /// The time on the session's clock, which is CLOCK_MONOTONIC for a window.
  package var time: Timestamp

  package init(_ pointer: Pointer, _ phase: Phase, at position: BoardPoint, time: Timestamp) {
    self.pointer = pointer
    self.phase = phase
    self.position = position
    self.time = time
  }
}

/// Identifies a finger on a touchscreen from `began` to `ended` or `cancelled`.
package struct TouchSequence: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The state of a pen besides its position.
package struct PenState: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case tip, eraser
  }

  /// The buttons on its barrel; the lower one is next to the tip.
  package struct Buttons: OptionSet, Hashable, Sendable {
    package static let lower = Buttons(rawValue: 1)
    package static let upper = Buttons(rawValue: 2)

    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  package var end: End
  /// The buttons that are pressed.
  package var buttons: Buttons = []
  /// The pressure from 0 to 1; `nil` for a pen without pressure, which draws with full pressure.
  package var pressure: Double?
  /// The tilt, in degrees from upright, to the right and toward the user, −90…90.
  package var tilt: Tilt?

  package init(end: End = .tip, pressure: Double? = nil, tilt: Tilt? = nil) {
    self.end = end
    self.pressure = pressure
    self.tilt = tilt
  }
}
