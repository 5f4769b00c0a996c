import CGtk

/// Does something before each frame of the display, while there is something to do.
final class FrameTicker {
  enum TickResult {
    case `continue`, stop
  }

  private let widget: ObjectPointer
  private let step: () -> TickResult
  private var isTicking = false

  /// - Parameter step: says whether there is more to do.
  init(_ widget: ObjectPointer, _ step: @escaping () -> TickResult) {
    self.widget = widget
    self.step = step
  }

  /// There is something to do.
  func wake() {
    guard !isTicking else { return }
    isTicking = true
    gtk_widget_add_tick_callback(
      widget.widget,
      { _, _, ticker in
        guard let ticker else { return 0 }
        nonisolated(unsafe) let pointer = ticker
        return MainActor.assumeIsolated { Unmanaged<FrameTicker>.fromOpaque(pointer).takeUnretainedValue().tick() }
      },
      Unmanaged.passRetained(self).toOpaque(),
      { ticker in if let ticker { Unmanaged<FrameTicker>.fromOpaque(ticker).release() } })
  }

  private func tick() -> gboolean {
    isTicking = step() == .continue
    return isTicking ? 1 : 0
  }
}
