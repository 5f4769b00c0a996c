import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Bars above a canvas: what touches them works them, seen or not, and leaves no ink.
struct CanvasBarTests {
  private static let seeds = PropertySeeds.from(0xBA45, count: 8)
  /// At the left, and at the bottom.
  private static let bars = [
    SurfaceRect(left: 10, top: 200, right: 110, bottom: 600), SurfaceRect(left: 300, top: 730, right: 980, bottom: 790),
  ]

  private static func isOnBar(_ point: SurfacePoint) -> Bool { bars.contains { $0.distance(to: point) == 0 } }

  private func desk(_ way: CanvasDesk.Way, gestures: LiveDrawing.Gestures = .off) throws -> CanvasDesk {
    let desk = try CanvasDesk(way, gestures: gestures)
    desk.live.target = { point, _ in Self.isOnBar(point) ? .bar : .canvas }
    desk.live.controller.bars.areas = Self.bars
    return desk
  }

  /// What strokes and taps are made with.
  enum Hand: CaseIterable, Sendable {
    case finger, pen, mouse

    func drag(from start: SurfacePoint, to end: SurfacePoint, on desk: CanvasDesk) {
      switch self {
      case .finger: desk.drag(from: start, to: end)
      case .pen: desk.penLine(from: start, to: end)
      case .mouse: desk.mouse(from: start, to: end)
      }
    }
  }

  /// A mouse is not read.
  private static let hands = CanvasDesk.Way.allCases.flatMap { way in
    Hand.allCases.filter { way == .desktop || $0 != .mouse }.map { (way, $0) }
  }

