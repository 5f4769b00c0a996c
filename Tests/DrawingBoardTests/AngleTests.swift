import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct AngleTests {
  private let choice: [Gesture] = [.set(\.width, 4), .set(\.tool, .angle)]
  private let firstDrag = stroke(1, (20, 70), (50, 60), (80, 70))
  private let secondDrag = stroke(2, (50, 50), (20, 10))

  private func angle(_ first: (Double, Double), _ vertex: (Double, Double), _ second: (Double, Double)) -> AngleShape {
    func point(_ pair: (Double, Double)) -> BoardPoint { BoardPoint(x: pair.0, y: pair.1) }
    return AngleShape(
      vertex: point(vertex), firstEnd: point(first), secondEnd: point(second),
      style: StrokeStyle(color: .black, width: 4))
  }

  @Test func `Two drags are one operation`() throws {
    var bench = try Bench(choice + firstDrag)
    #expect(bench.board.operations.isEmpty)
    #expect(bench.pixels[50, 70] == 0xFF00_0000)
    try bench.play(secondDrag)
    #expect(bench.board.operations == [.add(.angle(angle((80, 70), (20, 70), (20, 10))))])
    try bench.play(.command(.undo))
    #expect(bench.inkBounds.isEmpty)
  }

  @Test func `The arc lies between the arms and the label beyond it`() throws {
    let pixels = try Bench(choice + firstDrag + secondDrag).pixels
    // At 45° on the arc of 24: (20 + 16.97, 70 − 16.97); it is 4/2 = 2 wide, so that no pixel there is wholly covered.
    #expect(pixels[36, 53] != 0xFFFF_FFFF)
    // On the other side of the vertex there is none: (20 − 16.97, 70 + 16.97).
    #expect(pixels[3, 86] == 0xFFFF_FFFF)
    // On the bisector 44 off: (20 + 31.11, 70 − 31.11); the text is 14 high and as wide as three digits at most.
    let label = angle((80, 70), (20, 70), (20, 10)).label
    expect([try #require(label?.center)], near: [(51.113, 38.887)])
    #expect(pixels.bounds(where: { $0 != 0xFFFF_FFFF }).maxX == 82)
    let around = (44..<60).flatMap { x in (32..<46).map { y in pixels[x, y] } }
    #expect(around.contains { $0 != 0xFFFF_FFFF })
  }

  // tan 30.4° = 0.58670 and tan 30.6° = 0.59140; a vertical arm and its opposite; arms of one direction whose cosine is
  // 1.0000000000000002 unless clamped.
  @Test(arguments: [
    ((100.0, 0.0), (100.0, 58.67), 30), ((100, 0), (100, 59.14), 31), ((0, 50), (0, -50), 180),
    ((-70, 0), (30, 0), 180), ((30, 10), (60, 20), 0), ((10, 30), (20, 60), 0), ((0, -20), (20, 20), 135),
  ]) func `Degrees are those of the smaller angle rounded`(
    first: (Double, Double), second: (Double, Double), degrees: Int
  ) {
    #expect(angle(first, (0, 0), second).degrees == degrees)
    #expect(angle(second, (0, 0), first).degrees == degrees)
  }

  @Test func `An arm without length leaves nothing`() throws {
    let raster = try Raster(board: BoardSize(width: 96, height: 96))
    #expect(angle((9, 9), (9, 9), (50, 9)).layers(on: Placement(on: raster)).isEmpty)
    #expect(angle((50, 9), (9, 9), (9, 9)).degrees == nil)
    let bench = try Bench(choice + firstDrag + stroke(2, (50, 50), (70, 50), (20, 70)))
    #expect(bench.board.operations.isEmpty)
    #expect(try bench.pixels == Bench(choice + firstDrag).pixels)
  }

  @Test func `Undo between the drags removes the first arm and ends the gesture`() throws {
    var bench = try Bench(stroke(9, (5, 5), (90, 5)) + choice + firstDrag)
    #expect(bench.board.canUndo)
    try bench.play(.command(.undo))
    #expect(try bench.pixels == Bench(stroke(9, (5, 5), (90, 5))).pixels)
    #expect(bench.board.operations.count == 1)
    try bench.play(secondDrag)
    #expect(bench.board.operations.count == 1)
    #expect(bench.pixels[35, 30] != 0xFFFF_FFFF)
  }

  @Test(arguments: [BoardCommand.set(\.tool, .line), .clear])
  func `Another tool and clear end the gesture`(
    command: BoardCommand
  )
    throws
  {
    var bench = try Bench(choice + firstDrag + [.command(command)])
    #expect(bench.inkBounds.isEmpty)
    try bench.play([.set(\.tool, .angle)] + secondDrag)
    #expect(bench.board.operations.allSatisfy { $0 == .clear })
  }

  @Test func `A tap between the drags leaves the first arm waiting`() throws {
    let bench = try Bench(choice + firstDrag + stroke(3, (60, 20)) + secondDrag)
    #expect(bench.board.operations == (try Bench(choice + firstDrag + secondDrag)).board.operations)
  }

  @Test func `A cancelled second drag leaves the first arm waiting`() throws {
    var bench = try Bench(choice + firstDrag + [down(2, at: (50, 50)), move(2, to: (20, 20)), cancel(2)])
    #expect(try bench.pixels.difference(from: Bench(choice + firstDrag).pixels) == nil)
    try bench.play(secondDrag)
    #expect(bench.board.operations.count == 1)
  }

  @Test func `A cancelled first drag leaves nothing`() throws {
    let bench = try Bench(choice + [down(1, at: (20, 70)), move(1, to: (80, 70)), cancel(1)])
    #expect(bench.inkBounds.isEmpty)
    #expect(!bench.board.canUndo)
  }

  @Test func `An arm that is drawn while the tool changes waits for nothing`() throws {
    let bench = try Bench(choice + firstDrag.dropLast() + [.set(\.tool, .line)] + firstDrag.suffix(1))
    #expect(bench.inkBounds.isEmpty && !bench.board.canUndo)
  }

  @Test func `An arm in the hand of a second drag is gone with the tool`() throws {
    let bench = try Bench(
      choice + firstDrag + [down(2, at: (50, 50)), move(2, to: (20, 20)), .set(\.tool, .line), cancel(2)])
    #expect(bench.inkBounds.isEmpty && !bench.board.canUndo)
  }

  @Test func `Cancelled second drags put their arms back in order`() throws {
    let arms = [
      down(1, at: (20, 70)), down(5, at: (60, 90)), move(1, to: (80, 70)), move(5, to: (90, 90)), up(1), up(5),
    ]
    let bench = try Bench(
      choice + arms + [down(6, at: (50, 50)), down(7, at: (60, 50)), cancel(6), cancel(7)] + secondDrag)
    #expect(bench.board.operations == [.add(.angle(angle((80, 70), (20, 70), (20, 10))))])
  }

  @Test func `Two fingers draw two angles`() throws {
    let bench = try Bench(
      choice + [
        down(1, at: (10, 40)), down(2, at: (60, 90)), move(1, to: (40, 40)), move(2, to: (90, 90)), up(1), up(2),
      ]
        + [down(3, at: (40, 10)), down(4, at: (90, 60)), move(4, to: (60, 50)), move(3, to: (10, 5)), up(4), up(3)])
    #expect(
      bench.board.operations == [
        .add(.angle(angle((90, 90), (60, 90), (60, 50)))), .add(.angle(angle((40, 40), (10, 40), (10, 5)))),
      ])
  }

  @Test func `The arc goes on at every size`() throws {
    let shape = angle((80, 70), (20, 70), (20, 10))
    let raster = try Raster(board: BoardSize(width: 96, height: 96), scale: 4)
    let pixels = try #require(shape.layers(on: Placement(on: raster)).first).coverage
    // Along the arc every 10°: x = 4 (20 + 24 cos a), y = 4 (70 − 24 sin a).
    for step in 0...9 {
      let toward = UnitDirection(radians: Double(step) * .pi / 18)
      #expect(pixels.coverage(x: Int(4 * (20 + 24 * toward.x)), y: Int(4 * (70 - 24 * toward.y))) == 255)
    }
  }
}
