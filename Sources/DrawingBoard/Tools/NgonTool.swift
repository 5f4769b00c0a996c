internal import Canvas
internal import TouchTracking

/// A regular polygon in the square that the drag spans: triangles, pentagons, and as many sides as the settings say.
struct NgonTool: DragTool {
  var sides: Int
  var style: StrokeStyle
  var fill: PixelColor?

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    let shape = NgonShape(from: start, to: end, sides: sides, style: style, fill: fill)
    return shape.corners.isEmpty ? nil : .ngon(shape)
  }
}
