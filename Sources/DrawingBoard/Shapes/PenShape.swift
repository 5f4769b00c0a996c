public import Canvas

/// A freehand stroke. Translucent ink is not darker where the stroke crosses itself.
public struct PenShape: Hashable, Sendable {
  public var path: StrokePath
  public var color: PixelColor

  public init(path: StrokePath, color: PixelColor) {
    self.path = path
    self.color = color
  }

  func layers(on placement: Placement) -> [InkLayer] { [.ink(path.coverage(on: placement), color)] }
}

extension PenShape {
  var hitArea: HitArea { HitArea(pieces: path.hitPieces) }
}
