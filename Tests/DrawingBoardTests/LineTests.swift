import Testing
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// TouchTracker's view of a board: a line in progress for each finger, and the finished ones.
struct LineTests {
  private func points(_ pairs: (Double, Double)...) -> [BoardPoint] { pairs.map { BoardPoint(x: $0.0, y: $0.1) } }

  @Test func `Every finger has a line in progress which is finished when it is lifted`() throws {
    var bench = try Bench([down(1, at: (10, 10)), down(2, at: (50, 10)), move(2, to: (50, 40)), move(1, to: (10, 30))])
    #expect(
      bench.board.lines.linesInProgress.mapValues(\.points) == [
        Touch.ID(rawValue: 1): points((10, 10), (10, 30)), Touch.ID(rawValue: 2): points((50, 10), (50, 40)),
      ])
    try bench.play(up(2))
    #expect(bench.board.lines.linesInProgress.keys.map(\.rawValue) == [1])
    #expect(bench.board.lines.finishedLines.map(\.points) == [points((50, 10), (50, 40))])
  }

  @Test func `A cancelled touch takes its own line only`() throws {
    let bench = try Bench([down(1, at: (10, 10)), down(2, at: (50, 10)), cancel(1), move(2, to: (60, 60))])
    #expect(
      bench.board.lines.linesInProgress.mapValues(\.points) == [
        Touch.ID(rawValue: 2): points((50, 10), (60, 60))
      ])
    #expect(bench.board.lines.finishedLines.isEmpty)
  }

  @Test func `Lost events break a line`() throws {
    let bench = try Bench([down(1, at: (10, 10)), jump(1, to: (80, 80)), move(1, to: (90, 80)), up(1)])
    #expect(bench.board.lines.finishedLines.map(\.runs) == [[points((10, 10)), points((80, 80), (90, 80))]])
  }

  @Test func `The view is of touches and knows no undo`() throws {
    let bench = try Bench(stroke(1, (10, 10), (40, 40)) + [.command(.undo)])
    #expect(bench.board.lines.finishedLines.count == 1 && bench.board.operations.isEmpty)
  }
}
