import TouchReelTouchTracking

/// A button of a mouse.
package enum MouseButton: Hashable, Sendable {
  case primary, middle, secondary

  /// What is chosen for it; `nil` for the one that draws with the chosen tool.
  package var part: PenControls.Part? {
    switch self {
    case .primary: nil
    case .middle: .middleButton
    case .secondary: .rightButton
    }
  }
}

/// A mouse whose buttons do different things. The one that was pressed first counts until it is let go.
struct MouseControls: Hashable, Sendable {
  private struct Drag: Hashable {
    var button: MouseButton
    var action: PenControls.Action
    var anchor: BoardPoint
  }

  private var drag: Drag?

  /// - Parameters:
  ///   - event: of a mouse; its position is on the board as it is seen now.
  ///   - button: the one that is pressed or let go.
  ///   - controls: what is chosen for the buttons.
  mutating func handle(
    _ event: PointerEvent, _ button: MouseButton, _ controls: PenControls
  ) -> [PenControls.Outcome] {
    switch event.phase {
    case .began: return begin(event, button, controls)
    case .moved: return move(event)
    case .ended:
      guard let drag else { return [.event(event)] }
      guard drag.button == button else { return [] }
      self.drag = nil
      return drag.action.isInput ? [.event(event)] : []
    case .cancelled, .left:
      drag = nil
      return [.event(event)]
    }
  }

  private mutating func begin(
    _ event: PointerEvent, _ button: MouseButton, _ controls: PenControls
  ) -> [PenControls.Outcome] {
    guard drag == nil else { return [] }
    let action = button.part.map { controls[$0] } ?? .draw
    drag = Drag(button: button, action: action, anchor: event.position)
    switch action {
    case .draw: return [.event(event)]
    case .tool(let tool): return [.using(tool), .event(event)]
    case .undo: return [.undo]
    case .pan, .nothing: return []
    }
  }

  private func move(_ event: PointerEvent) -> [PenControls.Outcome] {
    guard let drag else { return [.event(event)] }
    if drag.action == .pan { return [.pan(from: drag.anchor, to: event.position)] }
    return drag.action.isInput ? [.event(event)] : []
  }
}
