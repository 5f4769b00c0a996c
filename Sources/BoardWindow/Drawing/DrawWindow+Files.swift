import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
import SystemPackage

extension DrawWindow {
  var board: Board? { drawing?.board }

  func addFileActions() {
    actions.add("new") { [application] in application.openDrawing(DrawRequest()) }
    addFileActions(picture: "drawing.png")
  }

  func saveRecording(as path: FilePath) throws(RecordingError) -> [String] {
    guard let file else { throw RecordingError(file: path.string, message: "there is no recording of this drawing") }
    if file.path.isSameFile(as: path) { return [] }
    // What is due within the next second is on the disk before it is read.
    drawing?.tick(EventClock.now.advanced(by: TimeSpan(seconds: 1)))
    // It has no end yet: what that warns of is no loss.
    _ = try OutputFile.save(try Recording.open(file.path), to: path)
    return []
  }
}
