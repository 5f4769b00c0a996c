import Glibc
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// What strokes are meant to be, drawn by an unsteady hand.
struct ShapeRecognizerTests {
  private static let seeds = PropertySeeds.from(0x5A9E, count: 40)

  /// A hand that is off by up to 2 % of the size, slowly here and there.
  private func drawn(_ corners: [(Double, Double)], _ random: inout SplitMix64, noise: Double = 0.02) -> [BoardPoint] {
    let size = corners.flatMap { [abs($0.0), abs($0.1)] }.max() ?? 1
    var points: [BoardPoint] = []
    var (dx, dy) = (0.0, 0.0)
    for (from, to) in zip(corners, corners.dropFirst()) {
      let steps = Int.random(in: 12...40, using: &random)
      for step in 0..<steps {
        let part = Double(step) / Double(steps)
        let limit = noise * size
        dx = min(max(-limit, dx + Double.random(in: -0.3...0.3, using: &random) * limit), limit)
        dy = min(max(-limit, dy + Double.random(in: -0.3...0.3, using: &random) * limit), limit)
        let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
        points.append(BoardPoint(x: 500 + x + dx, y: 500 + y + dy))
      }
    }
    if let end = corners.last { points.append(BoardPoint(x: 500 + end.0 + dx, y: 500 + end.1 + dy)) }
    return points
  }

  private func turned(_ points: [(Double, Double)], by angle: Double) -> [(Double, Double)] {
    let (cosine, sine) = (cos(angle), sin(angle))
    return points.map { point in
      let (x, y) = point
      return (x * cosine - y * sine, x * sine + y * cosine)
    }
  }

  private func ellipse(_ width: Double, _ height: Double, from start: Double) -> [(Double, Double)] {
    (0...36).map { step in
      let angle = start + Double(step) * Double.pi / 18
      return (width * cos(angle), height * sin(angle))
    }
  }

