import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Scripted fingers, in board points and milliseconds.
struct Hand {
  static let start = Timestamp(nanoseconds: 1_000_000_000)

  static func time(_ milliseconds: Int) -> Timestamp {
    start.advanced(by: TimeSpan(nanoseconds: Int64(milliseconds) * 1_000_000))
  }

  static func event(
    _ finger: UInt, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, at milliseconds: Int
  ) -> PointerEvent {
    PointerEvent(
      .finger(TouchSequence(rawValue: finger)), phase, at: BoardPoint(x: x, y: y), time: time(milliseconds))
  }

  /// A stroke of one finger in four steps of 10 ms.
  static func stroke(
    _ finger: UInt, from start: (Double, Double), to end: (Double, Double), at milliseconds: Int
  ) -> [PointerEvent] {
    let middle = ((start.0 + end.0) / 2, (start.1 + end.1) / 2)
    return [
      event(finger, .began, start.0, start.1, at: milliseconds),
      event(finger, .moved, middle.0, middle.1, at: milliseconds + 10),
      event(finger, .moved, end.0, end.1, at: milliseconds + 20),
      event(finger, .ended, end.0, end.1, at: milliseconds + 30),
    ]
  }
}

extension LiveDrawing {
  func handle(_ events: [PointerEvent]) {
    for event in events { handle(event) }
    settle()
  }
}
