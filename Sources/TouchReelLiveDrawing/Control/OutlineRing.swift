/// A ring that shows how wide something draws or erases.
package struct OutlineRing: Hashable, Sendable {
  package var center: SurfacePoint
  /// The ring's diameter, in board points.
  package var width: Double

  /// - Parameters:
  ///   - center: where it is on the surface.
  ///   - width: its diameter, in board points.
  package init(center: SurfacePoint, width: Double) {
    self.center = center
    self.width = width
  }
}
