internal import TouchTracking

/// An arrow from where the drag began to where it is.
struct ArrowTool: DragTool {
  var style: StrokeStyle

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    .line(LineShape(from: start, to: end, style: style, head: .arrow))
  }
}
