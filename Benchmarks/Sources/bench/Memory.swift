import ArgumentParser
import DrawingBoard

/// Draws strokes on a board, for another process to see what memory that takes.
struct Memory: ParsableCommand {
  @Argument(help: "How many strokes of 500 points.") var strokes: Int

  func run() throws {
    var board = try Board.forBenchmarks(.ultraHD)
    try board.draw(BenchmarkStroke.all(count: strokes))
    consume(board)
  }
}
