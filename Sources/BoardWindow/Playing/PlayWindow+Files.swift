import DrawingBoard
import Recordings
import Replaying
import SystemPackage

extension PlayWindow {
  var board: Board? { source?.replay.board }

  func addFileActions() {
    actions.add("branch") { [weak self] in self?.drawOn() }
    addFileActions(picture: "picture.png")
  }

  /// A new recording begins with this one as it is shown.
  private func drawOn() {
    guard let bytes, let survey, let source else { return }
    application.openDrawing(DrawRequest(), .branch(bytes, survey, through: source.replay.time))
  }

  func take(dropped path: FilePath) { application.open(path) }

  func recording(for path: FilePath) -> SavedContent? { bytes.map { .recording($0, .whole) } }
}
