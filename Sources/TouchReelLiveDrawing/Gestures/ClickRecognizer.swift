import TouchReelTouchTracking

/// Recognizes clicks of a mouse or a pen and taps of one finger: what is lifted where it touched.
package struct ClickRecognizer: Sendable {
  private enum Pointer: Hashable {
    case finger(TouchSequence)
    case pen, mouse
  }

  /// Where those touched that are down.
  private var down: [Pointer: SurfacePoint] = [:]
  /// Whether what is down may still be a click: one pointer alone, which has not strayed.
  private var isPossible = true

  package init() {}

  /// - Returns: where a click was, once it is over.
  package mutating func handle(_ event: SurfaceEvent) -> SurfacePoint? {
    let pointer = Self.pointer(of: event)
    if event.phase == .began {
      isPossible = down.isEmpty
      down[pointer] = event.point
    }
    guard let start = down[pointer] else { return nil }
    if event.phase == .moved || event.phase == .ended, Self.isFar(event.point, from: start) { isPossible = false }
    guard event.phase != .began, event.phase != .moved else { return nil }
    down[pointer] = nil
    return event.phase == .ended && isPossible && down.isEmpty ? start : nil
  }

  private static func pointer(of event: SurfaceEvent) -> Pointer {
    switch event.pointer {
    case .finger(let sequence): .finger(sequence)
    case .pen: .pen
    case .mouse: .mouse
    }
  }

  private static func isFar(_ point: SurfacePoint, from start: SurfacePoint) -> Bool {
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    return dx * dx + dy * dy > FingerGestures.reach * FingerGestures.reach
  }
}
