import Testing
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Fingers, pens and buttons of a mouse with tools of their own: the same by way of a desktop and of devices.
struct LentToolTests {
  private let line = (from: SurfacePoint(500, 250), to: SurfacePoint(1060, 250))

  private func desk(
    _ way: CanvasDesk.Way, _ actions: [PenControls.Part: PenControls.Action] = [:]
  ) throws -> CanvasDesk {
    let desk = try CanvasDesk(way, gestures: .severalFingers)
    for (part, action) in actions { desk.live.controller.pen[part] = action }
    return desk
  }

  private func press(_ button: MouseButton, from start: SurfacePoint, to end: SurfacePoint, on desk: CanvasDesk) {
    for (phase, point) in [(PointerEvent.Phase.began, start), (.moved, end), (.ended, end)] {
      var event = SurfaceEvent(.mouse, phase, at: point, time: desk.now)
      event.button = button
      desk.send(.pointer(event))
      desk.wait(milliseconds: 4)
    }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A finger that erases does so beside a pen that draws`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, [.finger: .erase])
    desk.penLine(from: line.from, to: line.to)
    desk.drag(from: SurfacePoint(800, 150), to: SurfacePoint(800, 350))
    #expect(!desk.hasInk(atX: 800, y: 250) && desk.hasInk(atX: 700, y: 250))
    desk.wait(milliseconds: 400)
    #expect(desk.drawing.board.settings.tool == .pencil)
    desk.penLine(from: SurfacePoint(500, 500), to: SurfacePoint(1060, 500))
    #expect(desk.hasInk(atX: 800, y: 500))
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Fingers with a tool of their own undo by a tap as before`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, [.finger: .tool(.line)])
    desk.penLine(from: line.from, to: line.to)
    desk.tap([SurfacePoint(400, 350), SurfacePoint(520, 350)])
    desk.wait(milliseconds: 400)
    #expect(!desk.hasInk(atX: 800, y: 250))
    #expect(desk.drawing.board.operations.isEmpty && desk.drawing.board.settings.tool == .pencil)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A finger that does nothing leaves no ink, and one that pans moves the view`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, [.finger: .nothing])
    desk.drag(from: line.from, to: line.to)
    #expect(desk.drawing.board.operations.isEmpty)
    desk.enlarge()
    desk.fingersUp()
    #expect(desk.view.zoom == 1)
    desk.live.controller.pen[.finger] = .pan
    desk.drag(from: SurfacePoint(500, 300), to: SurfacePoint(560, 330))
    #expect(desk.drawing.board.operations.isEmpty)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Each part of a pen has a tool of its own`(_ way: CanvasDesk.Way) throws {
    let parts: [(part: PenControls.Part, end: PenState.End, buttons: PenState.Buttons)] = [
      (.tip, .tip, []), (.eraser, .eraser, []), (.lowerButton, .tip, .lower), (.upperButton, .tip, .upper),
    ]
    for (part, end, buttons) in parts {
      let desk = try desk(way, [part: .tool(.rectangle)])
      desk.penLine(from: SurfacePoint(300, 300), to: SurfacePoint(600, 500), end, holding: buttons)
      guard case .add(.rectangle)? = desk.drawing.board.operations.last else {
        Issue.record("\(part): \(desk.drawing.board.operations)")
        continue
      }
      #expect(desk.drawing.board.settings.tool == .pencil, "\(part)")
      #expect(try desk.isRecorded())
    }
  }

  @Test func `A right button that erases does not end a stroke of the left one, and is recorded`() throws {
    let desk = try desk(.desktop, [.rightButton: .erase])
    press(.primary, from: line.from, to: line.to, on: desk)
    press(.secondary, from: SurfacePoint(800, 150), to: SurfacePoint(800, 350), on: desk)
    #expect(!desk.hasInk(atX: 800, y: 250) && desk.hasInk(atX: 700, y: 250))
    #expect(desk.drawing.board.settings.tool == .pencil)
    // The second button is pressed and let go while the first is held.
    desk.send(.pointer(SurfaceEvent(.mouse, .began, at: SurfacePoint(300, 600), time: desk.now)))
    press(.secondary, from: SurfacePoint(500, 600), to: SurfacePoint(600, 600), on: desk)
    desk.send(.pointer(SurfaceEvent(.mouse, .ended, at: SurfacePoint(700, 600), time: desk.now)))
    desk.tick()
    #expect(desk.hasInk(atX: 450, y: 600))
    #expect(try desk.story().cancels.isEmpty)
    #expect(try desk.isRecorded())
  }

  @Test func `A middle button that pans moves the view, and draws nothing`() throws {
    let desk = try desk(.desktop)
    desk.enlarge()
    desk.fingersUp()
    let before = desk.view.surfacePoint(of: BoardPoint(x: 600, y: 400))
    press(.middle, from: SurfacePoint(600, 400), to: SurfacePoint(700, 460), on: desk)
    let after = desk.view.surfacePoint(of: BoardPoint(x: 600, y: 400))
    #expect(abs(after.x - before.x - 100) < 0.6 && abs(after.y - before.y - 60) < 0.6)
    #expect(desk.drawing.board.operations.isEmpty)
  }

  @Test func `A text that a button has begun is typed on until something else is drawn`() throws {
    let desk = try desk(.desktop, [.rightButton: .tool(.text)])
    press(.secondary, from: SurfacePoint(600, 400), to: SurfacePoint(600, 400), on: desk)
    desk.wait(milliseconds: 400)
    #expect(desk.drawing.board.editedText != nil && desk.drawing.board.settings.tool == .text)
    desk.drawing.perform(.text("Hey"), at: desk.now)
    desk.penLine(from: line.from, to: line.to)
    #expect(desk.drawing.board.editedText == nil && desk.drawing.board.settings.tool == .pencil)
    #expect(desk.drawing.board.operations.count == 2)
    #expect(try desk.isRecorded())
  }

  @Test func `A tool that is chosen while another is lent stays`() throws {
    let desk = try desk(.desktop, [.rightButton: .select])
    press(.secondary, from: SurfacePoint(600, 400), to: SurfacePoint(600, 400), on: desk)
    desk.send(.tool(.selection))
    desk.penLine(from: line.from, to: line.to)
    #expect(desk.drawing.board.settings.tool == .selection)
  }
}
