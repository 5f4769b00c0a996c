public import Canvas
public import TouchTracking

/// A regular polygon in the square that a drag spans, its first corner straight up: filled first where there is a fill
/// colour, then its outline. Nothing where the outline alone would fill the square.
public struct NgonShape: Hashable, Sendable {
  /// How many sides one may have.
  public static let sides = 3...100

  public var start: BoardPoint
  public var end: BoardPoint
  /// Held to ``sides``.
  public var sides: Int
  public var style: StrokeStyle
  public var fill: PixelColor?

  public init(from start: BoardPoint, to end: BoardPoint, sides: Int, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.sides = sides
    self.style = style
    self.fill = fill
  }

  /// Clockwise from the top; none where nothing is drawn.
  var corners: [BoardPoint] {
    let box = DragBox(from: start, to: end)
    guard let radius = box.radius(insideOutlineOf: style.width) else { return [] }
    let count = min(max(sides, Self.sides.lowerBound), Self.sides.upperBound)
    return (0..<count).map { box.point(atTurn: Double($0) / Double(count), radius: radius) }
  }

  func layers(on placement: Placement) -> [InkLayer] {
    Polyline(corners, on: placement, isClosed: true)?.layers(style, fill: fill, on: placement) ?? []
  }
}

extension NgonShape {
  var hitArea: HitArea { HitArea(outline: corners, width: style.width, fill: fill) }
}
