import CTouchReelGtk

/// Shows how far a file is that is being written, with a button that stops it.
final class SavingBar {
  private let box: ObjectPointer
  private let text: ObjectPointer
  private let bar: ObjectPointer
  private var ticker: FrameTicker!
  private var progress: TaskProgress?

  init(_ layout: Layout) {
    (box, text, bar) = (layout["saving"], layout["saving-text"], layout["saving-bar"])
    ticker = FrameTicker(bar) { [weak self] in self?.step() ?? .stop }
  }

  func show(_ progress: TaskProgress, _ text: String) {
    self.progress = progress
    self.text.setLabel(text)
    gtk_progress_bar_set_fraction(bar.opaque, 0)
    box.isVisible = true
    ticker.wake()
  }

  func hide() {
    progress = nil
    box.isVisible = false
  }

  private func step() -> FrameTicker.TickResult {
    guard let progress else { return .stop }
    gtk_progress_bar_set_fraction(bar.opaque, progress.fraction)
    return .continue
  }
}
