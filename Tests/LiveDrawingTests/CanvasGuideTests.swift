import Testing
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelLiveDrawing

/// A ruler and a protractor on a canvas, worked by two hands.
struct CanvasGuideTests {
  private func desk(_ way: CanvasDesk.Way, _ kind: Guide.Kind) throws -> CanvasDesk {
    let desk = try CanvasDesk(way, gestures: .severalFingers)
    desk.send(.guide(kind))
    return desk
  }

  private func shown(_ desk: CanvasDesk) -> Guide? {
    let last = desk.told.last { if case .guide = $0 { true } else { false } }
    guard case .guide(let guide)? = last else { return nil }
    return guide
  }

  /// The points of the stroke that was drawn last.
  private func stroke(_ desk: CanvasDesk) -> [BoardPoint] {
    guard case .add(.pen(let pen))? = desk.drawing.board.operations.last else { return [] }
    return pen.path.runs.flatMap { $0.map(\.point) }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A finger moves the ruler without drawing, and a pen draws along its edge`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, .ruler)
    #expect(shown(desk)?.center == BoardPoint(x: 640, y: 400))
    desk.drag(from: SurfacePoint(500, 400), to: SurfacePoint(500, 450))
    let moved = try #require(shown(desk))
    #expect(moved.center.isNear(640, 450) && desk.drawing.board.operations.isEmpty)
    desk.penLine(from: SurfacePoint(300, 498), to: SurfacePoint(900, 530))
    let points = stroke(desk)
    #expect(points.count > 2 && points.allSatisfy { abs($0.y - (moved.center.y + 48)) < 0.01 })
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Two fingers turn the ruler`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, .ruler)
    desk.fingersDown([SurfacePoint(500, 400)])
    desk.fingerJoins(SurfacePoint(700, 400))
    for step in 1...10 { desk.fingersMove([SurfacePoint(500, 400), SurfacePoint(700, 400 + Double(step) * 10)]) }
    desk.fingersUp()
    let turned = try #require(shown(desk))
    #expect(abs(turned.angle - 26.57) < 0.2, "\(turned)")
    #expect(desk.drawing.board.operations.isEmpty)
    // The finger that stayed is on the ruler's middle line still.
    let across = BoardDirection(degrees: turned.angle).across(from: turned.center, to: BoardPoint(x: 500, y: 400))
    #expect(abs(across) < 0.6)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A ruler that is taken away guides nothing`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, .protractor)
    desk.send(.guide(nil))
    #expect(shown(desk) == nil && desk.drawing.board.settings.guide == nil)
    desk.penLine(from: SurfacePoint(640, 400), to: SurfacePoint(900, 471))
    #expect(stroke(desk).last?.isNear(900, 471) == true)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A ruler that is laid down again lies where it did, or in the middle where it was asked for`(
    _ way: CanvasDesk.Way
  ) throws {
    let desk = try desk(way, .ruler)
    desk.drag(from: SurfacePoint(500, 400), to: SurfacePoint(500, 550))
    let moved = try #require(shown(desk))
    for kind in [Guide.Kind.protractor, nil, .ruler] { desk.send(.guide(kind)) }
    #expect(shown(desk) == moved && moved.center.isNear(640, 550))
    desk.send(.guide(.ruler, .middle))
    #expect(shown(desk)?.center == BoardPoint(x: 640, y: 400))
    #expect(try desk.isRecorded())
  }

  @Test(arguments: Guide.Kind.allCases)
  func `A guide of which nothing is seen where it lay is laid in the middle`(_ kind: Guide.Kind) throws {
    let near = Viewport(board: BoardSize(width: 4000, height: 4000), surface: CanvasDesk.size)
    var (beside, far) = (near, near)
    beside.pan(byX: 0, y: -300)
    far.pan(byX: 0, y: -2000)
    var guides = HeldGuides()
    guides.lay(kind, .asBefore, in: near)
    let before = try #require(guides.lying)
    for (view, isKept) in [(beside, true), (far, false)] {
      guides.lay(nil, .asBefore, in: view)
      #expect(guides.lying == nil)
      guides.lay(kind, .asBefore, in: view)
      #expect((guides.lying == before) == isKept)
      #expect(guides.lying?.isSeen(in: view) == true)
    }
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A ruler keeps its size on the surface`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way, .ruler)
    desk.drag(from: SurfacePoint(500, 400), to: SurfacePoint(500, 700))
    desk.enlarge()
    desk.fingersUp()
    desk.tick()
    let guide = try #require(shown(desk))
    #expect(abs(guide.size * desk.view.zoom - 96) < 0.01)
  }

  @Test func `Places that no touch begins at are not recorded`() throws {
    let desk = try desk(.desktop, .ruler)
    desk.drag(from: SurfacePoint(500, 400), to: SurfacePoint(500, 450))
    desk.penLine(from: SurfacePoint(300, 498), to: SurfacePoint(900, 530))
    let guides = try desk.story().commands.compactMap { command -> Guide? in
      if case .set(let setting) = command { setting[\.guide].flatMap(\.self) } else { nil }
    }
    #expect(guides.count <= 2)
  }
}
