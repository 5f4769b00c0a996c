import Canvas
import TouchTracking

/// A closed outline between two points: filled first if it has a fill colour, then its outline.
protocol OutlinedShape: ShapeContent {
  var start: BoardPoint { get }
  var end: BoardPoint { get }
  var style: StrokeStyle { get set }
  var fill: PixelColor? { get set }

  /// In order around it; none if nothing is drawn.
  ///
  /// - Parameter scale: pixels to a point; the larger, the more corners a curve has.
  func corners(scale: Double) -> [BoardPoint]
}

extension OutlinedShape {
  var color: PixelColor { style.color }
  var inkBounds: BoardRect { BoardRect(holding: [start, end], reach: style.reach) }
  var hitArea: HitArea { HitArea(outline: corners(scale: 1), width: style.width, fill: fill) }

  func layers(on placement: Placement) -> [InkLayer] {
    let outline = Polyline(corners(scale: placement.scale), on: placement, isClosed: true)
    return outline?.layers(style, fill: fill, on: placement) ?? []
  }

  func restyled(_ change: Restyling) -> Self {
    var shape = self
    shape.style = style.restyled(change)
    if case .fill(let new) = change { shape.fill = new }
    return shape
  }
}