  @Test(arguments: hands, [300, 500, 800] as [Int64])
  func `Six strokes with a colour tapped between them have six colours, and there is no dot`(
    _ hand: (way: CanvasDesk.Way, hand: Hand), _ pause: Int64
  ) throws {
    let desk = try desk(hand.way)
    for step in 0..<6 {
      let (y, x) = (100 + 80 * Double(step), 400 + 90 * Double(step))
      hand.hand.drag(from: SurfacePoint(300, y), to: SurfacePoint(900, y), on: desk)
      desk.wait(milliseconds: pause)
      hand.hand.drag(from: SurfacePoint(x, 760), to: SurfacePoint(x, 760), on: desk)
      #expect(desk.presses.count == step + 1 && desk.bars?.isFaded == false)
      desk.drawing.perform(.set(\.color, Coloring.palette[step + 1]), at: desk.now)
    }
    let picture = desk.drawing.board.picture.composed()
    #expect(Set((0..<6).map { picture[600, 100 + 80 * $0] }).count == 6)
    #expect(desk.drawing.board.operations.count == 6)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Bars fade while something draws, and return 400 ms after it`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    #expect(desk.bars?.isFaded == false)
    desk.fingersDrag([(SurfacePoint(300, 150), SurfacePoint(900, 150))])
    #expect(desk.bars?.isFaded == true)
    desk.fingersUp()
    desk.wait(milliseconds: 390)
    #expect(desk.bars?.isFaded == true && !desk.live.isResting)
    desk.wait(milliseconds: 10)
    #expect(desk.bars?.isFaded == false && desk.live.isResting)
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A finger on a bar brings them back at once, while another draws on below them`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    desk.fingersDown([SurfacePoint(300, 400)])
    #expect(desk.bars?.isFaded == true)
    desk.fingerJoins(SurfacePoint(50, 300))
    #expect(desk.bars?.isFaded == false && desk.presses.map(\.x) == [50])
    for step in 1...10 { desk.fingersMove([SurfacePoint(300 - 25 * Double(step), 400), SurfacePoint(50, 300)]) }
    desk.fingersUp()
    #expect(desk.drawing.board.operations.count == 1)
    #expect(desk.hasInk(atX: 60, y: 400) && !desk.hasInk(atX: 50, y: 300))
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `A pen that hovers within 24 points of a bar brings them back, one that draws there does not`(
    _ way: CanvasDesk.Way
  ) throws {
    let desk = try desk(way)
    desk.penDrag(from: SurfacePoint(600, 400), to: SurfacePoint(130, 400))
    #expect(desk.bars?.isFaded == true)
    desk.penAway()
    desk.pen(at: SurfacePoint(140, 400))
    #expect(desk.bars?.isFaded == true)
    desk.pen(at: SurfacePoint(133, 400))
    #expect(desk.bars?.isFaded == false)
    desk.pen(at: SurfacePoint(133, 400), touching: true)
    #expect(desk.bars?.isFaded == true)
  }

  @Test func `A mouse that comes near a bar, or is on it at once, brings them back`() throws {
    let desk = try desk(.desktop)
    let ends = [(SurfacePoint(400, 500), true), (SurfacePoint(400, 710), false), (SurfacePoint(50, 300), false)]
    for (end, isFaded) in ends {
      desk.mouse(from: SurfacePoint(300, 100), to: SurfacePoint(600, 300))
      desk.mouse(from: end, to: end, pressing: false)
      #expect(desk.bars?.isFaded == isFaded)
    }
  }

  /// A few fingers at once, each along a way of its own, or a pen.
  private struct Act {
    var isPen: Bool
    var ways: [(from: SurfacePoint, to: SurfacePoint)]
    var pause: Int64

    init(_ random: inout SplitMix64) {
      isPen = random.next(below: 3) == 0
      ways = (0...(isPen ? 0 : random.next(below: 3))).map { _ in
        let start = Self.point(&random)
        return (start, random.next(below: 3) == 0 ? start : Self.point(&random))
      }
      pause = Int64(random.next(below: 900))
    }

    /// On a bar as often as not.
    private static func point(_ random: inout SplitMix64) -> SurfacePoint {
      guard random.next(below: 2) == 0 else {
        return SurfacePoint(Double(random.next(below: 1280)), Double(random.next(below: 800)))
      }
      let bar = bars[random.next(below: bars.count)]
      return SurfacePoint(
        bar.left + Double(random.next(below: Int(bar.right - bar.left))),
        bar.top + Double(random.next(below: Int(bar.bottom - bar.top))))
    }

    func perform(_ ways: [(from: SurfacePoint, to: SurfacePoint)], on desk: CanvasDesk) {
      let start = desk.now
      if isPen {
        for way in ways { desk.penLine(from: way.from, to: way.to) }
      } else if !ways.isEmpty {
        desk.fingersDrag(ways)
        desk.fingersUp()
      }
      // However few they are, it takes as long.
      desk.wait(milliseconds: 100 + pause - desk.now.since(start).nanoseconds / 1_000_000)
    }
  }

  @Test(arguments: seeds, CanvasDesk.Way.allCases)
  func `Touches that begin on bars press them without ink, and all others draw as if there were no bars`(
    _ seed: UInt64, _ way: CanvasDesk.Way
  ) throws {
    var random = SplitMix64(seed: seed)
    let (desk, bare) = (try desk(way), try CanvasDesk(way))
    var pressed: [SurfacePoint] = []
    for _ in 0..<40 {
      let act = Act(&random)
      act.perform(act.ways, on: desk)
      act.perform(act.ways.filter { !Self.isOnBar($0.from) }, on: bare)
      pressed += act.ways.map(\.from).filter(Self.isOnBar)
    }
    #expect(desk.presses.map(\.rounded) == pressed.map(\.rounded), "seed \(seed)")
    #expect(desk.drawing.board.picture.composed() == bare.drawing.board.picture.composed(), "seed \(seed)")
    #expect(try desk.isRecorded(), "seed \(seed)")
  }
}

extension SurfacePoint {
  fileprivate var rounded: SurfacePoint { SurfacePoint(x.rounded(), y.rounded()) }
}
