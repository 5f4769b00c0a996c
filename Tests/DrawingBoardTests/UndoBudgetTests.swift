import Canvas
import Testing
import TouchTracking

@testable import DrawingBoard

@Suite struct UndoBudgetTests {
  @Test func tilesOfUndoAndRedoStayWithinTheBudget() throws {
    // Each stroke crosses all four tiles of the board: 64 KiB a patch after the first. The budget holds three.
    let budget = UndoBudget(bytes: 3 * 65_536)
    var bench = try Bench(undo: budget)
    for finger in 1...12 {
      try bench.play(stroke(Gesture.Finger(finger), (5, 5 + Double(finger)), (90, 5), (90, 90), (5, 90)))
      #expect(bench.board.history.byteCount <= budget.bytes)
    }
    #expect(bench.board.history.byteCount == budget.bytes)
    while bench.board.canUndo {
      try bench.play(.command(.undo))
      #expect(bench.board.history.byteCount <= budget.bytes)
    }
    while bench.board.canRedo {
      try bench.play(.command(.redo))
      #expect(bench.board.history.byteCount <= budget.bytes)
    }
    #expect(bench.board.operations.count == 12)
  }

  @Test func theFirstStrokeOnABlankSheetKeepsNoTiles() throws {
    #expect(try Bench(stroke(1, (5, 5), (90, 90))).board.history.byteCount == 0)
  }

  @Test func forgettingBeginsWithTheOldest() {
    var stack = StepStack()
    for _ in 0..<3 { stack.push(Step(operation: .clear, reversal: .background(.color(.white)))) }
    let forgets = stack.forgetOldest()
    #expect(forgets)
    #expect(stack.steps.map(\.isForgotten) == [true, false, false])
    _ = stack.pop()
    _ = stack.pop()
    let forgetsAgain = stack.forgetOldest()
    #expect(!forgetsAgain)
    stack.push(Step(operation: .clear, reversal: .background(.color(.white))))
    #expect(stack.steps.map(\.isForgotten) == [true, false])
  }
}

extension Step {
  fileprivate var isForgotten: Bool {
    if case .forgotten = reversal { true } else { false }
  }
}
