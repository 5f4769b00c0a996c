import Testing
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What the buttons of a pen and its eraser's end do.
struct PenControlsTests {
  private func event(
    _ phase: PointerEvent.Phase, _ x: Double = 0, end: PenState.End = .tip, _ buttons: PenState.Buttons = []
  ) -> PointerEvent {
    var state = PenState(end: end, pressure: 0.5)
    state.buttons = buttons
    return PointerEvent(.pen(state), phase, at: BoardPoint(x: x, y: 2 * x), time: Timestamp(microseconds: 0))
  }

  /// Which ends of a pen are drawn with, and what else happens.
  private func story(_ pen: inout PenControls, _ events: [PointerEvent]) -> [String] {
    events.flatMap { pen.handle($0) }.map { outcome in
      switch outcome {
      case .event(let event):
        if case .pen(let state) = event.pointer { "\(event.phase) \(state.end)" } else { "\(event.phase)" }
      case .using(.selection?): "select"
      case .using(let tool): tool?.rawValue ?? "draw"
      case .pan(from: let start, to: let end): "pan \(start.x),\(start.y) to \(end.x),\(end.y)"
      case .undo: "undo"
      }
    }
  }

  private func stroke(end: PenState.End = .tip, _ buttons: PenState.Buttons = []) -> [PointerEvent] {
    [
      event(.moved, 0, end: end, buttons), event(.began, 1, end: end, buttons), event(.moved, 2, end: end, buttons),
      event(.ended, 3, end: end, buttons), event(.left),
    ]
  }

  @Test func `Without buttons the tip draws and the eraser's end erases`() {
    var pen = PenControls()
    #expect(story(&pen, stroke()) == ["moved tip", "draw", "began tip", "moved tip", "ended tip", "left tip"])
    let erased = ["moved eraser", "draw", "began eraser", "moved eraser", "ended eraser", "left tip"]
    #expect(story(&pen, stroke(end: .eraser)) == erased)
  }

  @Test func `A button that erases makes the tip an eraser, from touch to lift`() {
    var pen = PenControls()
    pen[.lowerButton] = .erase
    let events = [
      event(.began, 0, .lower), event(.moved, 1), event(.ended, 1), event(.began, 2), event(.moved, 3, .lower),
      event(.ended, 3, .lower),
    ]
    // The button was let go in the first touch, and pressed in the second.
    let expected = [
      "draw", "began eraser", "moved eraser", "ended eraser", "draw", "began tip", "moved tip", "ended tip",
    ]
    #expect(story(&pen, events) == expected)
  }

  @Test func `A button that selects does so with the tip, and the next touch draws again`() {
    var pen = PenControls()
    pen[.upperButton] = .select
    let selected = ["moved tip", "select", "began tip", "moved tip", "ended tip", "left tip"]
    #expect(story(&pen, stroke(.upper)) == selected)
    #expect(story(&pen, stroke())[1] == "draw")
  }

  @Test func `A pen that pans draws nothing`() {
    var pen = PenControls()
    pen[.eraser] = .pan
    #expect(story(&pen, stroke(end: .eraser)) == ["moved tip", "pan 1.0,2.0 to 2.0,4.0", "left tip"])
  }

  @Test func `A button that undoes does so once when it is pressed, whether the pen touches or not`() {
    var pen = PenControls()
    pen[.lowerButton] = .undo
    let events = [event(.moved, 0, .lower), event(.moved, 1, .lower), event(.moved, 1), event(.moved, 1, .lower)]
    #expect(story(&pen, events) == ["undo", "moved tip", "moved tip", "moved tip", "undo", "moved tip"])
    // Held while the pen touches, it draws.
    #expect(story(&pen, [event(.began, 0, .lower), event(.ended, 0, .lower)]) == ["draw", "began tip", "ended tip"])
  }

  @Test func `The eraser's end undoes by a touch, and may draw`() {
    var pen = PenControls()
    pen[.eraser] = .undo
    #expect(story(&pen, stroke(end: .eraser)) == ["moved tip", "undo", "left tip"])
    pen[.eraser] = .draw
    #expect(story(&pen, stroke(end: .eraser))[2] == "began tip")
  }

  @Test func `The tip and a button have any tool, or do nothing`() {
    var pen = PenControls()
    (pen[.tip], pen[.lowerButton]) = (.tool(.line), .nothing)
    #expect(story(&pen, stroke()) == ["moved tip", "line", "began tip", "moved tip", "ended tip", "left tip"])
    #expect(story(&pen, stroke(.lower)) == ["moved tip", "left tip"])
  }

  @Test func `Each action has a word that brings it back, and no other has`() {
    let actions = PenControls.Action.allCases
    #expect(Set(actions.map(\.word)).count == actions.count)
    for action in actions { #expect(PenControls.Action(word: action.word) == action) }
    for word in ["", "Draw", "eraser", "draw "] { #expect(PenControls.Action(word: word) == nil) }
    for part in PenControls.Part.allCases { #expect(part.actions.contains(part.defaultAction)) }
  }

  @Test func `Other pointers go by`() {
    var pen = PenControls()
    let mouse = PointerEvent(.mouse, .began, at: BoardPoint(x: 1, y: 1), time: Timestamp(microseconds: 0))
    #expect(pen.handle(mouse) == [.event(mouse)])
  }

  @Test func `An outline shows what the pen does, and before it touches, what its end would do`() {
    var pen = PenControls()
    (pen[.lowerButton], pen[.eraser]) = (.erase, .select)
    var (tip, end) = (PenState(end: .tip), PenState(end: .eraser))
    (tip.buttons, end.buttons) = (.lower, [])
    _ = pen.handle(event(.moved, 0, .lower))
    #expect(pen.shownAction(of: tip) == .draw && pen.shownAction(of: end) == .select)
    _ = pen.handle(event(.began, 0, .lower))
    #expect(pen.shownAction(of: tip) == .erase)
    _ = pen.handle(event(.ended, 0, .lower))
    #expect(pen.shownAction(of: tip) == .draw)
  }
}
