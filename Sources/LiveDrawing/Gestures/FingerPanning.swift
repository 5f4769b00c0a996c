import TouchTracking

/// Fingers that do not draw: one moves what is seen, two zoom it as well.
public struct FingerPanning: Sendable {
  private typealias Finger = (sequence: TouchSequence, place: SurfacePoint)

  /// In the order in which they began.
  private var fingers: [Finger] = []

  public init() {}

  /// - Returns: the view after an event of a finger; what it does ends when it is lifted.
  public mutating func take(
    _ phase: PointerEvent.Phase, of sequence: TouchSequence, at place: SurfacePoint, in view: Viewport
  ) -> Viewport {
    guard phase == .moved else {
      fingers.removeAll { $0.sequence == sequence }
      if phase == .began { fingers.append((sequence, place)) }
      return view
    }
    guard let index = fingers.firstIndex(where: { $0.sequence == sequence }) else { return view }
    let before = fingers
    fingers[index].place = place
    return moved(view, from: before)
  }

  /// Of more than two fingers, the first two count.
  private func moved(_ view: Viewport, from before: [Finger]) -> Viewport {
    var view = view
    if fingers.count == 1 {
      view.pan(byX: fingers[0].place.x - before[0].place.x, y: fingers[0].place.y - before[0].place.y)
    } else {
      view.pinch(from: (before[0].place, before[1].place), to: (fingers[0].place, fingers[1].place))
    }
    return view
  }
}
