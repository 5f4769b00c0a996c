public import Canvas
public import TouchTracking

/// The ellipse that touches the sides of an upright rectangle: filled first where there is a fill colour, then its outline.
public struct EllipseShape: Hashable, Sendable {
  /// Opposite corners of the rectangle, in any order.
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

  func layers(on raster: Raster) -> [InkLayer] {
    outline(scale: raster.scale).layers(style, fill: fill, on: raster)
  }

  /// Chords no farther than 1/32 pixel from the ellipse.
  func outline(scale: Double) -> Polyline {
    let center = BoardPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let (width, height) = (abs(end.x - start.x) / 2, abs(end.y - start.y) / 2)
    let quarter = Self.quarter(pieces: Self.pieceCount(radius: max(width, height) * scale))
    // Each turn by a right angle takes (x, y) to (-y, x).
    let unit =
      quarter + quarter.map { (-$0.y, $0.x) } + quarter.map { (-$0.x, -$0.y) } + quarter.map { ($0.y, -$0.x) }
    return Polyline(
      points: unit.map { BoardPoint(x: center.x + $0.0 * width, y: center.y + $0.1 * height) }, isClosed: true)
  }

  /// A quarter of the unit circle but for its end, by x = (1 − t²)/(1 + t²), y = 2t/(1 + t²), which needs no sine.
  private static func quarter(pieces: Int) -> [(x: Double, y: Double)] {
    (0..<pieces).map { piece in
      let t = Double(piece) / Double(pieces)
      let scale = 1 / (1 + t * t)
      return (x: (1 - t * t) * scale, y: 2 * t * scale)
    }
  }

  /// A chord over an angle a is off by r a²/8; the angle of a piece of 1/n in t is at most 2/n.
  private static func pieceCount(radius: Double) -> Int {
    max(2, Int((16 * radius).squareRoot().rounded(.up)))
  }
}
