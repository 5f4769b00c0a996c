internal import Canvas
internal import TouchTracking

/// A star in the square that the drag spans.
struct StarTool: DragTool {
  var style: StrokeStyle
  var fill: PixelColor?

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    let shape = StarShape(from: start, to: end, style: style, fill: fill)
    return shape.corners.isEmpty ? nil : .star(shape)
  }
}
