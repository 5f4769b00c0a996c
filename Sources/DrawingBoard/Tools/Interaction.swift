internal import TouchTracking

/// What one touch does on the board, from its beginning to its end: a state machine fed with samples.
protocol Interaction: Sendable {
  /// The arm of an angle that it completes.
  var firstArm: PendingAngle? { get }
  /// The shapes that it has taken.
  var holding: ShapeClaim? { get }
  /// The box in which it selects.
  var marquee: Box? { get }
  /// What its ink shows, as an operation that would leave the same; `nil` where it shows none.
  var shown: BoardOperation? { get }

  mutating func move(to sample: TouchSample, ink: inout LiveInk)

  /// Events were lost before this sample: no chord may be drawn to it.
  mutating func resume(at sample: TouchSample, ink: inout LiveInk)

  /// Draws the rest, and returns what the touch leaves; nothing for a tap with a tool that taps draw nothing with.
  mutating func end(ink: inout LiveInk) -> TouchOutcome

  /// Draws everything so far onto fresh ink, as the board has another size now.
  mutating func redraw(ink: inout LiveInk)
}

extension Interaction {
  var firstArm: PendingAngle? { nil }
  var holding: ShapeClaim? { nil }
  var marquee: Box? { nil }
  var shown: BoardOperation? { nil }
}
