import FoundationEssentials
import Testing
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct BadInputTests {
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A point that is no number is ignored`(value: Double)
    throws
  {
    let bench = try Bench([
      down(1, at: (value, 10)), move(1, to: (20, 20)), down(2, at: (10, 10)), move(2, to: (10, value)),
      move(2, to: (60, 60)), up(2),
    ])
    #expect(try bench.pixels == Bench(stroke(2, (10, 10), (60, 60))).pixels)
    #expect(bench.board.openTouches.isEmpty)
  }

  @Test(arguments: Tool.allCases)
  func `A point far outside is clipped`(tool: Tool) throws {
    let far = [1e6, -1e9, 1e300].map { ($0, -$0) }
    let bench = try Bench(
      [.set(\.tool, tool), .set(\.fill, .black), down(1, at: (40, 40))] + far.map { move(1, to: $0) } + [up(1)])
    #expect(bench.board.canUndo == (tool != .text && !tool.selects))
  }

  @Test(arguments: Tool.allCases)
  func `A point that is no number never harms a tool`(tool: Tool) throws {
    let points = [(Double.nan, 10), (10, .infinity), (-.infinity, .nan), (1e300, -1e300), (1e9, 1e9)]
    var bench = try Bench([.set(\.tool, tool), .set(\.fill, .black), .set(\.speed, .on)])
    for (number, point) in points.enumerated() {
      let finger = Gesture.Finger(number + 1)
      try bench.play([down(finger, at: (10, 10)), move(finger, to: point), jump(finger, to: point), up(finger)])
      try bench.play([down(finger, at: point), move(finger, to: (50, 50)), up(finger)])
    }
    #expect(bench.board.openTouches.isEmpty && bench.board.faults == [])
    #expect(try bench.board.faultsOfDrawing() == [])
  }

  @Test(arguments: Tool.allCases)
  func `A drag back to its start is harmless`(tool: Tool) throws {
    let bench = try Bench(
      [.set(\.tool, tool), .set(\.fill, .black), .set(\.width, 20)] + stroke(1, (40, 40), (60, 40), (40, 40))
        + stroke(2, (40, 40), (60, 40), (40, 40)) + stroke(3, (40, 40), (60, 40), (60, 40)))
    #expect(bench.board.openTouches.isEmpty && bench.board.faults == [])
    #expect(try bench.board.faultsOfDrawing() == [])
  }

  @Test(arguments: Tool.allCases)
  func `A hundred fingers at once use a tool`(tool: Tool) throws {
    let fingers = (0..<100).map { Gesture.Finger($0) }
    func place(_ finger: Gesture.Finger) -> (Double, Double) {
      (Double(finger.number % 10) * 9, Double(finger.number / 10) * 9)
    }
    var bench = try Bench([.set(\.tool, tool)] + fingers.map { down($0, at: place($0)) })
    try bench.play(fingers.map { move($0, to: (place($0).0 + 12, place($0).1 + 12)) })
    #expect(bench.board.openTouches.count == 100 && bench.board.faults == [])
    _ = bench.board.drainDamage()
    try bench.play(fingers.prefix(50).map(cancel) + fingers.suffix(50).map(up))
    #expect(bench.board.openTouches.isEmpty)
    #expect(try bench.board.faultsOfDrawing() == [])
  }

  /// TOUCHREEL_LONG_STROKE says how many points: a million take ten seconds without optimisation.
  @Test func `A stroke of very many points is drawn`() throws {
    let count = ProcessInfo.processInfo.environment["TOUCHREEL_LONG_STROKE"].flatMap(Int.init) ?? 20_000
    var bench = try Bench(width: 400, height: 400)
    try bench.play(down(1, at: (200, 200)))
    for number in 0..<count {
      let turn = Double(number) * 0.03
      try bench.play(
        move(1, to: (200 + 150 * (turn / 7).remainder(dividingBy: 1), 200 + 150 * turn.remainder(dividingBy: 1))))
      if number.isMultiple(of: 50) { _ = bench.board.drainDamage() }
    }
    try bench.play(up(1))
    #expect(bench.board.lines.finishedLines.first?.points.count == count + 1)
    #expect(bench.board.operations.count == 1)
  }

  @Test func `Steps of touches that are not down are ignored`() throws {
    let bench = try Bench([
      move(1, to: (20, 20)), up(1), cancel(1), down(2, at: (9, 9)), cancel(2), move(2, to: (50, 50)), up(2),
    ])
    #expect(bench.inkBounds.isEmpty)
    #expect(bench.board.operations.isEmpty)
  }

  @Test func `A touch that begins twice goes on`() throws {
    let bench = try Bench([down(1, at: (10, 10)), down(1, at: (80, 80)), move(1, to: (10, 40)), up(1)])
    #expect(try bench.pixels == Bench(stroke(1, (10, 10), (10, 40))).pixels)
  }

  @Test func `A hundred fingers draw a hundred strokes`() throws {
    let fingers = (0..<100).map { Gesture.Finger($0) }
    let bench = try Bench(
      fingers.map { down($0, at: (Double($0.number % 10) * 9, Double($0.number / 10) * 9)) } + fingers.map(up))
    #expect(bench.board.operations.count == 100)
  }

  @Test(arguments: [
    BoardSize(width: 0, height: 10), BoardSize(width: 10, height: -5), BoardSize(width: .nan, height: 10),
    BoardSize(width: 20_001, height: 10), BoardSize(width: 10, height: .infinity),
  ]) func `A board of an unusable size is refused`(size: BoardSize) throws {
    #expect(throws: BoardError.self) { try Raster(board: size) }
    var bench = try Bench(stroke(1, (10, 10), (50, 50)))
    let before = bench.pixels
    #expect(throws: BoardError.self) { try bench.play(.command(.size(size))) }
    #expect(bench.pixels == before)
  }

  @Test func `A board of 20000 pixels a side draws`() throws {
    var bench = try Bench(width: 20_000, height: 20_000)
    try bench.play(stroke(1, (19_000, 19_990), (19_900, 19_990)))
    let row = bench.board.picture.committed
    #expect(row.pixel(x: 19_500, y: 19_990) == 0xFF00_0000)
  }

  @Test func `A board of 20000 pixels takes memory only where ink is`() throws {
    var bench = try Bench(width: 20_000, height: 20_000)
    try bench.play(stroke(1, (19_000, 19_990), (19_900, 19_990)) + [.set(\.tool, .selection)])
    try bench.play([down(2, at: (19_500, 19_990)), move(2, to: (19_500, 100)), up(2)])
    // 900 points along a row of tiles: 15 or 16 of them.
    #expect(bench.board.picture.committed.tileCount <= 16)
  }

  @Test func `A board of 20000 pixels is written as APNG row by row`() throws {
    let bench = try Bench(width: 20_000, height: 70, stroke(1, (100, 40), (19_900, 40)))
    var bytes = 0
    bench.board.picture.writePNG { (part: UnsafeRawBufferPointer) throws(Never) in bytes += part.count }
    // 20,000 × 70 × 3 bytes of white and one line.
    #expect((1000..<400_000).contains(bytes))
  }

  @Test func `A width that is no number is refused and others are held to their range`() throws {
    var bench = try Bench()
    #expect(throws: BoardError.unusableWidth) { try bench.play(.set(\.width, .nan)) }
    try bench.play(.set(\.width, 1e9))
    #expect(bench.board.settings.width == 500)
    try bench.play(.set(\.width, -3))
    #expect(bench.board.settings.width == 0.1)
  }

  @Test func `Time that stands still or goes back does no harm`() throws {
    var board = try Bench([.set(\.smoothing, .oneEuro), .set(\.speed, .on)]).board
    let touch = Touch(
      id: Touch.ID(rawValue: 1), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 1), tool: .finger)
    for (number, time) in ([5, 5, 3, .max, .min, 0] as [Int64]).enumerated() {
      let sample = TouchSample(
        time: Timestamp(nanoseconds: time), position: DevicePoint(x: 0, y: 0),
        boardPoint: BoardPoint(x: Double(number) * 10, y: 20))
      board.handle(TouchEvent(touch: touch, phase: number == 0 ? .began : .moved(gap: false), sample: sample))
    }
    #expect(board.openTouches == [touch])
    #expect(board.picture.composed()[0, 20] == 0xFF00_0000)
  }
}
