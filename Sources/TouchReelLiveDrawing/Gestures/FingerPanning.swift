import TouchReelTouchTracking

/// Fingers that do not draw: one moves what is seen, two zoom it as well.
package struct FingerPanning: Sendable {
  private typealias Finger = (sequence: TouchSequence, point: SurfacePoint)

  /// The fingers, in the order in which they began.
  private var fingers: [Finger] = []

  package init() {}

  /// - Returns: the view after an event of a finger; what it does ends when it is lifted.
  package mutating func handle(
    _ phase: PointerEvent.Phase, of sequence: TouchSequence, at point: SurfacePoint, in view: Viewport
  ) -> Viewport {
    guard phase == .moved else {
      fingers.removeAll { $0.sequence == sequence }
      if phase == .began { fingers.append((sequence, point)) }
      return view
    }
    guard let index = fingers.firstIndex(where: { $0.sequence == sequence }) else { return view }
    let before = fingers
    fingers[index].point = point
    return moved(view, from: before)
  }

  /// Pans or zooms by the first two fingers.
  private func moved(_ view: Viewport, from before: [Finger]) -> Viewport {
    var view = view
    if fingers.count == 1 {
      view.pan(byX: fingers[0].point.x - before[0].point.x, y: fingers[0].point.y - before[0].point.y)
    } else {
      view.pinch(from: (before[0].point, before[1].point), to: (fingers[0].point, fingers[1].point))
    }
    return view
  }
}
