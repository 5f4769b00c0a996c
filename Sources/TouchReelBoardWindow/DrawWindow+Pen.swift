import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Pens: what they, fingers and the buttons of a mouse do, and whether only pens draw.
extension DrawWindow {
  func addPenActions() {
    input.takes = { [weak self] button in
      button.part.map { self?.live.controller.pen[$0] != .nothing } ?? true
    }
    for part in PenControls.Part.allCases { live.controller.pen.actions[part] = Preferences[part] }
    live.controller.isPenOnly = Preferences[.penOnly] == .on
    actions.add("pen-only", state: SwitchState(live.controller.isPenOnly)) { [weak self] state in
      Preferences[.penOnly] = state
      self?.handle(.focusLost)
      self?.live.controller.isPenOnly = state == .on
    }
    actions.add("pen") { [weak self] in self?.askAboutPen() }
  }

  /// Keeps what has become of the pens, in a moment.
  func keepPens() {
    guard let settings = board?.settings else { return }
    live.controller.pens.follow(settings)
    penKeeping?.follow(live.controller.pens)
  }

  private func askAboutPen() {
    let kept = PenChoice.kept
    var settings = PenDialog.Settings(pen: live.controller.pen, exponent: kept.exponent, palmSize: kept.palmSize)
    // A recording that is drawn on has its own.
    switch board?.settings.pressure {
    case .pens(let exponent), .all(let exponent): settings.exponent = exponent
    case .off, nil: break
    }
    PenDialog.show(settings, over: window) { [weak self] in self?.handle($0) }
  }

  private func handle(_ choice: PenDialog.Choice) {
    var kept = PenChoice.kept
    switch choice {
    case .action(let part, let action):
      Preferences[part] = action
      if part == .finger { handle(.focusLost) }
      live.controller.pen[part] = action
    case .exponent(let exponent):
      kept.exponent = exponent
      perform(.set(\.pressure, .pens(gamma: exponent)))
    case .palmSize(let size):
      kept.palmSize = size
      guard var rules = drawing?.rules else { break }
      rules.palmSize = kept.rules.palmSize
      perform(.rules(rules))
    }
    kept.keep()
  }
}
