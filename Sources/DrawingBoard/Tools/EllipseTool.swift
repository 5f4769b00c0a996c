internal import Canvas
internal import TouchTracking

/// The ellipse in the rectangle between opposite corners.
struct EllipseTool: DragTool {
  var style: StrokeStyle
  var fill: PixelColor?

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill))
  }
}
