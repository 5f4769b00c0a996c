public import ByteStreams
import DrawingBoard
public import Drawings

extension Renderer {
  /// The drawing that the picture shows: rendered, it has the picture's pixels. Touches that are down at the picture's
  /// time are in it as they are shown, unless the options drop them.
  ///
  /// - Parameter progress: called with the share played so far, 0…1.
  /// - Returns: the drawing, and what the user should know of it.
  public func drawing(
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> (drawing: Drawing, warnings: [String]) {
    let (board, warnings) = try board(stage.makeSmallSink(), progress: progress)
    let drawing = board.shownDrawing
    let marks =
      board.hasMarks
      ? ["cancelled strokes and the frame of a selection, which the picture shows, are not in the drawing"] : []
    return (drawing, warnings + marks + imageWarnings(of: drawing))
  }

  /// A drawing names its image and does not hold it.
  private func imageWarnings(of drawing: Drawing) -> [String] {
    guard case .image(let id, _, on: _) = drawing.finalBackground else { return [] }
    let name = id == options.image?.id ? id.rawValue : "\(id.rawValue).png"
    return ["the background's image is not in the drawing; put it beside it as \(name)"]
  }
}
