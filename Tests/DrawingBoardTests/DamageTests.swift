import Canvas
import DrawingBoard
import Testing

@Suite struct BoardDamageTests {
  @Test func oneMorePointDamagesOnlyWhatItDraws() throws {
    var bench = try Bench(
      width: 1000, height: 1000, [.command(.width(8)), down(1, at: (500, 500)), move(1, to: (520, 500))])
    _ = bench.board.takeDamage()
    try bench.play(move(1, to: (540, 500)))
    // From the midpoint 510 to the midpoint 530, with a radius of 4 and half a pixel for the edge.
    #expect(bench.board.takeDamage().bounds == PixelRect(minX: 505, minY: 495, maxX: 535, maxY: 505))
    #expect(bench.board.takeDamage().isEmpty)
  }

  @Test func aNewBoardIsDamagedAllOver() throws {
    var bench = try Bench()
    #expect(bench.board.takeDamage().bounds == PixelRect(x: 0, y: 0, width: 96, height: 96))
  }

  @Test func aCancelDamagesWhereTheStrokeWas() throws {
    var bench = try Bench(width: 1000, height: 1000, [down(1, at: (10, 10)), move(1, to: (40, 40))])
    _ = bench.board.takeDamage()
    try bench.play(cancel(1))
    // The first tile of 64 × 64.
    #expect(bench.board.takeDamage().bounds == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }
}
