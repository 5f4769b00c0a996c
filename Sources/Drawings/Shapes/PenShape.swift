public import Canvas

/// A freehand stroke. Translucent ink is not darker where the stroke crosses itself.
public struct PenShape: Hashable, Sendable {
  public var path: StrokePath
  public var color: PixelColor

  public init(path: StrokePath, color: PixelColor) {
    self.path = path
    self.color = color
  }
}

extension PenShape: ShapeContent {
  var inkBounds: BoardRect { path.inkBounds }
  var hitArea: HitArea { HitArea(pieces: path.hitPieces) }
  var shape: Shape { .pen(self) }

  func ink(on placement: Placement) -> [ShapeInk] {
    var ink = ShapeInk(color)
    ink.pieces = path.pieces(on: placement)
    return [ink]
  }

  var vectors: [VectorInk] { path.outline.map { [VectorInk(color, [$0])] } ?? [] }

  func restyled(_ change: Restyling) -> PenShape {
    var shape = self
    switch change {
    case .color(let new): shape.color = new
    case .width(let new): shape.path.scaleWidths(toLargest: StrokeStyle.clampedWidth(new))
    case .fill, .cap, .join, .pattern: break
    }
    return shape
  }
}
