import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// The eraser's own width, and the eraser that removes whole shapes.
struct ShapeEraserTests {
  /// Horizontal lines at y = 20, 50 and 80, from x = 10 to 90, 4 wide.
  private func bench(_ steps: [Gesture] = []) throws -> Bench {
    try Bench(
      [.set(\.tool, .line)] + stroke(1, (10, 20), (90, 20)) + stroke(2, (10, 50), (90, 50))
        + stroke(3, (10, 80), (90, 80)) + [.set(\.tool, .eraser), .set(\.erasing, .shapes)] + steps)
  }

  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }
  private func lines(_ bench: Bench) -> [Bool] { [20, 50, 80].map { bench.pixels[30, $0] == 0xFF00_0000 } }

  @Test func `The eraser has a width of its own, be it the tool or an end of a pen`() throws {
    let steps = [Gesture.set(\.width, 90)] + stroke(1, (48, 48)) + [.set(\.width, 4), .set(\.eraserWidth, .points(20))]
    let pen = try Bench(steps + stroke(Gesture.Finger(2, tool: .eraser), (0, 48), (96, 48)))
    let tool = try Bench(steps + [.set(\.tool, .eraser)] + stroke(2, (0, 48), (96, 48)))
    // Half of 20 above and below of y = 48.
    for bench in [pen, tool] {
      #expect([37, 38, 57, 58].map { bench.pixels[48, $0] == 0xFF00_0000 } == [true, false, false, true])
    }
    let drawn = try Bench(steps + [.set(\.color, .white)] + stroke(2, (0, 48), (96, 48)))
    // Strokes are still 4 wide.
    #expect([45, 46, 49, 50].map { drawn.pixels[48, $0] == 0xFF00_0000 } == [true, false, false, true])
    let shared = try Bench(
      steps + [.set(\.eraserWidth, .ofStrokes), .set(\.tool, .eraser)] + stroke(2, (0, 48), (96, 48)))
    #expect([45, 46, 49, 50].map { shared.pixels[48, $0] == 0xFF00_0000 } == [true, false, false, true])
  }

  @Test func `The eraser's end of a pen draws with the tool where it is set to, from touch to lift`() throws {
    let pen = Gesture.Finger(2, tool: .eraser)
    let steps = stroke(1, (48, 10), (48, 40)) + [.set(\.eraserEnd, .draws)] + [down(pen, at: (10, 60))]
    let drawn = try Bench(steps + [.set(\.eraserEnd, .erases), move(pen, to: (80, 60)), up(pen)])
    #expect(drawn.pixels[40, 60] == 0xFF00_0000 && drawn.pixels[48, 25] == 0xFF00_0000)
    let selected = try Bench(
      stroke(1, (48, 10), (48, 40)) + [.set(\.tool, .selection), .set(\.eraserEnd, .draws)] + stroke(pen, (48, 25)))
    #expect(selected.board.selection.count == 1 && selected.pixels[48, 25] == 0xFF00_0000)
    let erased = try Bench(stroke(1, (48, 10), (48, 40)) + [.set(\.tool, .selection)] + stroke(pen, (40, 25), (60, 25)))
    #expect(erased.board.selection.isEmpty && erased.pixels[48, 25] == 0xFFFF_FFFF)
  }

  @Test func `What it touches is gone at once, and all of a touch is one operation`() throws {
    var bench = try bench([down(4, at: (50, 30))])
    #expect(lines(bench) == [true, true, true])
    try bench.play(move(4, to: (50, 60)))
    #expect(lines(bench) == [true, false, true])
    try bench.play([move(4, to: (50, 90)), up(4)])
    #expect(lines(bench) == [true, false, false])
    #expect(bench.board.operations.dropFirst(3) == [.remove([id(2), id(3)])])
    try bench.play(.command(.undo))
    #expect(lines(bench) == [true, true, true])
    try bench.play(.command(.redo))
    #expect(lines(bench) == [true, false, false])
  }

  @Test func `It reaches half its width beyond the ink, and misses what is farther`() throws {
    // The line ends 2 below y = 20; an eraser of 10 reaches 5 farther.
    let wide = [Gesture.set(\.eraserWidth, .points(10))]
    #expect(try lines(bench(wide + stroke(4, (50, 26.9)))) == [false, true, true])
    #expect(try lines(bench(wide + stroke(4, (50, 27.1)))) == [true, true, true])
    // Events that are far apart: the way between them counts.
    #expect(try lines(bench(stroke(4, (50, 35), (52, 65)))) == [true, false, true])
    // But not where events were lost.
    #expect(try lines(bench([down(4, at: (50, 35)), jump(4, to: (52, 65)), up(4)])) == [true, true, true])
  }

  @Test func `A cancelled touch leaves every pixel as it was`() throws {
    var bench = try bench()
    let before = bench.pixels
    try bench.play([down(4, at: (50, 10)), move(4, to: (50, 90))])
    #expect(lines(bench) == [false, false, false])
    try bench.play(cancel(4))
    #expect(bench.pixels.difference(from: before) == nil)
    #expect(bench.board.operations.count == 3)
  }

  @Test func `What was erased already is not touched`() throws {
    let erased =
      [Gesture.set(\.erasing, .ink), .set(\.eraserWidth, .points(40))] + stroke(4, (20, 50)) + [
        .set(\.erasing, .shapes), .set(\.eraserWidth, .points(4)),
      ]
    #expect(try bench(erased + stroke(5, (20, 50))).board.operations.count == 4)
    let bench = try bench(erased + stroke(5, (70, 50)))
    #expect(bench.board.operations.last == .remove([id(2)]))
  }

  @Test func `Inside of a filled shape is on it, and inside of a hollow one is not`() throws {
    let box = [Gesture.set(\.tool, .rectangle)] + stroke(5, (20, 30), (80, 70)) + [.set(\.tool, .eraser)]
    let middle = stroke(6, (50, 40))
    #expect(try bench(box + middle).board.operations.count == 4)
    #expect(try bench([.set(\.fill, .black)] + box + middle).board.operations.last == .remove([id(4)]))
  }

  @Test func `Two fingers erase at once, also what both have touched`() throws {
    let bench = try bench([
      down(4, at: (30, 10)), down(5, at: (60, 10)), move(4, to: (30, 60)), move(5, to: (60, 90)), up(4), up(5),
    ])
    #expect(lines(bench) == [false, false, false])
    #expect(bench.board.operations.dropFirst(3) == [.remove([id(1), id(2)]), .remove([id(3)])])
  }

  @Test func `It goes on where an undo takes away what it has touched`() throws {
    let bench = try bench([down(4, at: (50, 90)), move(4, to: (50, 60)), .command(.undo), move(4, to: (50, 40)), up(4)])
    #expect(lines(bench) == [true, false, false])
    #expect(bench.board.operations.dropFirst(2) == [.remove([id(2)])])
  }
}
