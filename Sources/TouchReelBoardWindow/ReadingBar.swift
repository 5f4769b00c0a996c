import CTouchReelGtk

/// Shows the progress of reading in a window.
final class ReadingBar {
  private let bar: ObjectPointer
  private let subtitle: ObjectPointer
  private var ticker: FrameTicker!
  private var progress: TaskProgress?

  init(_ layout: Layout) {
    bar = layout["reading"]
    subtitle = layout["subtitle"]
    gtk_progress_bar_set_pulse_step(bar.opaque, 0.01)
    ticker = FrameTicker(bar) { [weak self] in self?.step() ?? .stop }
  }

  /// - Parameter text: what the window is doing, shown in its title.
  func show(_ progress: TaskProgress, _ text: String) {
    self.progress = progress
    subtitle.setLabel(text)
    subtitle.isVisible = true
    bar.isVisible = true
    ticker.wake()
  }

  var isShown: Bool { progress != nil }

  /// Hides the bar; the caller sets the title.
  func hide() {
    progress = nil
    bar.isVisible = false
  }

  private func step() -> FrameTicker.TickResult {
    guard let progress else { return .stop }
    let fraction = progress.fraction
    // The length of a pipe is not known.
    if fraction > 0 { gtk_progress_bar_set_fraction(bar.opaque, fraction) } else { gtk_progress_bar_pulse(bar.opaque) }
    return .continue
  }
}
