/// A ring that shows how wide something draws or erases.
public struct OutlineRing: Hashable, Sendable {
  public var center: SurfacePoint
  /// The ring's diameter, in board points.
  public var width: Double

  /// - Parameters:
  ///   - center: where it is on the surface.
  ///   - width: its diameter, in board points.
  public init(center: SurfacePoint, width: Double) {
    self.center = center
    self.width = width
  }
}
