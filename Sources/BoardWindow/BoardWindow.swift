import ByteStreams
import CGtk
import Canvas
import DrawingBoard
import DrawingFiles
import SystemPackage

/// A window with what it does.
protocol BoardWindow: AnyObject {
  var application: BoardApplication { get }
  var window: ObjectPointer { get }
  var layout: Layout { get }
  var actions: ActionMap { get }
  var notices: Notices { get }
  /// What it shows; nothing before that is read.
  var board: Board? { get }

  /// A file was dropped on the window.
  func take(dropped path: FilePath)
  /// What is recorded of the board, to be saved.
  ///
  /// - Returns: nothing where the file is that recording.
  func recording(for path: FilePath) throws(FileError) -> SavedContent?
}

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
    FileDrop.accept(on: window) { [weak self] in self?.take(dropped: $0) }
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
    do throws(FileError) {
      guard let content = try content(of: kind, for: path) else { return tell(.success([]), of: path) }
      write(content, to: path)
    } catch {
      notices.banner(error.description)
    }
  }

  /// - Returns: nothing where the file has it already.
  private func content(of kind: SavedFile, for path: FilePath) throws(FileError) -> SavedContent? {
    guard let board else { throw FileError(file: path.string, message: "there is nothing to save yet") }
    switch kind {
    case .png: return .picture(board)
    case .drawing: return .drawing(board.drawing, .touchreel)
    case .drawsana: return .drawing(board.drawing, .drawsana)
    case .recording: return try recording(for: path)
    }
  }

  /// The program goes on until it is written, though its windows may be closed.
  private func write(_ content: SavedContent, to path: FilePath) {
    notices.toast("Saving \(path.fileName)…")
    application.hold()
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in try content.write(to: path) }
    } then: { [weak self, application] result in
      defer { application.release() }
      self?.tell(result, of: path)
    }
  }

  /// - Parameter result: what the file could not hold.
  private func tell(_ result: Result<[String], FileError>, of path: FilePath) {
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
    Clipboard.take(board, of: window)
    notices.toast("Picture copied")
  }
}

extension BoardWindow {
  /// What both kinds of window can do.
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
    about.opaque, "Records what fingers and pens do, and replays it, bit for bit, into drawings.")
  gtk_about_dialog_set_license_type(about.opaque, GTK_LICENSE_APACHE_2_0)
  gtk_about_dialog_set_logo_icon_name(about.opaque, "applications-graphics-symbolic")
  gtk_window_set_transient_for(about.pointer(), window.pointer())
  gtk_window_set_modal(about.pointer(), 1)
  gtk_window_present(about.pointer())
}

private enum Clipboard {
  /// Offers a board as a picture to other programs.
  static func take(_ board: Board, of widget: ObjectPointer) {
    let texture = Texture(board.unmarked.picture.composed())
    texture.with { gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.widget), $0) }
  }
}
