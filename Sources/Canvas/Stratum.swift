/// Ink between two images: shapes that move, and what lies above them.
public struct Stratum: Sendable {
  /// Bottom to top.
  public var ink: [InkLayer]
  public var above: TiledImage

  public init(ink: [InkLayer], above: TiledImage) {
    self.ink = ink
    self.above = above
  }
}
