import CGtk

/// Shows, while a window reads, how far that is.
final class ReadingBar {
  private let bar: ObjectPointer
  private let subtitle: ObjectPointer
  private var ticker: FrameTicker!
  private var watch: BackgroundTaskWatch?

  init(_ layout: Layout) {
    bar = layout["reading"]
    subtitle = layout["subtitle"]
    gtk_progress_bar_set_pulse_step(bar.opaque, 0.01)
    ticker = FrameTicker(bar) { [weak self] in self?.step() ?? .stop }
  }

  /// - Parameter words: what the window does, in its title.
  func show(_ watch: BackgroundTaskWatch, _ words: String) {
    self.watch = watch
    subtitle.setLabel(words)
    subtitle.isVisible = true
    bar.isVisible = true
    ticker.wake()
  }

  /// The title is for whoever shows what was read.
  func hide() {
    watch = nil
    bar.isVisible = false
  }

  private func step() -> FrameTicker.TickResult {
    guard let watch else { return .stop }
    let fraction = watch.fraction
    // Of a pipe nobody knows how long it is.
    if fraction > 0 { gtk_progress_bar_set_fraction(bar.opaque, fraction) } else { gtk_progress_bar_pulse(bar.opaque) }
    return .continue
  }
}
