internal import TouchTracking

/// A line that is dashed whatever the settings say.
struct DashedLineTool: DragTool {
  var style: StrokeStyle

  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape? {
    var dashed = style
    dashed.dashes = LinePattern.dashed.dashes(forWidth: style.width)
    return .line(LineShape(from: start, to: end, style: dashed))
  }
}
