import DrawingBoard
import InputEvents
import LiveDrawing
import TouchTracking

/// Pens: what their buttons do, and whether only they draw.
extension DrawWindow {
  func addPenActions() {
    for part in PenControls.Part.allCases { pen.actions[part] = Preferences[part] }
    isPenOnly = Preferences[.penOnly] == .on
    actions.add("pen-only", state: SwitchState(isPenOnly)) { [weak self] state in
      Preferences[.penOnly] = state
      self?.cancelTouches()
      self?.isPenOnly = state == .on
      self?.fingers = FingerPanning()
      self?.taps = FingerTaps()
    }
    actions.add("pen") { [weak self] in self?.askAboutPen() }
  }

  private func askAboutPen() {
    let kept = PenChoice.kept
    var settings = PenDialog.Settings(pen: pen, exponent: kept.exponent, palmSize: kept.palmSize)
    // Of a recording that is drawn on, its own.
    switch board?.settings.pressure {
    case .pens(let exponent), .all(let exponent): settings.exponent = exponent
    case .off, nil: break
    }
    PenDialog.show(settings, over: window) { [weak self] in self?.take($0) }
  }

  private func take(_ choice: PenDialog.Choice) {
    var kept = PenChoice.kept
    switch choice {
    case .action(let part, let action):
      Preferences[part] = action
      pen[part] = action
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

  func follow(_ outcome: PenControls.Outcome) {
    switch outcome {
    case .event(let event): draw(event)
    case .selecting(let isSelecting): select(isSelecting)
    case .undo: actions.activate("undo")
    case .pan(from: let start, to: let end):
      guard let zoom = canvas.viewport?.zoom else { return }
      canvas.viewport?.pan(byX: (end.x - start.x) * zoom, y: (end.y - start.y) * zoom)
    }
  }

  /// What a pen has selected stays so, to be moved, until it draws again.
  private func select(_ isSelecting: Bool) {
    guard let tool = board?.settings.tool else { return }
    if tool != .selection { toolBeforeSelecting = nil }
    if isSelecting, tool != .selection {
      perform(.set(\.tool, .selection))
      toolBeforeSelecting = tool
    } else if !isSelecting, let before = toolBeforeSelecting {
      perform(.set(\.tool, before))
      toolBeforeSelecting = nil
    }
  }

  /// Follows what a device that is read directly does on the canvas; what it draws comes by its frames.
  ///
  /// - Parameter event: its position is one of the canvas.
  /// - Returns: whether a touch that begins draws.
  func follow(read event: PointerEvent) -> Bool {
    guard let view = canvas.viewport else { return true }
    var event = event
    event.position = view.boardPoint(of: SurfacePoint(x: event.position.x, y: event.position.y))
    watchForSwipe(event)
    switch event.pointer {
    case .finger(let sequence) where isPenOnly: pan(event, sequence)
    case .pen(let state):
      let outcomes = pen.take(event)
      outline.follow(event, doing: pen.shownAction(of: state))
      return follow(outcomes, of: state)
    case .finger, .mouse:
      outline.follow(event)
      return true
    }
    return false
  }

  /// - Returns: whether the pen draws.
  private func follow(_ outcomes: [PenControls.Outcome], of state: PenState) -> Bool {
    var isDrawing = false
    for outcome in outcomes {
      switch outcome {
      case .event(let event):
        isDrawing = true
        if event.phase == .began { begin(state.end, doing: event.pointer.isEraser ? .eraser : .tip) }
      case .selecting, .undo, .pan: follow(outcome)
      }
    }
    return isDrawing
  }

  /// The touch that begins next does what the other end of the pen would do on the board.
  private func begin(_ end: PenState.End, doing other: PenState.End) {
    guard let settings = board?.settings, end != other else { return }
    switch other {
    case .eraser: setForBeginning(\.tool, .eraser, in: settings)
    case .tip: setForBeginning(\.eraserEnd, .draws, in: settings)
    }
  }

  private func setForBeginning<Value: SettingValue>(
    _ setting: WritableKeyPath<BoardSettings, Value>, _ value: Value, in settings: BoardSettings
  ) {
    guard settings[keyPath: setting] != value else { return }
    afterBeginning.append(.set(setting, settings[keyPath: setting]))
    perform(.set(setting, value))
  }

  /// The touch has begun, and goes on as it began.
  func endBeginning() {
    for command in afterBeginning { perform(command) }
    afterBeginning = []
  }

  /// One finger moves the view, two zoom it; a tap of two undoes, and of three redoes.
  func pan(_ event: PointerEvent, _ sequence: TouchSequence) {
    guard let view = canvas.viewport else { return }
    outline.hideFingers()
    let place = view.surfacePoint(of: event.position)
    if taps.isResting { viewBeforeTap = view }
    let tapped = taps.take(event.phase, of: sequence, at: place, time: event.time)
    canvas.viewport = fingers.take(event.phase, of: sequence, at: place, in: view)
    guard let tapped, gestureState == .on else { return }
    // What fingers move in a tap is not meant.
    canvas.viewport = viewBeforeTap
    actions.activate(tapped == 2 ? "undo" : "redo")
  }
}

extension PointerEvent.Pointer {
  fileprivate var isEraser: Bool {
    if case .pen(let state) = self { state.end == .eraser } else { false }
  }
}
