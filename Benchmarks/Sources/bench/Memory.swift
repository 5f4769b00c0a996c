import ArgumentParser
import TouchReelDrawingBoard
import TouchReelDrawings

/// Draws strokes on a board, for another process to see what memory that takes.
struct Memory: ParsableCommand {
  @Argument(help: "How many strokes of 500 points.") var strokes: Int
  @Flag(help: "Keep nothing that undo needs.") var withoutUndo = false

  func run() throws {
    var board = try Board.forBenchmarks(.ultraHD, undo: UndoMemory(budget: withoutUndo ? .none : .standard))
    try board.draw(BenchmarkStroke.all(count: strokes))
    consume(board)
  }
}
