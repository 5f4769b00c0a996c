/// An operation and what reverses it: of a done one its undo, of an undone one its redo.
struct Step: Sendable {
  var operation: NumberedOperation
  var reversal: UndoRecord
}

/// Steps, of which the oldest may have their tiles out of memory.
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

  /// Takes the tiles of the oldest reversal that has some in memory out of it; false where none has.
  ///
  /// - Parameter release: gives the reversal that takes its place.
  mutating func releaseOldest(_ release: (UndoRecord) -> UndoRecord) -> Bool {
    while firstKept < steps.count, steps[firstKept].reversal.byteCount == 0 { firstKept += 1 }
    guard firstKept < steps.count else { return false }
    byteCount -= steps[firstKept].reversal.byteCount
    steps[firstKept].reversal = release(steps[firstKept].reversal)
    firstKept += 1
    return true
  }

  /// Gives up all tiles, wherever they are.
  mutating func forgetTiles() {
    for index in steps.indices { steps[index].reversal = steps[index].reversal.forgotten }
    firstKept = steps.count
    byteCount = 0
  }

  mutating func removeAll() { self = StepStack() }
}
