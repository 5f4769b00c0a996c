import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelLiveDrawing

/// Lists the recorded sessions, to open or delete them, and to stop recording.
final class SessionsDialog {
  private let layout = Layout(PackageResources.sessions_ui)
  private let folder: SessionFolder
  private let open: (FilePath) -> Void
  private var rows: [SessionRow] = []

  /// - Parameter open: called with the session that the user opens.
  static func show(over window: ObjectPointer, open: @escaping (FilePath) -> Void) {
    guard let folder = SessionStart.folder else { return }
    let dialog = SessionsDialog(folder, open)
    gtk_window_set_transient_for(dialog.window.pointer(), window.pointer())
    dialog.window.whenClosed { dialog.release() }
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ folder: SessionFolder, _ open: @escaping (FilePath) -> Void) {
    self.folder = folder
    self.open = open
    layout["folder"].setLabel(folder.path.string)
    let record = layout["record"]
    gtk_check_button_set_active(record.pointer(), Preferences[.recording] == .off ? 0 : 1)
    record.connect("toggled") {
      Preferences[.recording] = SwitchState(gtk_check_button_get_active(record.pointer()) != 0)
    }
    window.whenEscaped { [weak self] in self?.close() }
    for session in folder.sessions() { add(session) }
    showWhetherEmpty()
  }

  private var window: ObjectPointer { layout["window"] }

  private func close() { gtk_window_destroy(window.pointer()) }

  private func release() {
    for row in rows { row.picture.cancel() }
    rows = []
  }

  private func add(_ session: StoredSession) {
    let row = SessionRow(
      session,
      open: { [weak self, open] in
        // Which frees the dialog.
        self?.close()
        open(session.path)
      }, delete: { [weak self] in self?.askToDelete(session) })
    rows.append(row)
    gtk_list_box_append(layout["list"].opaque, row.widget.widget)
  }

  private func showWhetherEmpty() {
    layout["empty"].isVisible = rows.isEmpty
    layout["scroller"].isVisible = !rows.isEmpty
  }

  private func askToDelete(_ session: StoredSession) {
    guard
      let question = message_dialog(
        window.pointer(), GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, session.title,
        translated("Delete this session? It cannot be restored."))
    else { return }
    let dialog = ObjectPointer(question)
    for (label, answer) in [
      (translated("_Cancel"), GTK_RESPONSE_CANCEL), (translated("_Delete"), GTK_RESPONSE_ACCEPT),
    ] { gtk_dialog_add_button(dialog.pointer(), label, answer.rawValue) }
    dialog.connect(
      "response",
      answering: { [weak self] arguments in
        gtk_window_destroy(dialog.pointer())
        if arguments.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue) { self?.delete(session) }
        return .handled
      })
    gtk_window_present(dialog.pointer())
  }

  private func delete(_ session: StoredSession) {
    do throws(FileError) {
      try session.remove()
      guard let index = rows.firstIndex(where: { $0.session == session }) else { return }
      let row = rows.remove(at: index)
      row.picture.cancel()
      gtk_list_box_remove(layout["list"].opaque, row.widget.widget)
      showWhetherEmpty()
    } catch {
      layout["problem"].setLabel(error.description)
      layout["problem"].isVisible = true
    }
  }
}
