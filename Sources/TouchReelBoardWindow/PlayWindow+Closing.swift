import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelReplaying
import TouchReelTouchTracking

/// What a player remembers between the question whether to save and its end.
struct PlayerClosing {
  /// What was said of touches when they were written last.
  var written: [Touch.ID: TouchLook]?
  var closesWhenSaved = false
  var mayLoseEdits = false
}

/// Saving what is said of touches, and closing.
extension PlayWindow {
  /// The recording itself if it can be written again as it is, else one beside it.
  var changed: Document? {
    guard edits?.isUnsaved == true else { return nil }
    let path = arguments.path
    let canReplace = facts?.isTruncated == false && !isInUse && bytes?.isPipe == false
    if canReplace, SavedFile.recording.named(path) == path { return Document(path: path, kind: .recording) }
    let other = path.lastComponent.map { FilePath("\($0.stem)-2.mcap") } ?? "recording.mcap"
    return Document(path: other, kind: .recording)
  }

  /// Asks first if something is said of touches that is not saved.
  func closeIfSaved() -> SignalAnswer {
    guard edits?.isUnsaved == true, !closing.mayLoseEdits, !application.isEnding else {
      stopWorking()
      return .passedOn
    }
    SaveQuestion.ask(
      translated("Save the changes of touches?"), translated("Without saving, they are lost."), over: window
    ) { [weak self] in self?.answer($0) }
    return .handled
  }

  private func answer(_ answer: SaveQuestion.Answer) {
    switch answer {
    case .save:
      closing.closesWhenSaved = true
      actions.activate("save")
    case .discard:
      closing.mayLoseEdits = true
      gtk_window_close(window.pointer())
    case .cancel: break
    }
  }

  func saving(ended end: SavingEnd) {
    let isSaved = if case .saved = end { document?.kind == .recording } else { false }
    if isSaved, let written = closing.written { edits?.save(written) }
    showEdits()
    guard closing.closesWhenSaved else { return }
    closing.closesWhenSaved = false
    if isSaved { gtk_window_close(window.pointer()) }
  }
}
