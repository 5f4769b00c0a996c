public import DrawingBoard
public import Recordings
import TouchTracking

extension Renderer {
  /// What the recording has drawn at its end, or at the end of the options' time; touches that are down then are taken back.
  public func drawing() throws(RecordingError) -> (drawing: Drawing, warnings: [String]) {
    let side = max(stage.plan.board.width, stage.plan.board.height)
    // The operations do not depend on the pixels, so there may be few.
    var sink = try stage.makeSink(scale: min(1, 100 / side), undo: UndoMemory(budget: .none))
    var replayer = try stage.makeReplayer()
    try replayer.play(through: options.to.map(stage.survey.instant), into: &sink)
    replayer.finish(into: &sink)
    let drawing = sink.board.drawing
    return (drawing, stage.plan.warnings + replayer.warnings + sink.warnings.lines + drawing.imageWarnings)
  }
}

extension Drawing {
  /// A drawing names its image and does not hold it.
  fileprivate var imageWarnings: [String] {
    guard case .image(let id, _, on: _) = finalBackground else { return [] }
    return ["the background's image is not in the drawing; put it beside it as \(id.rawValue).png"]
  }
}
