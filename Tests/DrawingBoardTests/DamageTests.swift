import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings

struct BoardDamageTests {
  @Test func `One more point damages only what it draws`() throws {
    var bench = try Bench(
      width: 1000, height: 1000, [.set(\.width, 8), down(1, at: (500, 500)), move(1, to: (520, 500))])
    _ = bench.board.drainDamage()
    try bench.play(move(1, to: (540, 500)))
    // The damage goes from the midpoint 510 to the new point 540, with a radius of 4 and half a pixel for the edge.
    #expect(bench.board.drainDamage().bounds == PixelRect(minX: 505, minY: 495, maxX: 545, maxY: 505))
    #expect(bench.board.drainDamage().isEmpty)
  }

  @Test func `A new board is damaged all over`() throws {
    var bench = try Bench()
    #expect(bench.board.drainDamage().bounds == PixelRect(x: 0, y: 0, width: 96, height: 96))
  }

  @Test func `A cancel damages where the stroke was`() throws {
    var bench = try Bench(width: 1000, height: 1000, [down(1, at: (10, 10)), move(1, to: (40, 40))])
    _ = bench.board.drainDamage()
    try bench.play(cancel(1))
    // The first tile of 64 × 64.
    #expect(bench.board.drainDamage().bounds == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }

  @Test func `A stroke that ends damages only where one under it comes to lie above it`() throws {
    var bench = try Bench(
      width: 1000, height: 1000,
      [
        .set(\.width, 8), down(1, at: (10, 10)), down(2, at: (10, 50)), move(1, to: (40, 10)),
        move(2, to: (140, 50)),
      ])
    _ = bench.board.drainDamage()
    try bench.play(up(2))
    // Both are in the first tile; beyond it the second stroke has only its last half drawn, from 75 to 140.
    #expect(bench.board.drainDamage().tiles.map(\.column) == [1, 2, 0])
    try bench.play(up(1))
    // Nothing is under the first stroke: its last half from 25 to 40, with a radius of 4 and half a pixel for the edge.
    #expect(bench.board.drainDamage().bounds == PixelRect(minX: 20, minY: 5, maxX: 45, maxY: 15))
  }

  @Test func `Damage taken into storage replaces what was there`() throws {
    var bench = try Bench(width: 1000, height: 1000, [.set(\.width, 8), down(1, at: (500, 500))])
    var taken = Damage(size: PixelSize(width: 1, height: 1))
    bench.board.drainDamage(into: &taken)
    #expect(taken.bounds == PixelRect(x: 0, y: 0, width: 1000, height: 1000))
    try bench.play(move(1, to: (520, 500)))
    bench.board.drainDamage(into: &taken)
    try bench.play(move(1, to: (540, 500)))
    bench.board.drainDamage(into: &taken)
    // The damage goes from the midpoint 510 to the new point 540, as for one more point.
    #expect(taken.bounds == PixelRect(minX: 505, minY: 495, maxX: 545, maxY: 505))
    bench.board.drainDamage(into: &taken)
    #expect(taken.isEmpty)
  }
}
