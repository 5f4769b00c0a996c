import TouchReelCanvas
import TouchReelDrawingBoard

/// A board with strokes to take back and to bring again.
final class UndoBoard {
  private var board: Board
  private static let steps = 50

  init(_ size: PixelSize) throws {
    board = try .forBenchmarks(size)
    try board.draw(BenchmarkStroke.all(count: Self.steps))
    _ = board.drainDamage()
  }

  /// Milliseconds of each undo and redo, all back and all again ten times.
  func times() throws -> [Double] {
    var times: [Double] = []
    for turn in 0..<20 {
      let command = turn.isMultiple(of: 2) ? BoardCommand.undo : .redo
      for _ in 0..<Self.steps { times.append(try nanoseconds { try board.handle(command) } / 1e6) }
    }
    _ = board.drainDamage()
    return times
  }
}

extension Workload {
  static func undo(_ peers: Peers) throws -> [Workload] {
    try [PixelSize.fullHD, .ultraHD].flatMap { size in
      let board = try UndoBoard(size)
      return [
        Workload("undo, redo, \(size.label), median", .milliseconds, goal: .ratioAtLeast(10)) {
          percentile(0.5, of: try board.times())
        }.againstRedrawing(size, peers),
        Workload("undo, redo, \(size.label), 99th percentile", .milliseconds, goal: .ratioAtLeast(3)) {
          percentile(0.99, of: try board.times())
        }.againstRedrawing(size, peers),
      ]
    }
  }

  /// How much more memory 1,000 strokes of 500 points take if they can be undone, each in a process of its own.
  static func undoMemory(_ programs: Programs) -> Workload {
    let program = CommandLine.arguments[0]
    return Workload("memory to undo 1,000 strokes, 4K", .megabytes, goal: .atMost(256), rounds: 1) {
      let drawn = try programs.run("\(program) memory 1000 --without-undo").peakMegabytes
      return try programs.run("\(program) memory 1000").peakMegabytes - drawn
    }
  }
}
