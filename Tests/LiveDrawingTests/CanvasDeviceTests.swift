import Testing
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What devices that are read do beside the board: on bars and menus, and on a screen that is turned.
struct CanvasDeviceTests {
  /// A canvas with bars from 740 on.
  private func desk(gestures: LiveDrawing.Gestures = .severalFingers) throws -> CanvasDesk {
    let desk = try CanvasDesk(.devices, gestures: gestures)
    desk.live.target = { point, _ in point.y >= 740 ? .bar : .canvas }
    return desk
  }

  private func words(_ desk: CanvasDesk) -> [String] {
    desk.told.map { effect in
      switch effect {
      case .press(_, let point): "press \(Int(point.x.rounded()))"
      case .drag(_, let point): "drag \(Int(point.x.rounded()))"
      case .release(_, let point): "release \(Int(point.x.rounded()))"
      case .letGo: "let go"
      case .dismissCovers(let point): "dismiss \(Int(point.x.rounded()))"
      default: "\(effect)"
      }
    }
  }

  @Test func `A finger on a bar works it to its end, wherever it goes, and leaves no ink`() throws {
    let desk = try desk()
    desk.fingersDown([SurfacePoint(860, 762)])
    desk.fingersMove([SurfacePoint(990, 500)])
    desk.fingersUp()
    #expect(words(desk) == ["press 860", "drag 990", "release 990"])
    desk.drag(from: SurfacePoint(300, 200), to: SurfacePoint(900, 200))
    #expect(words(desk).count == 3 && desk.drawing.board.operations.count == 1)
    let story = try desk.story()
    #expect(story.cancels == [.window] && story.starts.count == 1)
    #expect(try desk.isRecorded())
  }

  @Test func `A finger that begins on the canvas draws below a bar`() throws {
    let desk = try desk()
    desk.drag(from: SurfacePoint(300, 600), to: SurfacePoint(300, 790))
    #expect(desk.told.isEmpty && desk.hasInk(atX: 300, y: 770))
  }

  @Test func `A finger on a bar whose device is unplugged lets go`() throws {
    let desk = try desk()
    desk.fingersDown([SurfacePoint(860, 762)])
    #expect(!desk.live.areDevicesResting)
    desk.unplug()
    #expect(words(desk) == ["press 860", "let go"] && desk.live.areDevicesResting)
  }

  @Test func `Two fingers on bars are no gesture`() throws {
    let desk = try desk()
    desk.drag(from: SurfacePoint(300, 200), to: SurfacePoint(900, 200))
    desk.tap([SurfacePoint(400, 760), SurfacePoint(500, 760)])
    #expect(desk.drawing.board.operations.count == 1)
    #expect(words(desk) == ["press 400", "press 500", "release 400", "release 500"])
  }

  @Test func `While a menu is open, touches are for it and pens have no outline`() throws {
    let desk = try desk()
    desk.live.target = { _, _ in .cover }
    desk.live.isCovered = { true }
    desk.drag(from: SurfacePoint(300, 200), to: SurfacePoint(400, 200))
    #expect(words(desk).first == "dismiss 300" && desk.drawing.board.operations.isEmpty)
    desk.pen(at: SurfacePoint(500, 300))
    #expect(desk.rings.isEmpty)
    #expect(try desk.story().cancels == [.window])
  }

  @Test func `Touches of another machine draw wherever they are`() throws {
    let desk = try desk()
    desk.live.devices = .elsewhere
    desk.drag(from: SurfacePoint(300, 760), to: SurfacePoint(900, 760))
    #expect(desk.told.isEmpty && desk.hasInk(atX: 600, y: 760))
  }

  @Test func `Beside a pen a finger works no bar, and one that slides is let go`() throws {
    let desk = try desk()
    desk.fingersDown([SurfacePoint(860, 762)])
    desk.pen(at: SurfacePoint(500, 300))
    #expect(words(desk) == ["press 860", "let go"])
    desk.fingersUp()
    desk.tap([SurfacePoint(860, 762)])
    #expect(words(desk).count == 2)
  }

  @Test func `Ink is under the finger after the screen was turned`() throws {
    let desk = try desk()
    desk.drag(from: SurfacePoint(300, 250), to: SurfacePoint(900, 250))
    desk.placement.rotation = .quarter
    desk.drag(from: SurfacePoint(300, 250), to: SurfacePoint(900, 250))
    let story = try desk.story()
    // A quarter turn: what was 300 of 1280 from the left is as far from the top, and 250 of 800 from the top is as far
    // from the right.
    let (x, tops) = (1280 * (1 - 250.0 / 800), [800 * 300.0 / 1280, 800 * 900.0 / 1280])
    #expect(story.starts[0].isNear(300, 250) && story.ends[0].isNear(900, 250))
    #expect(story.starts[1].isNear(x, tops[0]) && story.ends[1].isNear(x, tops[1]), "\(story.starts)")
    #expect(try desk.isRecorded())
  }

  @Test func `A bar is under the finger after the screen was turned`() throws {
    let desk = try desk()
    desk.placement.rotation = .half
    desk.tap([SurfacePoint(1280 - 860, 800 - 762)])
    #expect(words(desk) == ["press 860", "release 860"])
  }
}
