import CGtk
import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
import SystemPackage

extension DrawWindow {
  func addFileActions() {
    actions.add("new") { [application] in application.openDrawing(DrawRequest()) }
    actions.add("open") { [weak self] in self?.askOpen() }
    actions.add("open-file", withText: { [application] in application.open(FilePath($0)) })
    actions.add("save-as") { [weak self] in self?.askSave() }
    actions.add("copy") { [weak self] in self?.copyPicture() }
    FileDrop.accept(on: window) { [application] in application.open($0) }
    RecentFiles.fill(layout["recent-menu"])
  }

  private func askOpen() {
    FileDialog.open("Open", FileKind.openable, over: window) { [application] in application.open($0) }
  }

  private func askSave() {
    FileDialog.save("Save As", PictureFile.kinds + [RecordingCopy.kind], name: "drawing.png", over: window) {
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
    guard let drawing else { return (path, []) }
    guard RecordingCopy.isMeant(by: path) else {
      let kind = PictureFile(path)
      return (kind.named(path), try kind.write(drawing.board, to: kind.named(path)))
    }
    guard let file else { throw RecordingError(file: path.string, message: "there is no recording of this drawing") }
    guard path != file.path.absolute else { return (path, []) }
    // What is due within the next second is on the disk before it is read.
    drawing.tick(EventClock.now.advanced(by: TimeSpan(seconds: 1)))
    _ = try RecordingCopy.write(try Recording.open(file.path), to: path)
    return (path, [])
  }

  private func copyPicture() {
    guard let board = drawing?.board else { return }
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}
