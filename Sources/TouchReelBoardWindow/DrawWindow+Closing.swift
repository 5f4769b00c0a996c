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
  /// Asks first if what was drawn is kept nowhere.
  func closeIfSaved() -> SignalAnswer {
    guard isUnsaved, !mayLoseDrawing, !application.isEnding else {
      close()
      return .passedOn
    }
    askToSave()
    return .handled
  }

  private var isUnsaved: Bool {
    guard let drawing, !drawing.isRecorded else { return false }
    if drawing.board.isTextChanged { return true }
    return drawing.board.hasOperations && drawing.board.latestOperation?.id != savedOperation
  }

  private func askToSave() {
    guard
      let question = message_dialog(
        window.pointer(), GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, translated("Save this drawing?"),
        translated("It is not being recorded: without saving, it is lost."))
    else { return }
    let dialog = ObjectPointer(question)
    for (label, answer) in [
      (translated("_Discard"), GTK_RESPONSE_REJECT), (translated("_Cancel"), GTK_RESPONSE_CANCEL),
      (translated("_Save"), GTK_RESPONSE_ACCEPT),
    ] { gtk_dialog_add_button(dialog.pointer(), label, answer.rawValue) }
    gtk_dialog_set_default_response(dialog.pointer(), GTK_RESPONSE_ACCEPT.rawValue)
    dialog.connect(
      "response",
      answering: { [weak self] arguments in
        gtk_window_destroy(dialog.pointer())
        self?.answer(GtkResponseType(rawValue: Int32(arguments.int(1))))
        return .handled
      })
    gtk_window_present(dialog.pointer())
  }

  private func answer(_ answer: GtkResponseType) {
    switch answer {
    case GTK_RESPONSE_ACCEPT:
      closesWhenSaved = true
      actions.activate("save")
    case GTK_RESPONSE_REJECT:
      mayLoseDrawing = true
      gtk_window_close(window.pointer())
    default: afterClosing = nil
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
    drawing?.cancelAll(.window, at: EventClock.now)
    drawing?.finish()
    if let path = file?.path { removeIfEmpty(path, orCopy: isCopy) }
    file = nil
    afterClosing?()
    afterClosing = nil
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
