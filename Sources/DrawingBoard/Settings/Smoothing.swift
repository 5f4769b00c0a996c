public import Drawings

/// What is done to the points of a freehand stroke. A point that was drawn never changes.
public enum Smoothing: String, Hashable, Sendable, CaseIterable {
  /// Straight lines from point to point.
  case none
  /// Curves through the midpoints between the points.
  case midpoint
  /// The 1 € filter (Casiez, Roussel, Vogel: CHI 2012) on the points, then curves through midpoints.
  case oneEuro

  public var course: StrokePath.Interpolation { self == .none ? .straight : .throughMidpoints }
}
