import Canvas
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

  /// A picture is put under the ink, whole; anything else is opened.
  func take(dropped path: FilePath) {
    guard LoadedImage.isMeant(by: path) else { return application.open(path) }
    _ = BackgroundTask { _ in
      Result { () throws(ImageProblem) in try LoadedImage(path) }
    } then: { [weak self] result in
      self?.putUnderInk(result)
    }
  }

  private func putUnderInk(_ result: Result<LoadedImage, ImageProblem>) {
    do throws(ImageProblem) {
      setBackground(.image(try result.get(), .fit, on: .white))
    } catch {
      notices.banner(error.description)
    }
  }

  func recording(for path: FilePath) throws(RecordingError) -> SavedContent? {
    guard let file else { throw RecordingError(file: path.string, message: "there is no recording of this drawing") }
    if file.path.isSameFile(as: path) { return nil }
    // What is due within the next second is on the disk before it is read.
    drawing?.tick(EventClock.now.advanced(by: TimeSpan(seconds: 1)))
    return .recording(try FileBytes.open(file.path), .toCome)
  }
}
