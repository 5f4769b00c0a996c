import Testing
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Drags on a canvas that keys hold to directions and proportions.
struct CanvasDraggingTests {
  @Test(arguments: CanvasDesk.Way.allCases)
  func `Shift holds lines to directions, in the replay as well`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way, gestures: .severalFingers)
    desk.drawing.perform(.set(\.tool, .line), at: desk.now)
    desk.send(.held(.shift))
    desk.drag(from: SurfacePoint(300, 200), to: SurfacePoint(900, 230))
    desk.wait(milliseconds: 500)
    desk.send(.held([]))
    desk.drag(from: SurfacePoint(300, 400), to: SurfacePoint(900, 430))
    desk.wait(milliseconds: 500)
    let lines = desk.drawing.board.elements.compactMap { element in
      if case .line(let line)? = element.shape?.shape { line } else { nil }
    }
    #expect(lines.map { $0.start.y == $0.end.y } == [true, false])
    #expect(desk.drawing.board.settings.dragging == .free)
    #expect(try desk.isRecorded())
  }

  @Test func `Keys that are held while text is typed or a pencil draws leave no message`() throws {
    let desk = try CanvasDesk(.desktop, gestures: .severalFingers)
    desk.send(.held(.shift))
    desk.drag(from: SurfacePoint(300, 200), to: SurfacePoint(900, 230))
    #expect(desk.drawing.board.settings.dragging == .free)
  }
}
