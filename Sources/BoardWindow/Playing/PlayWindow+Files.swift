import CGtk
import Recordings
import Replaying
import SystemPackage

extension PlayWindow {
  func addFileActions() {
    actions.add("open") { [window, application] in
      FileDialog.open("Open", FileKind.openable, over: window) { application.open($0) }
    }
    actions.add("branch") { [weak self] in self?.drawOn() }
    actions.add("save-as") { [weak self] in self?.askSave() }
    actions.add("copy") { [weak self] in self?.copyPicture() }
    FileDrop.accept(on: window) { [application] in application.open($0) }
  }

  /// A new recording begins with this one as it is shown.
  private func drawOn() {
    guard let recording, let survey, let source else { return }
    application.openDrawing(DrawRequest(), .branch(recording, survey, through: source.replay.time))
  }

  private func askSave() {
    FileDialog.save("Save As", PictureFile.kinds, name: "picture.png", over: window) { [weak self] in self?.save(to: $0)
    }
  }

  private func save(to path: FilePath) {
    guard let board = source?.replay.board else { return }
    let kind = PictureFile(path)
    do throws(RecordingError) {
      let losses = try kind.write(board, to: kind.named(path))
      if let loss = losses.first { notices.banner("\(path.lastComponent?.string ?? ""): \(loss).") }
      notices.toast("Saved")
    } catch {
      notices.banner(error.description)
    }
  }

  private func copyPicture() {
    guard let board = source?.replay.board else { return }
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}
