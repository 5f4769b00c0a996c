import CTouchReelGtk

/// The size of a window, which the next one has as well.
struct WindowSize {
  /// Smaller ones were made so by a small screen.
  private static let least: CInt = 200

  /// Gives a window the size that the last one had when it was closed.
  static func restore(_ window: ObjectPointer) {
    if let width = Preferences[.width], let height = Preferences[.height], min(width, height) >= least {
      gtk_window_set_default_size(window.pointer(), width, height)
    }
    if Preferences[.maximized] == .on { gtk_window_maximize(window.pointer()) }
  }

  /// Keeps the size of a window that is being closed, without that of full screen or a maximized window.
  static func keep(of window: ObjectPointer) {
    var (width, height) = (CInt(0), CInt(0))
    gtk_window_get_default_size(window.pointer(), &width, &height)
    if width >= least, height >= least { (Preferences[.width], Preferences[.height]) = (width, height) }
    Preferences[.maximized] = SwitchState(gtk_window_is_maximized(window.pointer()) != 0)
  }
}
