public import TouchReelCanvas
public import TouchReelTouchTracking

/// A regular polygon in the square that a drag spans, its first corner straight up: filled first where there is a fill
/// colour, then its outline. Nothing is drawn if the outline alone would fill the square.
public struct NgonShape: Hashable, Sendable {
  /// How many sides one may have.
  public static let sides = 3...100

  /// The corner from which it was drawn, in board points.
  public var start: BoardPoint
  /// The corner to which it was drawn, in board points.
  public var end: BoardPoint
  /// Clamped to ``sides``.
  public var sides: Int
  /// The look of the outline.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?

  /// A polygon in the rectangle between two corners, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, sides: Int, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.sides = sides
    self.style = style
    self.fill = fill
  }
}

extension NgonShape: OutlinedShape {
  var shape: Shape { .ngon(self) }

  /// Whether there is no room for it in the square.
  package var isEmpty: Bool { corners(scale: 1).isEmpty }

  /// Clockwise from the top; none if nothing is drawn.
  func corners(scale: Double) -> [BoardPoint] {
    let box = DragSquare(from: start, to: end)
    guard let radius = box.radius(insideOutlineOf: style.width) else { return [] }
    let count = min(max(sides, Self.sides.lowerBound), Self.sides.upperBound)
    return (0..<count).map { box.point(atTurn: Double($0) / Double(count), radius: radius) }
  }
}

/// The square that a drag from a to b spans: its side the shorter of the drag's sides, from a toward b's quadrant.
struct DragSquare: Hashable, Sendable {
  let center: BoardPoint
  let side: Double

  init(from start: BoardPoint, to end: BoardPoint) {
    let (start, end) = (start.onGrid, end.onGrid)
    let dx = end.x - start.x
    let dy = end.y - start.y
    side = min(abs(dx), abs(dy))
    center = BoardPoint(x: start.x + (dx < 0 ? -side : side) / 2, y: start.y + (dy < 0 ? -side : side) / 2)
  }

  /// The radius of what fits in together with its outline; `nil` if the outline alone fills the square.
  func radius(insideOutlineOf width: Double) -> Double? { side > width ? (side - width) / 2 : nil }

  /// A point around the centre, in parts of a full turn clockwise from straight up.
  func point(atTurn turn: Double, radius: Double) -> BoardPoint {
    let direction = UnitDirection(radians: turn * 2 * .pi)
    return BoardPoint(x: center.x + radius * direction.y, y: center.y - radius * direction.x)
  }
}
