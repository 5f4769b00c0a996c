public import TouchReelCanvas
public import TouchReelTouchTracking

/// A rectangle, upright in its own coordinates: filled first where there is a fill colour, then its outline.
public struct RectShape: Hashable, Sendable {
  /// Opposite corners, in any order.
  public var start: BoardPoint
  /// The corner to which it was drawn, in board points.
  public var end: BoardPoint
  /// The look of the outline.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?
  /// How far before its corners the sides bend into each other, as quadratic Bézier curves, in board points; no more
  /// than a quarter of the shorter side. 0 for pointed corners.
  public var cornerRadius = 0.0

  /// A rectangle in the rectangle between two corners, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }
}

extension RectShape: OutlinedShape {
  var shape: Shape { .rectangle(self) }

  var outline: VectorOutline? {
    guard cornerRadius > 0 else { return .rectangle(from: start.onGrid, to: end.onGrid) }
    return .path(VectorPath(corners(scale: BentLine.vectorScale), isClosed: true))
  }

  func corners(scale: Double) -> [BoardPoint] {
    let (start, end) = (start.onGrid, end.onGrid)
    let corners = [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)]
    guard cornerRadius > 0 else { return corners }
    let radius = min(cornerRadius, min(abs(end.x - start.x), abs(end.y - start.y)) / 4)
    var line = BentLine(scale: scale)
    for (index, corner) in corners.enumerated() {
      let (before, after) = (corners[(index + 3) % 4], corners[(index + 1) % 4])
      line.line(to: corner.moved(toward: before, by: radius))
      line.curve(corner, to: corner.moved(toward: after, by: radius))
    }
    return line.points
  }
}
