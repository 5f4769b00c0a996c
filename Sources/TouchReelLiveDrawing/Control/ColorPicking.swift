import TouchReelTouchTracking

/// Where a colour would be taken from the canvas.
package struct PickingPlace: Hashable, Sendable {
  package var point: SurfacePoint
  /// Whether a finger hides it.
  package var isHidden: Bool
}

/// A touch that takes a colour from the canvas instead of drawing.
struct ColorPicking: Hashable, Sendable {
  enum Outcome: Hashable {
    /// The touch, or what hovers, is of no concern.
    case passedOn
    /// It neither draws nor picks.
    case ignored
    case looking(PickingPlace?)
    case picked(SurfacePoint)
  }

  private(set) var isActive = false
  /// The one that picks.
  private var hand: CanvasController.Hand?
  /// Others that began meanwhile.
  private var idle: Set<CanvasController.Hand> = []

  /// Begins to pick, or ends that.
  mutating func toggle() { self = ColorPicking(isActive: !isActive) }

  init(isActive: Bool = false) { self.isActive = isActive }

  mutating func handle(_ event: SurfaceEvent) -> Outcome {
    let touching = CanvasController.Hand(event.pointer)
    let isEnd = event.phase.isEnd
    if idle.contains(touching) {
      if isEnd { idle.remove(touching) }
      return .ignored
    }
    guard isActive else { return .passedOn }
    if event.phase == .began { return begin(touching, event) }
    guard touching == hand else { return .passedOn }
    switch event.phase {
    case .began, .moved: return .looking(place(event))
    case .ended:
      (isActive, hand) = (false, nil)
      return .picked(event.point)
    case .cancelled, .left:
      hand = nil
      return .looking(nil)
    }
  }

  private mutating func begin(_ touching: CanvasController.Hand, _ event: SurfaceEvent) -> Outcome {
    guard hand == nil else {
      idle.insert(touching)
      return .ignored
    }
    hand = touching
    return .looking(place(event))
  }

  private func place(_ event: SurfaceEvent) -> PickingPlace {
    if case .finger = event.pointer { return PickingPlace(point: event.point, isHidden: true) }
    return PickingPlace(point: event.point, isHidden: false)
  }
}
