import CGtk
import Glibc
import SystemPackage

/// The program with windows.
public final class BoardApplication {
  public enum Refusal: Error {
    /// There is no Wayland compositor and no X server, or it does not let us in.
    case noDisplay
  }

  private let application: ObjectHolder
  private let purpose: WindowPurpose
  private var windows: [ObjectIdentifier: any BoardWindow] = [:]

  public init(_ purpose: WindowPurpose) throws(Refusal) {
    guard gtk_init_check() != 0 else { throw .noDisplay }
    self.purpose = purpose
    application = ObjectHolder(
      adopting: UnsafeMutableRawPointer(gtk_application_new("io.github.touchreel.TouchReel", G_APPLICATION_NON_UNIQUE)))
  }

  /// Shows the window and returns when the last one was closed.
  ///
  /// - Returns: an exit status.
  public func run() -> CInt {
    application.pointer.connect("startup") { [weak self] in self?.startUp() }
    application.pointer.connect("activate") { [weak self] in self?.activate() }
    return g_application_run(application.pointer.pointer(), 0, nil)
  }

  private func startUp() {
    ActionMap(of: application.pointer).add("quit") { [weak self] in self?.quit() }
    for signal in [SIGINT, SIGTERM, SIGHUP] { MainLoop.whenSignalled(signal) { [weak self] in self?.quit() } }
    Style.load()
    shortcuts.install()
  }

  private func activate() {
    switch purpose {
    case .draw(let request): beginDrawing(request)
    case .play(let request): openPlayer(request)
    }
  }

  /// Letters choose tools unless the user is typing.
  func setTextKeys(_ state: SwitchState) { shortcuts.setTextKeys(state) }

  private var shortcuts: Shortcuts { Shortcuts(of: application.pointer) }

  func openDrawing(_ request: DrawRequest, _ beginning: InitialContent = .blank) {
    keep(DrawWindow(request, beginning, of: self))
  }

  /// A file that is there is drawn on, and stays as it is: the new recording begins with it.
  private func beginDrawing(_ request: DrawRequest) {
    guard let path = request.file, g_file_test(path.string, G_FILE_TEST_EXISTS) != 0 else {
      return openDrawing(request)
    }
    var elsewhere = request
    elsewhere.file = nil
    openDrawing(elsewhere, .file(path))
  }

  /// Shows a file that the user chose: a drawing is drawn on, a recording is played.
  func open(_ path: FilePath) {
    if path.string.lowercased().hasSuffix(".json") { return openDrawing(DrawRequest(), .file(path)) }
    openPlayer(PlayRequest(file: path))
  }

  func openPlayer(_ request: PlayRequest) { keep(PlayWindow(request, of: self)) }

  /// Closes every window, as each may have something to finish.
  private func quit() {
    for window in windows.values { gtk_window_close(window.window.pointer()) }
  }

  /// The program goes on, though its last window may be closed, until it is released as often.
  func hold() { g_application_hold(application.pointer.pointer()) }

  func release() { g_application_release(application.pointer.pointer()) }

  /// Makes a window of the program's, which goes on until its last one is closed.
  func adopt(_ window: ObjectPointer) { gtk_application_add_window(application.pointer.pointer(), window.pointer()) }

  private func keep(_ window: some BoardWindow) {
    let key = ObjectIdentifier(window)
    windows[key] = window
    window.window.connect("destroy") { [weak self] in self?.windows[key] = nil }
    gtk_window_present(window.window.pointer())
  }
}
