public import TouchReelCanvas
public import TouchReelTouchTracking

/// A diamond whose corners lie in the middle of the sides of a rectangle: filled first where there is a fill colour,
/// then its outline.
public struct DiamondShape: Hashable, Sendable {
  /// Opposite corners of the rectangle, in any order.
  public var start: BoardPoint
  /// The corner to which it was drawn, in board points.
  public var end: BoardPoint
  /// The look of the outline.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?
  /// How far before its corners the sides bend into each other, in board points to the side and up or down; no more
  /// than a quarter of a side's extent. 0 for pointed corners.
  public var cornerRadius = 0.0

  /// A diamond in the rectangle between two corners, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }
}

extension DiamondShape: OutlinedShape {
  var shape: Shape { .diamond(self) }

  /// Clockwise from the top.
  func corners(scale: Double) -> [BoardPoint] {
    let (start, end) = (start.onGrid, end.onGrid)
    let (x, y) = ((start.x + end.x) / 2, (start.y + end.y) / 2)
    let (right, down) = (abs(end.x - start.x) / 2, abs(end.y - start.y) / 2)
    let ways = [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)]
    let corners = ways.map { BoardPoint(x: x + $0.0 * right, y: y + $0.1 * down) }
    guard cornerRadius > 0 else { return corners }
    let (dx, dy) = (min(cornerRadius, right / 4), min(cornerRadius, down / 4))
    var line = BentLine(scale: scale)
    for (corner, way) in zip(corners, ways) {
      // The arc goes from the side before the corner, toward the middle, to the side after it.
      let (inX, inY) = (-way.0 * dx, -way.1 * dy)
      let (alongX, alongY) = (-way.1 * dx, way.0 * dy)
      line.line(to: BoardPoint(x: corner.x + inX - alongX, y: corner.y + inY - alongY))
      line.curve(corner, corner, to: BoardPoint(x: corner.x + inX + alongX, y: corner.y + inY + alongY))
    }
    return line.points
  }
}
