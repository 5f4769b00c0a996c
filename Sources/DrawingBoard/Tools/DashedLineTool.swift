internal import TouchTracking

/// A line of dashes three widths long with as much between them, of which round caps take one width.
struct DashedLineTool: DragTool {
  var style: StrokeStyle

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape {
    var dashed = style
    dashed.dashes = [3 * style.width, 3 * style.width]
    return .line(LineShape(from: start, to: end, style: dashed))
  }
}
