import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Strokes that are held still at their ends, and undo while something is drawn.
struct StrokeHoldTests {
  private let start = SurfacePoint(200, 300)
  private let end = SurfacePoint(700, 320)

  private func isLine(_ desk: CanvasDesk) -> Bool {
    if case .line? = desk.drawing.board.elements.last?.shape?.shape { true } else { false }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A stroke that is held still becomes a line when it is lifted, and is undone to the ink`(
    _ way: CanvasDesk.Way
  ) throws {
    let desk = try CanvasDesk(way)
    desk.fingersDrag([(start, end)])
    desk.wait(milliseconds: 490)
    #expect(!desk.told.contains { if case .meant = $0 { true } else { false } })
    desk.wait(milliseconds: 20)
    #expect(desk.told.contains { if case .meant(let shapes) = $0 { shapes.count == 1 } else { false } })
    desk.fingersUp()
    #expect(isLine(desk) && desk.drawing.board.operations.count == 2)
    desk.send(.undo)
    #expect(!isLine(desk) && desk.drawing.board.operations.count == 1)
    desk.send(.undo)
    #expect(desk.drawing.board.operations.isEmpty)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A pen that goes on to draw, or does not stay still, leaves ink`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way)
    desk.penDrag(from: start, to: end)
    desk.wait(milliseconds: 600)
    for step in 1...5 { desk.pen(at: SurfacePoint(700, 320 + 30 * Double(step)), touching: true) }
    desk.penAway()
    #expect(!isLine(desk) && desk.drawing.board.operations.count == 1)
    desk.penLine(from: start, to: end)
    #expect(!isLine(desk) && desk.drawing.board.operations.count == 2)
  }

  @Test func `Writing that is held still stays as it is, and so does what other tools draw`() throws {
    let desk = try CanvasDesk(.desktop)
    desk.fingersDrag([(start, SurfacePoint(210, 310))])
    desk.wait(milliseconds: 600)
    desk.fingersUp()
    #expect(desk.drawing.board.operations.count == 1)
    desk.send(.tool(.eraser))
    desk.fingersDrag([(start, end)])
    desk.wait(milliseconds: 600)
    desk.fingersUp()
    #expect(desk.drawing.board.operations.count == 2)
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Undo during a stroke cancels that stroke, and what was drawn before stays`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way)
    desk.drag(from: start, to: end)
    desk.fingersDrag([(SurfacePoint(200, 500), SurfacePoint(600, 500))])
    desk.send(.undo)
    desk.fingersUp()
    #expect(desk.drawing.board.operations.count == 1)
    #expect(try desk.isRecorded())
    desk.send(.undo)
    #expect(desk.drawing.board.operations.isEmpty)
  }

  @Test func `Pens are chosen on the canvas, and the eraser gives way to a colour`() throws {
    let desk = try CanvasDesk(.desktop)
    desk.live.controller.pens = PenRack(texts: [:])
    desk.send(.pen(.highlighter))
    #expect(desk.drawing.board.settings.stacking == .underInk)
    desk.send(.tool(.eraser))
    desk.send(.color(.black))
    let settings = desk.drawing.board.settings
    #expect(settings.tool == .pencil && settings.stacking == .underInk && settings.color.alpha == 128)
  }
}
