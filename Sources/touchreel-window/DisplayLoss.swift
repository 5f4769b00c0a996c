import Glibc

/// Reports an X server that goes away, at which GTK ends the program without a word.
nonisolated enum DisplayLoss {
  private typealias Handler = @convention(c) (_ display: OpaquePointer?) -> CInt
  private typealias Setter = @convention(c) (Handler?) -> Handler?

  /// Takes GTK's place, which is there once it has opened the display. Under Wayland, GTK reports it.
  static func watch() {
    guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
    _ = unsafeBitCast(symbol, to: Setter.self)({ _ in DisplayLoss.end() })
  }

  private static func end() -> Never {
    let message = "touchreel: the display went away, and the window with it; a recording has all that was drawn\n"
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    // GTK does the same: what else would run at the exit needs the display.
    _exit(1)
  }
}
