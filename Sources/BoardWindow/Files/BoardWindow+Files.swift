import CGtk
import DrawingBoard
import DrawingFiles
import Recordings
import SystemPackage

/// What both kinds of window do with files.
extension BoardWindow {
  /// - Parameter name: what a saved picture might be called.
  func addFileActions(picture name: String) {
    actions.add("open") { [window, application] in
      FileDialog.open("Open", FileKind.openable, over: window) { application.open($0) }
    }
    actions.add("open-file", withText: { [application] in application.open(FilePath($0)) })
    actions.add("save-as") { [weak self] in self?.askSave(name) }
    actions.add("copy") { [weak self] in self?.copyPicture() }
    FileDrop.accept(on: window) { [application] in application.open($0) }
    RecentFiles.fill(layout["recent-menu"])
  }

  private func askSave(_ name: String) {
    FileDialog.save("Save As", name: name, over: window) { [weak self] in self?.save(to: $0, choosing: $1) }
  }

  /// - Parameter path: where a file of this very name is there, the dialog has asked whether to replace it.
  private func save(to path: FilePath, choosing chosen: SavedFile) {
    let kind = SavedFile(path, choosing: chosen)
    let whole = kind.named(path)
    guard whole != path, g_file_test(whole.string, G_FILE_TEST_EXISTS) != 0 else { return save(kind, to: whole) }
    notices.banner(
      "\(whole.fileName) is there already.",
      offer: Notices.Offer(label: "Replace") { [weak self] in self?.save(kind, to: whole) })
  }

  private func save(_ kind: SavedFile, to path: FilePath) {
    do throws(RecordingError) {
      if let loss = try write(kind, to: path).first { notices.banner("\(path.fileName): \(loss).") }
      notices.toast("Saved as \(path.fileName)")
    } catch {
      notices.banner(error.description)
    }
  }

  /// - Returns: what the file could not hold.
  private func write(_ kind: SavedFile, to path: FilePath) throws(RecordingError) -> [String] {
    guard let board else { throw RecordingError(file: path.string, message: "there is nothing to save yet") }
    switch kind {
    case .png:
      try OutputFile.savePicture(of: board, to: path)
      return []
    case .drawing: return try OutputFile.save(board.drawing, as: .touchreel, to: path)
    case .drawsana: return try OutputFile.save(board.drawing, as: .drawsana, to: path)
    case .recording: return try saveRecording(as: path)
    }
  }

  private func copyPicture() {
    guard let board else { return }
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}
