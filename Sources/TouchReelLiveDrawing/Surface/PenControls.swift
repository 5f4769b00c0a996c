package import TouchReelTouchTracking

/// What the buttons of a pen and its eraser's end do, instead of drawing as its tip does.
///
/// A button counts when the pen begins to touch while it is held, and until the pen is lifted; only an undo comes at
/// once.
package struct PenControls: Hashable, Sendable {
  package enum Action: String, Hashable, Sendable, CaseIterable {
    case draw, erase, select, pan, undo
  }

  /// What a user chooses an action for.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case lowerButton, upperButton, eraser

    /// The action without a choice.
    package var defaultAction: Action { self == .upperButton ? .pan : .erase }
  }

  /// What an event of a pen comes to.
  package enum Outcome: Hashable, Sendable {
    /// It is drawn.
    case event(PointerEvent)
    /// The touch that begins selects, or draws with the tool that was chosen before.
    case selecting(Bool)
    /// What is seen moves, so that the first point comes to where the second one is; board points.
    case pan(from: BoardPoint, to: BoardPoint)
    case undo
  }

  /// The actions that were chosen; those that are missing have their default.
  package var actions: [Part: Action] = [:]
  private var pressed: PenState.Buttons = []
  /// The action of the touch that is down.
  private var current: Action?
  private var anchor: BoardPoint?

  package init() {}

  package subscript(_ part: Part) -> Action {
    get { actions[part] ?? part.defaultAction }
    set { actions[part] = newValue }
  }

  /// - Parameter event: of a pen; its position is on the board as it is seen now.
  package mutating func handle(_ event: PointerEvent) -> [Outcome] {
    guard case .pen(let state) = event.pointer else { return [.event(event)] }
    let undone = undone(by: state)
    switch event.phase {
    case .began: return undone + begin(event, state)
    case .moved: return undone + move(event, state)
    case .ended, .cancelled, .left: return undone + end(event, state)
    }
  }

  /// Undoes once for each button that was pressed.
  private mutating func undone(by state: PenState) -> [Outcome] {
    defer { pressed = state.buttons }
    return Part.buttons.filter { part, button in
      state.buttons.contains(button) && !pressed.contains(button) && self[part] == .undo
    }.map { _ in .undo }
  }

  private mutating func begin(_ event: PointerEvent, _ state: PenState) -> [Outcome] {
    let action = action(of: state)
    current = action
    switch action {
    case .pan:
      anchor = event.position
      return []
    case .undo: return [.undo]
    case .draw, .erase, .select: return [.selecting(action == .select), .event(event.with(state, ending: action.end))]
    }
  }

  private mutating func move(_ event: PointerEvent, _ state: PenState) -> [Outcome] {
    switch current {
    case .pan: return anchor.map { [.pan(from: $0, to: event.position)] } ?? []
    case .undo: return []
    case let action?: return [.event(event.with(state, ending: action.end))]
    case nil: return [.event(event.with(state, ending: hoveringEnd(of: state)))]
    }
  }

  private mutating func end(_ event: PointerEvent, _ state: PenState) -> [Outcome] {
    defer { (current, anchor) = (nil, nil) }
    if event.phase == .left { pressed = [] }
    // A pen that is gone has to be reported, whatever it did.
    if event.phase != .left, current == .pan || current == .undo { return [] }
    return [.event(event.with(state, ending: current?.end ?? hoveringEnd(of: state)))]
  }

  /// What a pen does, or would do if it touched now: its outline shows that. Buttons count once it touches.
  package func shownAction(of state: PenState) -> Action {
    current ?? (state.end == .eraser ? self[.eraser] : .draw)
  }

  private func action(of state: PenState) -> Action {
    if state.end == .eraser { return self[.eraser] }
    // A button that undoes has done so when it was pressed.
    let pressed = Part.buttons.first { part, button in state.buttons.contains(button) && self[part] != .undo }
    return pressed.map { self[$0.part] } ?? .draw
  }

  /// Buttons show what they do once the pen touches.
  private func hoveringEnd(of state: PenState) -> PenState.End {
    state.end == .eraser ? self[.eraser].end : .tip
  }
}

extension PenControls.Part {
  fileprivate static let buttons: [(part: Self, button: PenState.Buttons)] = [
    (.lowerButton, .lower), (.upperButton, .upper),
  ]
}

extension PenControls.Action {
  /// The end of a pen that does so on the board.
  fileprivate var end: PenState.End { self == .erase ? .eraser : .tip }
}

extension PointerEvent {
  fileprivate func with(_ state: PenState, ending end: PenState.End) -> PointerEvent {
    var (event, state) = (self, state)
    state.end = end
    event.pointer = .pen(state)
    return event
  }
}
