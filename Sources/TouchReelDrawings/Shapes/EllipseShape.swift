public import TouchReelCanvas
public import TouchReelTouchTracking

/// The ellipse that touches the sides of a rectangle: filled first where there is a fill colour, then its outline.
public struct EllipseShape: Hashable, Sendable {
  /// Opposite corners of the rectangle, in any order.
  public var start: BoardPoint
  /// The corner to which it was drawn, in board points.
  public var end: BoardPoint
  /// The look of the outline.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?

  /// A ellipse in the rectangle between two corners, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }
}

extension EllipseShape: OutlinedShape {
  var shape: Shape { .ellipse(self) }
  var outline: VectorOutline? { .ellipse(from: start.onGrid, to: end.onGrid) }

  func corners(scale: Double) -> [BoardPoint] {
    let (start, end) = (start.onGrid, end.onGrid)
    let radiusX = abs(end.x - start.x) / 2
    let radiusY = abs(end.y - start.y) / 2
    return UnitVector.circle(radius: SubpixelRadius(max(radiusX, radiusY) * scale)).map { point in
      BoardPoint(x: (start.x + end.x) / 2 + radiusX * point.x, y: (start.y + end.y) / 2 + radiusY * point.y)
    }
  }
}
