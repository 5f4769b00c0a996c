/// Recognizes one finger that comes in from an edge of the surface, which brings back bars that are not shown.
package struct EdgeSwipe: Hashable, Sendable {
  /// How far from an edge the finger begins at most, in surface units.
  package static let margin = 20.0
  /// How far it comes in from there, in surface units.
  package static let reach = 60.0

  private enum Edge: Hashable, CaseIterable {
    case left, right, top, bottom

    func distance(to point: SurfacePoint, on surface: SurfaceSize) -> Double {
      switch self {
      case .left: point.x
      case .right: surface.width - point.x
      case .top: point.y
      case .bottom: surface.height - point.y
      }
    }
  }

  /// The fingers that are down.
  private var fingers: Set<TouchSequence> = []
  /// The edges at which the only finger began; none if it can no longer be a swipe.
  private var edges: [Edge] = []
  private var start = SurfacePoint.zero

  package init() {}

  /// Call this for each event of a finger, before the finger draws by it.
  ///
  /// - Parameters:
  ///   - phase: what happens.
  ///   - sequence: the finger that it happens to.
  ///   - point: of the event on the surface.
  ///   - surface: of the window.
  ///   - count: the number of touches that are drawing; a swipe is one finger's, with no pen beside it.
  /// - Returns: whether that completes a swipe, which is said once.
  package mutating func handle(
    _ phase: PointerEvent.Phase, of sequence: TouchSequence, at point: SurfacePoint, on surface: SurfaceSize,
    drawing count: Int
  ) -> Bool {
    switch phase {
    case .began:
      let isAlone = fingers.isEmpty && count == 0
      fingers.insert(sequence)
      start = point
      edges = isAlone ? Edge.allCases.filter { $0.distance(to: point, on: surface) <= Self.margin } : []
      return false
    case .moved: return move(to: point, on: surface)
    case .ended, .cancelled, .left:
      fingers.remove(sequence)
      edges = []
      return false
    }
  }

  private mutating func move(to point: SurfacePoint, on surface: SurfaceSize) -> Bool {
    let isComplete = edges.contains {
      $0.distance(to: point, on: surface) - $0.distance(to: start, on: surface) >= Self.reach
    }
    if isComplete { edges = [] }
    return isComplete
  }
}
