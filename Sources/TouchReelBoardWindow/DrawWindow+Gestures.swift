import CTouchReelGtk
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelWindowArguments

/// Gestures of several fingers: on where there is a touchscreen, until the user has chosen.
extension DrawWindow {
  var gestureState: SwitchState { Preferences[.gestures] ?? SwitchState(hasTouchscreen) }

  func addGestureActions() {
    actions.add("gestures", state: gestureState) { [weak self] in self?.choose($0) }
    actions.add("show-gestures") { [weak self] in self?.showGestures(.on) }
    actions.add("take-gestures") { [weak self] in self?.answer(.on) }
    actions.add("leave-gestures") { [weak self] in self?.answer(.off) }
  }

  /// Shows what the gestures are, the first time that there is a touchscreen.
  func offerGestures() {
    if Preferences[.gestures] == nil, hasTouchscreen { showGestures(.on) }
  }

  private func answer(_ state: SwitchState) {
    actions.show("gestures", state: state)
    choose(state)
    showGestures(.off)
  }

  private func choose(_ state: SwitchState) {
    Preferences[.gestures] = state
    drawing?.gestures = state == .on ? .severalFingers : .off
  }

  private func showGestures(_ state: SwitchState) {
    isShowingGestures = state == .on
    ticker.wake()
  }

  // The touches of a pipe are another machine's.
  private var hasTouchscreen: Bool { arguments.pipe == nil && means.hasTouchscreen }
}
