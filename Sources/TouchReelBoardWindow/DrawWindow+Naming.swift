import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// The name of the drawing in the title, which a click on it or F2 changes: that of the recorded session, or that of
/// a file, which is saved under another name then.
extension DrawWindow {
  func addNaming() {
    // Over the page, it names what is there: the drawing behind it is not seen.
    actions.add("rename") { [weak self] in
      guard let self else { return }
      if start.isShown { start.rename() } else { askName() }
    }
    for title in ["title", "names-title"] {
      let click = ObjectPointer(gtk_gesture_click_new())
      click.connect("released") { [weak self] in self?.askName() }
      gtk_widget_add_controller(layout[title].widget, click.opaque)
    }
    layout["name-entry"].connect("activate") { [weak self] in self?.endNaming(.on) }
    layout["name-keep"].connect("clicked") { [weak self] in self?.endNaming(.on) }
    layout["name-entry"].whenFocused { [weak self] in
      self?.typesName = $0 == .on
    }
    gtk_entry_set_max_length(layout["name-entry"].pointer(), CInt(SessionName.lengthLimit))
  }

  var isNaming: Bool { layout["name-bar"].isVisible }

  /// What the title says; `nil` for a drawing without a name.
  var shownName: String? {
    if let document, !document.path.isKeptSession { return document.path.fileName }
    if let file, let name = StoredSession.name(of: file.path) { return name.text }
    return (keptOrigin ?? document?.path).map { $0.listedSession?.title ?? $0.fileName }
  }

  private func askName() {
    guard let file, document?.path.isKeptSession != false else { return actions.activate("save-as") }
    gtk_editable_set_text(layout["name-entry"].opaque, StoredSession.name(of: file.path)?.text ?? "")
    layout["name-bar"].isVisible = true
    gtk_widget_grab_focus(layout["name-entry"].widget)
  }

  /// - Parameter keeping: whether the name that was typed counts.
  func endNaming(_ keeping: SwitchState) {
    guard isNaming else { return }
    let name = SessionName(String(cString: gtk_editable_get_text(layout["name-entry"].opaque)))
    gtk_widget_grab_focus(canvas.widget.widget)
    layout["name-bar"].isVisible = false
    if keeping == .on { rename(name) }
  }

  private func rename(_ name: SessionName?) {
    guard let file else { return }
    do throws(FileError) {
      try StoredSession.rename(file.path, to: name)
      // Nothing was drawn on it yet, so that this recording may be removed as a copy of it.
      if let kept = unchangedSession { try StoredSession.rename(kept, to: name) }
      showName(shownName)
    } catch {
      notices.banner(error.description, .first)
    }
  }

  /// Gives the recording of a session that is gone on with the name of that session.
  func inheritName() {
    guard let file, let session = keptOrigin, let name = StoredSession.name(of: session) else { return }
    // What cannot be named keeps the name of its file.
    do throws(FileError) { try StoredSession.rename(file.path, to: name) } catch { return }
  }

  /// The session that was opened, if nothing was drawn on it since.
  var unchangedSession: FilePath? { isCopy ? keptOrigin : nil }

  /// Whether the board is what a file has that was opened, and nothing was drawn on it since.
  var isCopy: Bool {
    // A pipe cannot be read once more.
    guard let origin, origin.isRegularFile, let board else { return false }
    return board.openTouches.isEmpty && !board.isTextChanged && board.latestOperation?.id == openedOperation
  }
}

extension FilePath {
  /// Whether it is in the folder of sessions.
  var isKeptSession: Bool { SessionStart.folder.map { removingLastComponent() == $0.path } ?? false }

  /// The session of this file as the page lists it, which calls it by what else is there.
  fileprivate var listedSession: SessionCatalog.Entry? {
    guard let session = StoredSession(self) else { return nil }
    let alone = SessionCatalog.Entry(session: session, name: session.name, day: session.modified.localDay)
    guard isKeptSession, session.name == nil, let folder = SessionStart.folder else { return alone }
    return SessionCatalog(folder, without: nil)[self] ?? alone
  }
}
