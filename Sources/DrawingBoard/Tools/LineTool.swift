internal import TouchTracking

/// A straight line from where the drag began to where it is.
struct LineTool: DragTool {
  var style: StrokeStyle

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    .line(LineShape(from: start, to: end, style: style))
  }
}
