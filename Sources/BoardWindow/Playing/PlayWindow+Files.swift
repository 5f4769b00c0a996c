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
    FileDialog.save("Save As", PictureFile.kinds + [RecordingCopy.kind], name: "picture.png", over: window) {
      [weak self] in self?.save(to: $0)
    }
  }

  private func save(to path: FilePath) {
    do throws(RecordingError) {
      let (saved, losses) = try written(to: path)
      let name = saved.lastComponent?.string ?? saved.string
      if let loss = losses.first { notices.banner("\(name): \(loss).") }
      notices.toast("Saved as \(name)")
    } catch {
      notices.banner(error.description)
    }
  }

  private func written(to path: FilePath) throws(RecordingError) -> (FilePath, losses: [String]) {
    guard let recording, let source else { return (path, []) }
    if RecordingCopy.isMeant(by: path) { return (path, try RecordingCopy.write(recording, to: path)) }
    let kind = PictureFile(path)
    return (kind.named(path), try kind.write(source.replay.board, to: kind.named(path)))
  }

  private func copyPicture() {
    guard let board = source?.replay.board else { return }
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}
