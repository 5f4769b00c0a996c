internal import Canvas
internal import TouchTracking

/// A rectangle between opposite corners.
struct RectangleTool: DragTool {
  var style: StrokeStyle
  var fill: PixelColor?

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    .rectangle(RectShape(from: start, to: end, style: style, fill: fill))
  }
}
