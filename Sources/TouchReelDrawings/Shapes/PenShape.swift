public import TouchReelCanvas

/// A freehand stroke. Translucent ink is not darker where the stroke crosses itself.
public struct PenShape: Hashable, Sendable {
  /// The way of the stroke, with its widths.
  public var path: StrokePath
  /// The colour of the stroke.
  public var color: PixelColor
  /// Colours along the path instead of the one; they have its alpha.
  public var tint: StrokeTint?
  /// Whether the stroke lies above or below the ink that was there before it.
  public var stacking: Stacking

  /// A freehand stroke along a path; a tint has a colour for each part of it.
  public init(path: StrokePath, color: PixelColor, tint: StrokeTint? = nil, stacking: Stacking = .overInk) {
    self.path = path
    self.color = color
    self.tint = tint
    self.stacking = stacking
  }

  /// What the stroke does to the ink that was there before it.
  package var paint: InkPaint { stacking.paint(color) }
}

extension PenShape: ShapeContent {
  var strokeWidth: Double { path.widest }
  var inkBounds: BoardRect { path.inkBounds }
  var hitArea: HitArea { HitArea(pieces: path.hitPieces) }
  var shape: Shape { .pen(self) }

  func ink(on placement: Placement) -> [ShapeInk] {
    var ink = ShapeInk(color, stacking)
    ink.pieces = path.pieces(on: placement)
    return [ink]
  }

  func layers(on placement: Placement) -> [InkLayer] {
    guard let tint else { return ink(on: placement).map { $0.layer(on: placement.raster) } }
    let divided = DividedCoverage(path.runs(tint, on: placement), size: placement.raster.pixels)
    return divided.layers.sorted { $0.key < $1.key }.map { step, coverage in
      stacking.paint(color(ofStep: step, of: tint)).layer(coverage)
    }
  }

  var vectors: [VectorInk] {
    guard let tint else { return path.outline.map { [VectorInk(color, [$0])] } ?? [] }
    return path.parts(tint).compactMap { part in
      part.path.outline.map { VectorInk(color(ofStep: part.step, of: tint), [$0]) }
    }
  }

  private func color(ofStep step: UInt8, of tint: StrokeTint) -> PixelColor {
    var color = tint.colors.color(ofStep: step)
    color.alpha = self.color.alpha
    return color
  }

  func restyled(_ change: Restyling) -> PenShape {
    var shape = self
    switch change {
    case .color(let new): (shape.color, shape.tint) = (new, nil)
    case .width(let new): shape.path.scaleWidths(toLargest: StrokeStyle.clampedWidth(new))
    case .fill, .cap, .join, .pattern, .font, .align: break
    }
    return shape
  }
}
