public import Canvas
public import TouchTracking

/// A rectangle, upright in its own coordinates: filled first where there is a fill colour, then its outline.
public struct RectShape: Hashable, Sendable {
  /// Opposite corners, in any order.
  public var start: BoardPoint
  public var end: BoardPoint
  public var style: StrokeStyle
  public var fill: PixelColor?

  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }
}

extension RectShape: OutlinedShape {
  var shape: Shape { .rectangle(self) }
  var outline: VectorOutline? { .rectangle(from: start.onGrid, to: end.onGrid) }

  func corners(scale: Double) -> [BoardPoint] {
    let (start, end) = (start.onGrid, end.onGrid)
    return [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)]
  }
}
