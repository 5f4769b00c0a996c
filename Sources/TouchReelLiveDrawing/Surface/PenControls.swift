package import TouchReelDrawingBoard
package import TouchReelTouchTracking

/// What fingers, the ends and buttons of a pen and the buttons of a mouse do, and how a pen follows that.
///
/// A button of a pen counts when the pen begins to touch while it is held, and until the pen is lifted; only an undo
/// comes at once.
package struct PenControls: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Draws with the tool that is chosen.
    case draw
    /// Has a tool of its own.
    case tool(Tool)
    case pan, undo, nothing

    package static let erase = tool(.eraser)
    package static let select = tool(.selection)
  }

  /// What a user chooses an action for.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case finger, tip, eraser, lowerButton, upperButton, middleButton, rightButton

    /// The action without a choice.
    package var defaultAction: Action {
      switch self {
      case .finger, .tip: .draw
      case .eraser, .lowerButton: .erase
      case .upperButton, .middleButton: .pan
      case .rightButton: .nothing
      }
    }

    /// The actions to choose from. What draws most of the time undoes nothing.
    package var actions: [Action] {
      let undo: [Action] = self == .finger || self == .tip ? [] : [.undo]
      return [.draw] + Tool.allCases.map(Action.tool) + [.pan] + undo + [.nothing]
    }
  }

  /// What an event of a pen comes to.
  package enum Outcome: Hashable, Sendable {
    /// It is drawn.
    case event(PointerEvent)
    /// The touch that begins has a tool of its own; without one, that which was chosen.
    case using(Tool?)
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
    case .nothing: return []
    case .draw, .erase: return [.using(nil), .event(event.with(state, ending: action.end))]
    case .tool(let tool): return [.using(tool), .event(event.with(state, ending: action.end))]
    }
  }

  private mutating func move(_ event: PointerEvent, _ state: PenState) -> [Outcome] {
    switch current {
    case .pan: return anchor.map { [.pan(from: $0, to: event.position)] } ?? []
    case .undo, .nothing: return []
    case let action?: return [.event(event.with(state, ending: action.end))]
    case nil: return [.event(event.with(state, ending: hoveringEnd(of: state)))]
    }
  }

  private mutating func end(_ event: PointerEvent, _ state: PenState) -> [Outcome] {
    defer { (current, anchor) = (nil, nil) }
    if event.phase == .left { pressed = [] }
    // A pen that is gone has to be reported, whatever it did.
    if event.phase != .left, let current, !current.isInput { return [] }
    return [.event(event.with(state, ending: current?.end ?? hoveringEnd(of: state)))]
  }

  /// What a pen does, or would do if it touched now: its outline shows that. Buttons count once it touches.
  package func shownAction(of state: PenState) -> Action {
    current ?? self[state.end.part]
  }

  private func action(of state: PenState) -> Action {
    if state.end == .eraser { return self[.eraser] }
    // A button that undoes has done so when it was pressed.
    let pressed = Part.buttons.first { part, button in state.buttons.contains(button) && self[part] != .undo }
    return self[pressed?.part ?? .tip]
  }

  /// Buttons show what they do once the pen touches.
  private func hoveringEnd(of state: PenState) -> PenState.End {
    self[state.end.part].end
  }
}

extension PenControls.Part {
  fileprivate static let buttons: [(part: Self, button: PenState.Buttons)] = [
    (.lowerButton, .lower), (.upperButton, .upper),
  ]
}

extension PenState.End {
  fileprivate var part: PenControls.Part { self == .eraser ? .eraser : .tip }
}

/// A word for each action, to be kept between starts.
extension PenControls.Action: CaseIterable {
  package static var allCases: [Self] { [.draw] + Tool.allCases.map(Self.tool) + [.pan, .undo, .nothing] }

  package var word: String {
    switch self {
    case .draw: "draw"
    case .erase: "erase"
    case .select: "select"
    case .tool(let tool): tool.rawValue
    case .pan: "pan"
    case .undo: "undo"
    case .nothing: "nothing"
    }
  }

  package init?(word: String) {
    guard let action = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = action
  }
}

extension PenControls.Action {
  /// Whether the board hears of the touch.
  var isInput: Bool {
    switch self {
    case .draw, .tool: true
    case .pan, .undo, .nothing: false
    }
  }

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
