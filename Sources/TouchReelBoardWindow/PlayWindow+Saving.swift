import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing

/// The marked part as a file: a recording, a film, a page that plays or a picture.
extension PlayWindow {
  func addSavingActions() {
    actions.add("save-part") { [weak self] in self?.askSavePart() }
    actions.add("stop-saving") { [weak self] in self?.stopSaving() }
    actions.setEnabled("stop-saving", false)
  }

  private func askSavePart() {
    let name = arguments.path.lastComponent.map { "\($0.stem) part.mcap" } ?? "part.mcap"
    FileDialog.save(
      translated("Save the Part"), name: FilePath(name), as: .recording, among: SavedFile.ofParts, over: window
    ) { [weak self] chosen in
      if let (path, kind) = chosen { self?.savePart(to: path, as: kind) }
    }
  }

  /// - Parameter path: if it exists, the dialog has already asked whether to replace it.
  private func savePart(to path: FilePath, as kind: SavedFile) {
    switch TypedName(path, as: kind, among: SavedFile.ofParts) {
    case .file(let document) where document.path == path || !document.path.exists: savePart(to: document)
    case .file(let document): askToReplace(document)
    case .notWritten(let suffix, _): notices.banner(TypedName.reason(suffix), .first, about: .saving)
    }
  }

  private func askToReplace(_ document: Document) {
    notices.banner(
      translated("%s already exists.", document.path.fileName), .first,
      button: Notices.Button(label: translated("Replace")) { [weak self] in self?.savePart(to: document) },
      about: .saving)
  }

  /// The part that is marked, or all.
  private var markedPart: SavedPart? {
    guard let bytes, let facts else { return nil }
    let part = playback.part
    return SavedPart(
      bytes: bytes, facts: facts, look: look, first: part.first > playback.start ? part.first : nil,
      last: part.last < playback.end ? part.last : nil)
  }

  private func savePart(to document: Document) {
    guard savingPart == nil, let part = markedPart else { return }
    let (path, format) = (document.path, document.kind.picture)
    notices.drop(.saving)
    application.hold()
    let task = BackgroundTask { progress in
      Result { () throws(FileError) in try part.write(as: format, to: path, progress) }
    } then: { [weak self, application] result in
      defer { application.release() }
      self?.endSaving()
      self?.report(result, savedTo: document)
    } cancelled: { [weak self, application] _ in
      defer { application.release() }
      self?.endSaving()
    }
    savingPart = task.progress
    savingBar.show(task.progress, translated("Saving %s…", path.fileName))
    showMarks()
  }

  func stopSaving() { savingPart?.cancel() }

  private func endSaving() {
    savingPart = nil
    savingBar.hide()
    showMarks()
  }

  private func report(_ result: Result<[String], FileError>, savedTo document: Document) {
    do throws(FileError) {
      let warnings = try result.get()
      if document.kind.isOpenable { RecentFiles.add(document.path) }
      notices.toast(translated("Saved as %s", document.path.fileName))
      if let warning = warnings.first {
        notices.banner("\(document.path.fileName): \(warning).", about: .saving)
      }
    } catch {
      notices.banner(error.description, .first, about: .saving)
    }
  }
}
