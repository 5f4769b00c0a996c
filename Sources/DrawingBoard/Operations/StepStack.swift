/// An operation and what reverses it: of a done one its undo, of an undone one its redo.
struct Step: Sendable {
  var operation: BoardOperation
  var reversal: Reversal
}

/// Steps, of which the oldest may have given up their reversals.
struct StepStack: Sendable {
  private(set) var steps: [Step] = []
  private var firstKept = 0
  /// Memory that the reversals keep alive.
  private(set) var byteCount = 0

  mutating func push(_ step: Step) {
    steps.append(step)
    byteCount += step.reversal.byteCount
  }

  mutating func pop() -> Step? {
    guard let step = steps.popLast() else { return nil }
    byteCount -= step.reversal.byteCount
    firstKept = min(firstKept, steps.count)
    return step
  }

  /// Gives up the oldest reversal that is kept; false where none is.
  mutating func forgetOldest() -> Bool {
    guard firstKept < steps.count else { return false }
    byteCount -= steps[firstKept].reversal.byteCount
    steps[firstKept].reversal = .forgotten
    firstKept += 1
    return true
  }

  mutating func removeAll() { self = StepStack() }
}
