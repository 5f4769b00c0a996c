import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking
import TouchReelWindowArguments

extension DrawWindow {
  /// What is drawn is not written to the file that was opened.
  var changed: Document? { nil }

  /// Asks first if what was drawn is kept nowhere.
  func closeIfSaved() -> SignalAnswer {
    checkFile()
    endRecording()
    guard isUnsaved, !mayLoseDrawing, !application.isEnding else {
      close()
      return .passedOn
    }
    askToSave()
    return .handled
  }

  /// Whoever comes back from another window may have moved or removed the recording there.
  func checkFile() {
    drawing?.checkFile()
    ticker.wake()
  }

  /// Only when its last part is on the disk is it certain that a session is kept.
  private func endRecording() {
    guard let drawing, drawing.isRecorded else { return }
    drawing.cancelAll(.window, at: EventClock.now)
    drawing.finish()
    ticker.wake()
  }

  private var isUnsaved: Bool {
    guard let drawing, !drawing.isKept else { return false }
    if drawing.board.isTextChanged { return true }
    return drawing.board.hasOperations && drawing.board.latestOperation?.id != savedOperation
  }

  private func askToSave() {
    SaveQuestion.ask(
      translated("Save this drawing?"), translated("It is not being recorded: without saving, it is lost."),
      over: window
    ) { [weak self] in self?.answer($0) }
  }

  private func answer(_ answer: SaveQuestion.Answer) {
    switch answer {
    case .save:
      closesWhenSaved = true
      actions.activate("save")
    case .discard:
      mayLoseDrawing = true
      gtk_window_close(window.pointer())
    case .cancel: afterClosing = nil
    }
  }

  func saving(ended end: SavingEnd) {
    if case .saved(let latest) = end { savedOperation = latest }
    guard closesWhenSaved else { return }
    closesWhenSaved = false
    switch end {
    // Which asks again if more was drawn meanwhile.
    case .saved: gtk_window_close(window.pointer())
    case .notSaved: afterClosing = nil
    }
  }

  private func close() {
    WindowSize.keep(of: window)
    start.close()
    if let settings = board?.settings {
      EraserChoice(settings).keep()
    }
    keepPens()
    penKeeping?.keep()
    loader.cancel()
    devices?.kernel.stop()
    // Which releases them.
    devices = nil
    let isCopy = isCopy
    drawing?.finish()
    if let loss { application.tellLoss(loss) }
    if let file, file.isInPlace { removeIfEmpty(file.path, orCopy: isCopy) }
    file = nil
    afterClosing?()
    afterClosing = nil
  }

  /// What is lost without an answer, which no banner can say any more.
  private var loss: FileError? {
    if let failure = drawing?.drainFailure() { return failure }
    guard isUnsaved, !mayLoseDrawing else { return nil }
    let name = arguments.path?.readable ?? "the drawing"
    return FileError(file: name, message: "what was drawn was not recorded to its end, and not saved")
  }

  /// Removes the recording if the user did not choose its name and it has no events, or none that the file that was
  /// opened has not.
  private func removeIfEmpty(_ path: FilePath, orCopy isCopy: Bool) {
    guard let session = StoredSession(path) else { return }
    guard path.isKeptSession else { return RecentFiles.add(path) }
    if session.hasEvents, !isCopy {
      application.tellWhereKept(path)
      return RecentFiles.add(path)
    }
    do throws(FileError) { try session.remove() } catch { return }
  }
}
