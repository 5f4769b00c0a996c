internal import TouchTracking

/// What a touch draws with, or does instead.
public enum Tool: String, Hashable, Sendable, CaseIterable {
  case pencil, eraser, line, dashedLine, arrow, rectangle, ellipse, triangle, pentagon, ngon, star, angle, text,
    selection
}

extension Tool {
  /// The state machine of a touch that begins with this tool.
  func begin(
    _ brush: Brush, at sample: TouchSample, on scene: Scene, in surroundings: inout PendingAngles, ink: inout LiveInk
  ) -> any Interaction {
    func drag(_ tool: some DragTool) -> any Interaction { ShapeDrag(tool, from: sample.boardPoint) }
    return switch self {
    case .pencil: PencilInteraction(brush, at: sample, ink: &ink)
    case .eraser: EraserInteraction(brush, at: sample, ink: &ink)
    case .line: drag(LineTool(style: brush.outline))
    case .dashedLine: drag(DashedLineTool(style: brush.outline))
    case .arrow: drag(ArrowTool(style: brush.outline))
    case .rectangle: drag(RectangleTool(style: brush.outline, fill: brush.fill))
    case .ellipse: drag(EllipseTool(style: brush.outline, fill: brush.fill))
    case .triangle: drag(NgonTool(sides: 3, style: brush.outline, fill: brush.fill))
    case .pentagon: drag(NgonTool(sides: 5, style: brush.outline, fill: brush.fill))
    case .ngon: drag(NgonTool(sides: brush.sides, style: brush.outline, fill: brush.fill))
    case .star: drag(StarTool(style: brush.outline, fill: brush.fill))
    case .text: TextInteraction(on: scene, at: sample.boardPoint)
    case .selection: SelectionInteraction(on: scene, at: sample.boardPoint)
    case .angle:
      AngleInteraction(
        brush.outline, from: sample.boardPoint, completing: surroundings.takeFirstArm(), ink: &ink)
    }
  }
}
