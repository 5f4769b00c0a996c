import ByteStreams
import CGtk
import Canvas
import DrawingBoard
import DrawingFiles
import SystemPackage

/// A window of the application.
protocol BoardWindow: AnyObject {
  var application: BoardApplication { get }
  var window: ObjectPointer { get }
  var layout: Layout { get }
  var actions: ActionMap { get }
  var notices: Notices { get }
  /// The board that it shows; `nil` until that is loaded.
  var board: Board? { get }

  /// Opens a file that was dropped on the window.
  func take(dropped path: FilePath)
  /// The recording to save.
  ///
  /// - Returns: `nil` if the file at `path` is that recording.
  func recording(for path: FilePath) throws(FileError) -> SavedContent?
}

/// Opening and saving files.
extension BoardWindow {
  /// - Parameter name: the suggested name for a saved picture.
  func addFileActions(picture name: String) {
    actions.add("open") { [window, application] in
      FileDialog.open("Open", FileKind.openable, over: window) { application.open($0) }
    }
    actions.add("open-file", withText: { [application] in application.open(FilePath($0)) })
    actions.add("save-as") { [weak self] in self?.askSave(name) }
    actions.add("copy") { [weak self] in self?.copyPicture() }
    FileDrop.accept(on: window) { [weak self] in self?.take(dropped: $0) }
    RecentFiles.fill(layout["recent-menu"])
  }

  private func askSave(_ name: String) {
    FileDialog.save("Save As", name: name, over: window) { [weak self] in self?.save(to: $0, choosing: $1) }
  }

  /// - Parameter path: if it exists, the dialog has already asked whether to replace it.
  private func save(to path: FilePath, choosing chosen: SavedFile) {
    let kind = SavedFile(path, choosing: chosen)
    let named = kind.named(path)
    guard named != path, g_file_test(named.string, G_FILE_TEST_EXISTS) != 0 else { return save(kind, to: named) }
    notices.banner(
      "\(named.fileName) already exists.",
      button: Notices.Button(label: "Replace") { [weak self] in self?.save(kind, to: named) })
  }

  private func save(_ kind: SavedFile, to path: FilePath) {
    do throws(FileError) {
      guard let content = try content(of: kind, for: path) else { return report(.success([]), for: path) }
      write(content, to: path)
    } catch {
      notices.banner(error.description)
    }
  }

  /// - Returns: `nil` if the file already has the content.
  private func content(of kind: SavedFile, for path: FilePath) throws(FileError) -> SavedContent? {
    guard let board else { throw FileError(file: path.string, message: "there is nothing to save yet") }
    switch kind {
    case .png: return .picture(board)
    case .drawing: return .drawing(board.saved, .touchreel)
    case .drawsana: return .drawing(board.saved, .drawsana)
    case .recording: return try recording(for: path)
    }
  }

  /// Writes the content in the background, and keeps the program running until that is done.
  private func write(_ content: SavedContent, to path: FilePath) {
    notices.toast("Saving \(path.fileName)…")
    application.hold()
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in try content.write(to: path) }
    } then: { [weak self, application] result in
      defer { application.release() }
      self?.report(result, for: path)
    }
  }

  /// - Parameter result: what was lost, if the file was written.
  private func report(_ result: Result<[String], FileError>, for path: FilePath) {
    do throws(FileError) {
      if let loss = try result.get().first { notices.banner("\(path.fileName): \(loss).") }
      notices.toast("Saved as \(path.fileName)")
    } catch {
      notices.hideToast()
      notices.banner(error.description)
    }
  }

  private func copyPicture() {
    guard let board else { return }
    Clipboard.copy(board, of: window)
    notices.toast("Picture copied")
  }
}

extension BoardWindow {
  /// Adds the actions that all windows have.
  func addWindowActions() {
    actions.add("close") { [window] in gtk_window_close(window.pointer()) }
    actions.add("dark", state: SwitchState(Style.isDark)) { state in
      Style.isDark = state == .on
      Preferences[.dark] = state
    }
    actions.add("fullscreen", state: .off) { [window] state in
      if state == .on { gtk_window_fullscreen(window.pointer()) } else { gtk_window_unfullscreen(window.pointer()) }
    }
    actions.add("about") { [window] in showAbout(over: window) }
  }

  func setShortcuts(_ text: [UInt8]) {
    let shortcuts = Layout(text)
    withExtendedLifetime(shortcuts) {
      gtk_application_window_set_help_overlay(window.pointer(), shortcuts["shortcuts"].opaque)
    }
  }
}

private func showAbout(over window: ObjectPointer) {
  let about = ObjectPointer(gtk_about_dialog_new())
  gtk_about_dialog_set_program_name(about.opaque, "TouchReel")
  gtk_about_dialog_set_comments(
    about.opaque, "Records touch and pen input, and replays it into drawings.")
  gtk_about_dialog_set_license_type(about.opaque, GTK_LICENSE_APACHE_2_0)
  gtk_about_dialog_set_logo_icon_name(about.opaque, "applications-graphics-symbolic")
  gtk_window_set_transient_for(about.pointer(), window.pointer())
  gtk_window_set_modal(about.pointer(), 1)
  gtk_window_present(about.pointer())
}

private enum Clipboard {
  /// Puts a picture of a board on the clipboard.
  static func copy(_ board: Board, of widget: ObjectPointer) {
    let texture = Texture(board.unmarked.picture.composed())
    texture.with { gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.widget), $0) }
  }
}
