import Testing
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Fingers on a canvas: the same by way of a desktop and of devices that are read.
struct CanvasFingerTests {
  private let upper = (from: SurfacePoint(300, 150), to: SurfacePoint(900, 150))
  private let lower = (from: SurfacePoint(300, 300), to: SurfacePoint(900, 300))
  private let pair = [SurfacePoint(500, 400), SurfacePoint(700, 400)]

  private func desk(_ way: CanvasDesk.Way) throws -> CanvasDesk { try CanvasDesk(way, gestures: .severalFingers) }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A tap of two fingers undoes the last line, and one of three brings it back`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    for line in [upper, lower] { desk.drag(from: line.from, to: line.to) }
    desk.tap(pair)
    #expect(desk.hasInk(atX: 600, y: 150) && !desk.hasInk(atX: 600, y: 300))
    desk.tap(pair + [SurfacePoint(600, 500)])
    #expect(desk.hasInk(atX: 600, y: 300) && desk.drawing.board.operations.count == 2)
    let story = try desk.story()
    #expect(story.cancels == Array(repeating: .gesture, count: 5))
    #expect(story.commands.suffix(2) == [.undo, .redo])
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A pinch enlarges the view about what lies between the fingers, and leaves no ink`(_ way: CanvasDesk.Way) throws
  {
    let desk = try desk(way)
    desk.drag(from: upper.from, to: upper.to)
    desk.enlarge()
    #expect(abs(desk.view.zoom - 2) < 0.01, "\(desk.view.zoom)")
    #expect(desk.view.boardPoint(of: SurfacePoint(600, 400)).isNear(600, 400))
    #expect(desk.rings.isEmpty && desk.drawing.board.operations.count == 1)
    desk.fingersUp()
    let zoom = desk.view.zoom
    desk.wait(milliseconds: 500)
    #expect(desk.view.zoom == zoom)
    #expect(try desk.story().cancels == [.gesture, .gesture])
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A line drawn in the enlarged view lands under the finger, and another pinch restores the view`(
    _ way: CanvasDesk.Way
  ) throws {
    let desk = try desk(way)
    desk.enlarge()
    desk.fingersUp()
    desk.drag(from: SurfacePoint(400, 250), to: SurfacePoint(800, 250))
    // Half as far from (600, 400) as on the surface.
    let story = try desk.story()
    #expect(story.starts.last?.isNear(500, 325) == true && story.ends.last?.isNear(700, 325) == true, "\(story.starts)")
    desk.shrink()
    desk.fingersUp()
    #expect(abs(desk.view.zoom - 1) < 0.01)
    desk.drag(from: lower.from, to: lower.to)
    #expect(try desk.story().starts.last?.isNear(300, 300) == true)
    #expect(try desk.story().cancels.count == 4)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A finger from the edge unfolds the bars and leaves no ink; it draws where they are shown`(
    _ way: CanvasDesk.Way
  ) throws {
    let desk = try desk(way)
    desk.drag(from: SurfacePoint(4, 300), to: SurfacePoint(300, 300))
    #expect(desk.drawing.board.operations.count == 1)
    desk.live.controller.bars.fold()
    desk.tick()
    #expect(desk.bars?.isFolded == true)
    desk.drag(from: SurfacePoint(4, 500), to: SurfacePoint(300, 500))
    #expect(desk.bars?.isFolded == false)
    #expect(desk.drawing.board.operations.count == 1)
    #expect(try desk.story().cancels == [.gesture])
  }

  @Test(arguments: CanvasDesk.Way.allCases, [false, true])
  func `A tap whose second finger is 150 ms late undoes, and leaves no ink`(
    _ way: CanvasDesk.Way, _ isPenOnly: Bool
  ) throws {
    let desk = try desk(way)
    desk.drag(from: upper.from, to: upper.to)
    desk.live.controller.isPenOnly = isPenOnly
    desk.fingersDown([pair[0]])
    desk.wait(milliseconds: 150)
    desk.fingerJoins(pair[1])
    desk.wait(milliseconds: 120)
    desk.fingersUp()
    #expect(desk.drawing.board.operations.isEmpty && desk.drawing.board.canRedo)
    #expect(!desk.hasInk(atX: 600, y: 150) && !desk.hasInk(atX: 500, y: 400) && !desk.hasInk(atX: 700, y: 400))
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A second finger 150 ms after the first pinches with it, unless that has moved`(_ way: CanvasDesk.Way) throws {
    for isMoving in [false, true] {
      let desk = try desk(way)
      desk.fingersDown([pair[0]])
      if isMoving { desk.fingersMove([SurfacePoint(480, 400)]) }
      desk.wait(milliseconds: 150)
      desk.fingerJoins(pair[1])
      for step in 1...10 { desk.fingersMove([SurfacePoint(480, 400), SurfacePoint(700 + 15 * Double(step), 400)]) }
      desk.fingersUp()
      #expect((desk.view.zoom > 1.2) != isMoving && desk.drawing.board.operations.count == (isMoving ? 2 : 0))
    }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Escape and a lost grab take back what is being drawn`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    for input in [CanvasInput.key(.escape), .focusLost] {
      desk.fingersDrag([upper])
      desk.send(input)
      desk.tick()
      #expect(desk.drawing.openTouches.isEmpty && !desk.hasInk(atX: 600, y: 150))
      desk.fingersUp()
    }
    desk.drag(from: lower.from, to: lower.to)
    #expect(desk.drawing.board.operations.count == 1)
    #expect(try desk.story().cancels == [.window, .window])
  }
}
