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
    }
    actions.add("pen-buttons") { [weak self, window] in
      PenDialog.show(self?.pen ?? PenControls(), over: window) { part, action in
        Preferences[part] = action
        self?.pen[part] = action
      }
    }
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

  func pan(_ event: PointerEvent, _ sequence: TouchSequence) {
    guard let view = canvas.viewport else { return }
    canvas.viewport = fingers.take(event.phase, of: sequence, at: view.surfacePoint(of: event.position), in: view)
  }
}
