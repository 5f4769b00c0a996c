import CGtk
import DrawingBoard
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
    FileDialog.save("Save As", PictureFile.kinds, name: "drawing.png", over: window) { [weak self] in self?.save(to: $0)
    }
  }

  private func save(to path: FilePath) {
    guard let board = drawing?.board else { return }
    let kind = PictureFile(path)
    let named = kind.named(path)
    do throws(RecordingError) {
      let losses = try kind.write(board, to: named)
      if let loss = losses.first { notices.banner("\(named.lastComponent?.string ?? ""): \(loss).") }
      notices.toast("Saved as \(named.lastComponent?.string ?? named.string)")
    } catch {
      notices.banner(error.description)
    }
  }

  private func copyPicture() {
    guard let board = drawing?.board else { return }
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}