  @Test(arguments: seeds)
  func `A line in any direction is a line between its ends`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let length = Double.random(in: 60...400, using: &random)
    let ends: [(Double, Double)] = [(0, 0), (length, 0)]
    let line = turned(ends, by: Double(seed % 63) / 10)
    let points = drawn(line, &random)
    #expect(ShapeRecognizer.recognize(points) == .line(points[0], points[points.count - 1]), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `A closed curve is an ellipse in its box`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (width, height) = (Double.random(in: 60...200, using: &random), Double.random(in: 60...200, using: &random))
    let points = drawn(ellipse(width, height, from: Double(seed % 63) / 10), &random)
    guard case .ellipse(let box)? = ShapeRecognizer.recognize(points) else {
      Issue.record("seed \(seed): \(String(describing: ShapeRecognizer.recognize(points)))")
      return
    }
    #expect(abs(box.width - 2 * width) < 0.15 * width && abs(box.height - 2 * height) < 0.15 * height, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `Four upright sides are a rectangle`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (width, height) = (Double.random(in: 100...300, using: &random), Double.random(in: 100...300, using: &random))
    let corners: [(Double, Double)] = [(0, 0), (width, 0), (width, height), (0, height)]
    let first = Int(seed % 4)
    let around: [(Double, Double)] = (0...4).map { corners[(first + $0) % 4] }
    let points = drawn(around, &random)
    guard case .rectangle? = ShapeRecognizer.recognize(points) else {
      Issue.record("seed \(seed): \(String(describing: ShapeRecognizer.recognize(points)))")
      return
    }
  }

  @Test(arguments: seeds)
  func `Three sides are a triangle near its corners`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let upright: [(Double, Double)] = [(0, -150), (130, 75), (-130, 75)]
    let corners = turned(upright, by: Double(seed % 63) / 10)
    let points = drawn(corners + [corners[0]], &random)
    guard case .triangle(let first, let second, let third)? = ShapeRecognizer.recognize(points) else {
      Issue.record("seed \(seed): \(String(describing: ShapeRecognizer.recognize(points)))")
      return
    }
    for corner in corners.map({ BoardPoint(x: 500 + $0.0, y: 500 + $0.1) }) {
      #expect([first, second, third].contains { $0.distance(to: corner) < 20 }, "seed \(seed)")
    }
  }

  @Test(arguments: seeds, [false, true])
  func `A shaft with a head, in one stroke, is an arrow to its tip`(seed: UInt64, isBackAndForth: Bool) {
    var random = SplitMix64(seed: seed)
    let backAndForth: [(Double, Double)] = [(0, 0), (200, 0), (160, -35), (200, 0), (160, 35)]
    let around: [(Double, Double)] = [(0, 0), (200, 0), (165, -35), (160, 35), (200, 0)]
    let stroke = turned(isBackAndForth ? backAndForth : around, by: Double(seed % 63) / 10)
    let points = drawn(stroke, &random, noise: 0.012)
    guard case .arrow(let start, let tip)? = ShapeRecognizer.recognize(points) else {
      Issue.record("seed \(seed): \(String(describing: ShapeRecognizer.recognize(points)))")
      return
    }
    #expect(start == points[0], "seed \(seed)")
    #expect(tip.distance(to: BoardPoint(x: 500 + stroke[1].0, y: 500 + stroke[1].1)) < 16, "seed \(seed)")
  }

  @Test(arguments: [3.0, 10, 24], [false, true])
  func `The tip of an arrow is where the stroke turns, or where it is held`(step: Double, isHeldAtTip: Bool) throws {
    let back = BoardPoint(x: 340, y: 65)
    let corners = [BoardPoint(x: 100, y: 100), BoardPoint(x: 380, y: 100), back, BoardPoint(x: 378, y: 101)]
    let ways = corners + [BoardPoint(x: 336, y: 137)] + (isHeldAtTip ? [BoardPoint(x: 381, y: 99)] : [])
    var points = [corners[0]]
    for (from, to) in zip(ways, ways.dropFirst()) {
      let count = Int((from.distance(to: to) / step).rounded(.up))
      for index in 1...count {
        let part = Double(index) / Double(count)
        points.append(BoardPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part))
      }
    }
    let tip = isHeldAtTip ? BoardPoint(x: 381, y: 99) : corners[1]
    let arrow = try #require(ShapeRecognizer.recognize(points))
    #expect(arrow == .arrow(corners[0], tip))
    let pen = PenShape(
      path: StrokePath(from: StrokePath.Vertex(corners[0], width: 6)), color: .black, stacking: .overInk)
    guard case .line(let line)? = arrow.shape(inPlaceOf: pen) else { throw Missing() }
    // The tip of the head lies two widths beyond the line.
    #expect(abs(line.end.distance(to: tip) - 2 * line.style.width) < 0.01)
    #expect(abs(line.start.distance(to: tip) - corners[0].distance(to: tip)) < 0.01)
  }

  @Test(arguments: seeds)
  func `Writing and small marks stay as they are`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let wave: [(Double, Double)] = (0...40).map { (Double($0) * 6, 40 * sin(Double($0) * 0.8)) }
    let spiral: [(Double, Double)] = (0...60).map { step in
      let (radius, angle) = (Double(step) * 2, Double(step) * 0.35)
      return (radius * cos(angle), radius * sin(angle))
    }
    let zigzag: [(Double, Double)] = [(0, 0), (200, 0), (0, 100), (200, 100)]
    let dash: [(Double, Double)] = [(0, 0), (20, 0)]
    let strokes: [[(Double, Double)]] = [wave, spiral, zigzag, dash, ellipse(12, 12, from: 0)]
    for stroke in strokes {
      let found = ShapeRecognizer.recognize(drawn(stroke, &random, noise: 0.005))
      #expect(found == nil, "seed \(seed): \(String(describing: found))")
    }
  }

  @Test func `Nothing is recognized in no points, or in those that are no numbers`() {
    #expect(ShapeRecognizer.recognize([]) == nil)
    let points = [BoardPoint(x: 0, y: 0), BoardPoint(x: .nan, y: 3), BoardPoint(x: .infinity, y: 100)]
    #expect(ShapeRecognizer.recognize(points) == nil)
  }

  /// A board with a stroke that is replaced, and its pixels before.
  private func replaced(_ stacking: Stacking = .overInk) throws -> (bench: Bench, ink: PixelBuffer) {
    var bench = try Bench(
      width: 200, height: 100,
      [.set(\.width, 6), .set(\.stacking, stacking)] + stroke(1, (20, 50), (90, 56), (180, 50)))
    let ink = bench.pixels
    guard case .add(.pen(let pen))? = bench.board.operations.last else { throw Missing() }
    let shape = try #require(
      RecognizedShape.line(BoardPoint(x: 20, y: 50), BoardPoint(x: 180, y: 50)).shape(inPlaceOf: pen))
    try bench.play(.command(.replaceStroke(shape)))
    return (bench, ink)
  }

  private struct Missing: Error {}

  @Test func `A replaced stroke is undone in two steps, first back to the ink`() throws {
    var (bench, ink) = try replaced()
    let straight = bench.pixels
    #expect(straight.difference(from: ink) != nil && bench.inkBounds == PixelRect(x: 17, y: 47, width: 166, height: 6))
    try bench.play(.command(.undo))
    #expect(bench.pixels.difference(from: ink) == nil)
    try bench.play(.command(.undo))
    #expect(bench.inkBounds.isEmpty)
    try bench.play([.command(.redo), .command(.redo)])
    #expect(bench.pixels.difference(from: straight) == nil)
    #expect(try Board(bench.board.drawing).picture.composed().difference(from: straight) == nil)
  }

  @Test func `A straightened highlighter is a stroke below ink`() throws {
    let (bench, _) = try replaced(.underInk)
    guard case .pen(let pen)? = bench.board.elements.first?.shape?.shape else {
      Issue.record("no stroke")
      return
    }
    #expect(pen.stacking == .underInk && pen.path.runs.map(\.count) == [2] && pen.path.runs[0][0].width == 6)
    let other = RecognizedShape.triangle(BoardPoint(x: 0, y: 0), BoardPoint(x: 1, y: 0), BoardPoint(x: 0, y: 1))
    #expect(other.shape(inPlaceOf: pen) == nil)
  }

  @Test func `Only the stroke that was drawn last is replaced`() throws {
    var bench = try Bench([.set(\.tool, .line)] + stroke(1, (20, 50), (80, 50)))
    let before = bench.board.drawing
    let shape = Shape.line(
      LineShape(from: BoardPoint(x: 0, y: 0), to: BoardPoint(x: 9, y: 9), style: StrokeStyle(color: .black, width: 2)))
    try bench.play(.command(.replaceStroke(shape)))
    #expect(bench.board.drawing == before)
  }
}
