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

/// A finger from the edge of the screen brings back bars that are not shown.
extension DrawWindow {
  func watchForSwipe(_ event: PointerEvent) {
    guard case .finger = event.pointer, let viewport = canvas.viewport else { return }
    let point = viewport.surfacePoint(of: event.position)
    switch event.phase {
    case .began: beginSwipe(at: point)
    case .moved: moveSwipe(to: point)
    case .ended, .cancelled, .left: swipe.end()
    }
  }

  private func beginSwipe(at point: SurfacePoint) {
    // Where the bars are shown, lines may begin at the edge.
    guard !bars.isShown(at: EventClock.now) else { return swipe.end() }
    swipe.begin(at: point, on: canvas.size, openTouches: drawing?.openTouches.count ?? 0)
  }

  private func moveSwipe(to point: SurfacePoint) {
    guard swipe.move(to: point, on: canvas.size) else { return }
    for touch in drawing?.openTouches ?? [] { perform(.cancel(touch.device, touch.trackingID, .gesture)) }
    bars.unfold()
    actions.show("bars", state: .on)
    ticker.wake()
  }
}
