import CTouchReelGtk
import TouchReelLiveDrawing

/// The bars above the board, which hide while something is drawn and can be folded away.
extension DrawWindow {
  func addBarActions() {
    actions.add("bars", state: .on) { [weak self] state in
      if state == .on { self?.live.controller.bars.unfold() } else { self?.live.controller.bars.fold() }
      self?.ticker.wake()
    }
  }

  func showBars(_ look: BarLook) {
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    // A finger from the edge of the screen unfolds them as well.
    actions.show("bars", state: SwitchState(!look.isFolded))
    for bar in ["tools", "inks"] { layout[bar].isReachable = look.isShown }
    layout["screen-bar"].isReachable = look.isShown && isCovering
    layout["gestures-page"].isReachable = isShowingGestures && !look.isTouched
    layout["handle"].isVisible = isCovering || look.isFolded
    layout["handle"].setClass("faded", SwitchState(look.isTouched))
  }
}
