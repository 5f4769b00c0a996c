import CTouchReelGtk
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelWindowArguments

/// The icon that the packages install, of the same name as the desktop entry.
enum ApplicationIcon {
  static let name = "io.github.touchreel.TouchReel"
}

/// The GTK application: it opens windows, and runs until the last one is closed.
package final class BoardApplication {
  package enum Refusal: Error {
    /// There is no Wayland compositor or X server, or it refuses the connection.
    case noDisplay
  }

  private let application: ObjectHolder
  private let purpose: WindowPurpose
  private var windows: [ObjectIdentifier: any ProgramWindow] = [:]
  /// The active window, or the one that was active last while a dialog or another program is.
  private weak var latest: (any ProgramWindow)?
  /// The keys as they are set: for a text or not.
  private var (textKeys, undoKeys) = (SwitchState.on, SwitchState.on)
  /// Whether something was lost as a window closed.
  private var hasLost = false

  package init(_ purpose: WindowPurpose) throws(Refusal) {
    GraphicsRenderer.choose()
    Translation.start()
    ApplicationIcon.name.withCString { g_set_prgname($0) }
    guard Self.hasDisplay else { throw .noDisplay }
    self.purpose = purpose
    application = ObjectHolder(
      adopting: UnsafeMutableRawPointer(gtk_application_new(ApplicationIcon.name, G_APPLICATION_NON_UNIQUE)))
  }

  /// Whether a Wayland compositor or X server lets this program in, whose windows it then has.
  package static var hasDisplay: Bool { gtk_init_check() != 0 }

  /// Opens the first window and runs the main loop until the last window is closed.
  ///
  /// - Returns: the exit status: 1 if something was lost.
  package func run() -> CInt {
    application.pointer.connect("startup") { [weak self] in self?.startUp() }
    application.pointer.connect("activate") { [weak self] in self?.activate() }
    let status = g_application_run(application.pointer.pointer(), 0, nil)
    return hasLost ? 1 : status
  }

  /// Says on standard error what was lost as a window closed.
  func tellLoss(_ failure: FileError) {
    hasLost = true
    _ = "touchreel: \(failure)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  private func startUp() {
    ActionMap(of: application.pointer).add("quit") { [weak self] in self?.quit() }
    for signal in [SIGINT, SIGTERM, SIGHUP] { MainLoop.onSignal(signal) { [weak self] in self?.end() } }
    GraphicsRenderer.chooseForDisplay()
    Style.load()
    gtk_window_set_default_icon_name(ApplicationIcon.name)
    shortcuts.install()
  }

  private func activate() {
    switch purpose {
    case .draw(let arguments): openFirstDrawing(arguments)
    case .play(let arguments): openPlayer(arguments)
    case .study(let collection): keep(StudyWindow(collection, of: self))
    }
  }

  /// Letters choose tools unless the user is typing in the window that has the keys: they are the whole program's.
  func updateTextKeys() {
    if let active = windows.values.first(where: { gtk_window_is_active($0.window.pointer()) != 0 }) { latest = active }
    setTextKeys(SwitchState(latest?.isTyping != true))
    setUndoKeys(SwitchState(latest?.typesInField != true))
  }

  private func setTextKeys(_ state: SwitchState) {
    guard state != textKeys else { return }
    textKeys = state
    shortcuts.setTextKeys(state)
  }

  private func setUndoKeys(_ state: SwitchState) {
    guard state != undoKeys else { return }
    undoKeys = state
    shortcuts.setUndoKeys(state)
  }

  private var shortcuts: Shortcuts { Shortcuts(of: application.pointer) }

  func openDrawing(_ arguments: DrawArguments, _ content: InitialContent = .blank) {
    keep(DrawWindow(arguments, content, of: self))
  }

  /// Whether a window shows what was drawn before: not where a file or a device was named.
  private static func offersSessions(_ arguments: DrawArguments) -> Bool {
    arguments.file == nil && arguments.devices.isEmpty && arguments.pipe == nil
  }

  /// If the file exists, it is left unchanged: a new recording starts with its content.
  private func openFirstDrawing(_ arguments: DrawArguments) {
    guard let path = arguments.path, path.exists else {
      return keep(DrawWindow(arguments, offersSessions: Self.offersSessions(arguments), of: self))
    }
    var unnamed = arguments
    unnamed.file = nil
    openDrawing(unnamed, .file(path))
  }

  /// Opens a drawing or a recording to draw on.
  func open(_ path: FilePath, _ arguments: DrawArguments = .notGiven) { openDrawing(arguments, .file(path)) }

  func openPlayer(_ arguments: PlayArguments) { keep(PlayWindow(arguments, of: self)) }

  /// Whether the program was told to end, by the desktop or by a signal, and nobody may be there to answer.
  private(set) var isEnding = false

  private func end() {
    isEnding = true
    quit()
  }

  /// Closes every window, so that each can finish what it is doing.
  private func quit() {
    for window in windows.values { gtk_window_close(window.window.pointer()) }
  }

  /// Says once, when a drawing is closed that nobody saved, that it is kept, and where.
  func tellWhereKept(_ path: FilePath) {
    guard Preferences[.knowsWhereKept] != .on, let notification = g_notification_new(translated("The drawing is kept"))
    else { return }
    Preferences[.knowsWhereKept] = .on
    g_notification_set_body(notification, translated("It is under Sessions in the menu, as %s.", path.fileName))
    g_application_send_notification(application.pointer.pointer(), "kept", notification)
    g_object_unref(UnsafeMutableRawPointer(notification))
  }

  /// Keeps the program running even if its last window is closed, until ``release()`` is called as often.
  func hold() { g_application_hold(application.pointer.pointer()) }

  func release() { g_application_release(application.pointer.pointer()) }

  /// Adds a window to the application.
  func adopt(_ window: ObjectPointer) { gtk_application_add_window(application.pointer.pointer(), window.pointer()) }

  private func keep(_ window: some ProgramWindow) {
    let (key, closed) = (ObjectIdentifier(window), window.window)
    windows[key] = window
    window.window.whenClosed { [weak self] in
      self?.windows[key] = nil
      if self?.latest?.window == closed { self?.latest = nil }
      self?.updateTextKeys()
    }
    window.window.connect("notify::is-active") { [weak self] in self?.updateTextKeys() }
    gtk_window_present(window.window.pointer())
  }
}
