import CGtk
import DrawingBoard
import InputEvents
import LiveDrawing
import TouchTracking

/// The bars above the board, which hide while something is drawn and can be folded away.
extension DrawWindow {
  func addBarActions() {
    actions.add("bars", state: .on) { [weak self] state in
      if state == .on { self?.bars.unfold() } else { self?.bars.fold() }
      self?.ticker.wake()
    }
  }

  func showBars(_ now: Timestamp) {
    let touches = drawing?.openTouches.count ?? 0
    bars.update(openTouches: touches, at: now)
    let isShown = bars.isShown(at: now)
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    for bar in ["tools", "inks"] { layout[bar].isReachable = isShown }
    layout["screen-bar"].isReachable = isShown && isCovering
    layout["gestures-page"].isReachable = isShowingGestures && touches == 0
    layout["handle"].isVisible = isCovering || bars.isFolded
    layout["handle"].setClass("faded", SwitchState(touches > 0))
  }
}

/// A finger from the edge of the screen brings back bars that are folded away. All others come back by themselves, so
/// that any line may begin at the edge.
extension DrawWindow {
  func watchForSwipe(_ event: PointerEvent) {
    guard case .finger(let sequence) = event.pointer, let viewport = canvas.viewport else { return }
    let isSwipe = swipe.take(
      event.phase, of: sequence, at: viewport.surfacePoint(of: event.position), on: canvas.size,
      drawing: drawing?.openTouches.count ?? 0)
    if isSwipe, bars.isFolded { unfoldBars() }
  }

  /// The finger that swiped leaves no ink.
  private func unfoldBars() {
    for touch in drawing?.openTouches ?? [] { perform(.cancel(touch.device, touch.trackingID, .gesture)) }
    bars.unfold()
    actions.show("bars", state: .on)
    ticker.wake()
  }
}
