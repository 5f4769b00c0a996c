import Testing
import TouchReelCanvas
import TouchReelDrawings

@testable import TouchReelDrawingBoard

/// What a drag with a shape tool costs does not grow with its steps between two pictures.
struct SettledInkTests {
  @Test(arguments: [RasterMode.live, .batch(threads: 1)])
  func `A shape is drawn when it is looked at not at each step`(
    mode: RasterMode
  ) throws {
    var bench = try Bench(width: 640, height: 480, mode: mode, [.set(\.tool, .ellipse), .set(\.width, 500)])
    try bench.play(down(1, at: (100, 100)))
    for step in 1...50 { try bench.play(move(1, to: (100 + 8 * Double(step), 100 + 5 * Double(step)))) }
    #expect(!bench.board.live.touches[0].ink.isSettled)
    let picture = bench.board.picture.composed()
    #expect(!bench.board.drainDamage().isEmpty)
    #expect(bench.board.live.touches[0].ink.isSettled)
    #expect(bench.board.picture.composed() == picture)
    try bench.play(up(1))
    #expect(bench.board.picture.composed() == picture)
  }
}
