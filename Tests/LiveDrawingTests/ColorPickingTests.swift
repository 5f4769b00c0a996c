import Testing
import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Taking a colour from the canvas.
struct ColorPickingTests {
  private let line = (from: SurfacePoint(500, 250), to: SurfacePoint(1060, 250))

  private func picked(_ desk: CanvasDesk) -> [BoardPoint] {
    desk.told.compactMap { if case .picked(let point) = $0 { point } else { nil } }
  }

  private func isPicking(_ desk: CanvasDesk) -> Bool? {
    desk.told.compactMap { if case .picks(let isPicking) = $0 { isPicking } else { nil } }.last
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `The next touch takes a colour where it ends, and leaves no ink`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way, gestures: .severalFingers)
    desk.send(.pick)
    #expect(isPicking(desk) == true)
    desk.drag(from: line.from, to: line.to)
    #expect(picked(desk).count == 1 && picked(desk)[0].isNear(1060, 250))
    #expect(isPicking(desk) == false && desk.drawing.board.operations.isEmpty)
    desk.penLine(from: line.from, to: line.to)
    #expect(picked(desk).count == 1 && desk.drawing.board.operations.count == 1)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A pen takes one as well, and its place is shown meanwhile`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way)
    desk.send(.pick)
    desk.penLine(from: line.from, to: line.to)
    let places = desk.told.compactMap { if case .picking(let place?) = $0 { place } else { nil } }
    #expect(places.count >= 10 && places.allSatisfy { !$0.isHidden })
    #expect(desk.told.contains(.picking(nil)))
    #expect(picked(desk).count == 1 && desk.drawing.board.operations.isEmpty)
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Escape and a second press end it, and touches draw again`(_ way: CanvasDesk.Way) throws {
    for end in [CanvasInput.key(.escape), .pick, .focusLost] {
      let desk = try CanvasDesk(way)
      desk.send(.pick)
      desk.send(end)
      #expect(isPicking(desk) == false)
      desk.drag(from: line.from, to: line.to)
      #expect(picked(desk).isEmpty && desk.drawing.board.operations.count == 1)
    }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Other fingers that touch meanwhile do nothing`(_ way: CanvasDesk.Way) throws {
    let desk = try CanvasDesk(way)
    desk.send(.pick)
    desk.fingersDown([SurfacePoint(400, 200)])
    desk.fingerJoins(SurfacePoint(700, 300))
    desk.fingersMove([SurfacePoint(420, 220), SurfacePoint(760, 360)])
    desk.fingersUp()
    #expect(picked(desk).count == 1 && picked(desk)[0].isNear(420, 220))
    #expect(desk.drawing.board.operations.isEmpty)
    #expect(try desk.isRecorded())
  }
}
