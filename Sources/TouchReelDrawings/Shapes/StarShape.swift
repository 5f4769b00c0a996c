public import TouchReelCanvas
public import TouchReelTouchTracking

/// A star of five tips, the first straight up, in the square that a drag spans: filled first where there is a fill
/// colour, then its outline. Nothing is drawn if the outline alone would fill the square.
public struct StarShape: Hashable, Sendable {
  /// The corner from which it was drawn, in board points.
  public var start: BoardPoint
  /// The corner to which it was drawn, in board points.
  public var end: BoardPoint
  /// The look of the outline.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?

  /// A star in the rectangle between two corners, in board points.
  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }
}

extension StarShape: OutlinedShape {
  var shape: Shape { .star(self) }

  /// Whether there is no room for it in the square.
  package var isEmpty: Bool { corners(scale: 1).isEmpty }

  /// Tips and notches in turns, clockwise from the top; none if nothing is drawn.
  func corners(scale: Double) -> [BoardPoint] {
    let box = DragSquare(from: start, to: end)
    guard let outer = box.radius(insideOutlineOf: style.width) else { return [] }
    let inner = outer / 2.5
    return (0..<10).map { box.point(atTurn: Double($0) / 10, radius: $0.isMultiple(of: 2) ? outer : inner) }
  }
}
