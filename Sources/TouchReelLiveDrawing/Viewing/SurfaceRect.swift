/// A part of a surface, in the desktop's units from its upper left corner.
package struct SurfaceRect: Hashable, Sendable {
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The distance from a point to the nearest point of the part; 0 within it.
  package func distance(to point: SurfacePoint) -> Double {
    let (dx, dy) = (max(left - point.x, point.x - right, 0), max(top - point.y, point.y - bottom, 0))
    return (dx * dx + dy * dy).squareRoot()
  }
}
