internal import TouchTracking

/// What a touch draws with.
public enum Tool: String, Hashable, Sendable, CaseIterable {
  case pencil, eraser, line, dashedLine, rectangle, ellipse
}

extension Tool {
  /// The state machine of a touch that begins with this tool.
  func begin(_ brush: Brush, at sample: TouchSample, ink: inout LiveInk) -> any Interaction {
    switch self {
    case .pencil: PencilInteraction(brush, at: sample, ink: &ink)
    case .eraser: EraserInteraction(brush, at: sample, ink: &ink)
    case .line: ShapeDrag(LineTool(style: brush.outline), from: sample.boardPoint)
    case .dashedLine: ShapeDrag(DashedLineTool(style: brush.outline), from: sample.boardPoint)
    case .rectangle: ShapeDrag(RectangleTool(style: brush.outline, fill: brush.fill), from: sample.boardPoint)
    case .ellipse: ShapeDrag(EllipseTool(style: brush.outline, fill: brush.fill), from: sample.boardPoint)
    }
  }
}
