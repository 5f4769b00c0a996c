package import TouchReelInputEvents

/// Recognizes taps of two and three fingers that never draw, by the measures of ``FingerGestures``.
package struct FingerTaps: Sendable {
  private struct Finger {
    let start: SurfacePoint

    func hasStrayed(to point: SurfacePoint) -> Bool {
      let (dx, dy) = (point.x - start.x, point.y - start.y)
      return dx * dx + dy * dy > FingerGestures.reach * FingerGestures.reach
    }
  }

  /// The fingers that are down.
  private var fingers: [TouchSequence: Finger] = [:]
  /// How many have touched since none was down.
  private var count = 0
  /// When the first and the last of these touched.
  private var (first, last) = (Timestamp(nanoseconds: 0), Timestamp(nanoseconds: 0))
  private var isPossible = true

  package init() {}

  /// Whether nothing touches.
  package var isResting: Bool { fingers.isEmpty }

  /// - Parameters:
  ///   - phase: what happens.
  ///   - sequence: the finger that it happens to.
  ///   - point: of the event on the surface.
  ///   - time: of the event.
  /// - Returns: how many fingers have tapped, once the last one is lifted.
  package mutating func handle(
    _ phase: PointerEvent.Phase, of sequence: TouchSequence, at point: SurfacePoint, time: Timestamp
  ) -> Int? {
    if phase == .began { begin(sequence, at: point, time: time) }
    guard let finger = fingers[sequence] else { return nil }
    if finger.hasStrayed(to: point) || count > 1 && time.since(last) > FingerGestures.longest { isPossible = false }
    switch phase {
    case .began, .moved: return nil
    case .ended: return lift(sequence)
    case .cancelled, .left:
      isPossible = false
      return lift(sequence)
    }
  }

  private mutating func begin(_ sequence: TouchSequence, at point: SurfacePoint, time: Timestamp) {
    if fingers.isEmpty { (count, first, isPossible) = (0, time, true) }
    // One was lifted already, or this one does not belong to the others.
    if fingers.count < count || time.since(first) > FingerGestures.together { isPossible = false }
    fingers[sequence] = Finger(start: point)
    last = time
    count += 1
  }

  private mutating func lift(_ sequence: TouchSequence) -> Int? {
    fingers[sequence] = nil
    guard fingers.isEmpty, isPossible, (2...3).contains(count) else { return nil }
    return count
  }
}
