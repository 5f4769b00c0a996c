/// Recognizes one finger that comes in from an edge of the surface, which brings back bars that are not shown.
public struct EdgeSwipe: Hashable, Sendable {
  /// How far from an edge the finger begins at most, in surface units.
  public static let margin = 20.0
  /// How far it comes in from there, in surface units.
  public static let reach = 60.0

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

  /// The edges at which the finger began; none if it can no longer be a swipe.
  private var edges: [Edge] = []
  private var start = SurfacePoint.zero

  public init() {}

  /// A finger came down.
  ///
  /// - Parameters:
  ///   - point: where.
  ///   - surface: of the window.
  ///   - count: the number of touches that are down, with this one; a swipe is one finger's.
  public mutating func begin(at point: SurfacePoint, on surface: SurfaceSize, openTouches count: Int) {
    start = point
    edges = count > 1 ? [] : Edge.allCases.filter { $0.distance(to: point, on: surface) <= Self.margin }
  }

  /// The finger moved.
  ///
  /// - Returns: whether that completes a swipe, which is said once.
  public mutating func move(to point: SurfacePoint, on surface: SurfaceSize) -> Bool {
    let isComplete = edges.contains {
      $0.distance(to: point, on: surface) - $0.distance(to: start, on: surface) >= Self.reach
    }
    if isComplete { edges = [] }
    return isComplete
  }

  /// It was lifted.
  public mutating func end() { edges = [] }
}
