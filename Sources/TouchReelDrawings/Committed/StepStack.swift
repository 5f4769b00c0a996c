import TouchReelTouchTracking

/// Steps, of which the oldest may have their tiles out of memory.
///
/// Copies share all but the latest steps, also where one of them gives up its tiles.
struct StepStack: Sendable {
  /// The steps without their tiles.
  private var steps = BlockList<Step>()
  /// The tiles of the latest steps; all before have given them up.
  private var tiles: [UndoRecord.Tiles] = []
  /// The index of the first tiles that may be in memory.
  private var firstKept = 0
  /// Memory that the tiles keep alive.
  private(set) var byteCount = 0

  var isEmpty: Bool { steps.isEmpty }
  var latest: NumberedOperation? { steps.last?.operation }
  var operations: [NumberedOperation] { steps.elements.map(\.operation) }

  mutating func push(_ step: Step) {
    steps.append(Step(operation: step.operation, record: step.record.forgotten))
    byteCount += step.record.byteCount
    if case .forgotten = step.record.tiles, tiles.isEmpty { return }
    tiles.append(step.record.tiles)
  }

  mutating func pop() -> Step? {
    guard var step = steps.popLast() else { return nil }
    step.record.tiles = tiles.popLast() ?? .forgotten
    byteCount -= step.record.byteCount
    firstKept = min(firstKept, tiles.count)
    return step
  }

  /// Moves the tiles of the oldest step that has some in memory out of it; false if none has.
  ///
  /// - Parameter release: gives what takes their place.
  mutating func releaseOldest(_ release: (UndoRecord.Tiles) -> UndoRecord.Tiles) -> Bool {
    while firstKept < tiles.count, tiles[firstKept].byteCount == 0 { firstKept += 1 }
    guard firstKept < tiles.count else { return false }
    byteCount -= tiles[firstKept].byteCount
    tiles[firstKept] = release(tiles[firstKept])
    firstKept += 1
    return true
  }

  /// Gives up all tiles, wherever they are.
  mutating func forgetTiles() { (tiles, firstKept, byteCount) = ([], 0, 0) }

  mutating func removeAll() { self = StepStack() }

  /// Memory that the steps take without their tiles and another stack does not share, in bytes, roughly.
  func byteCount(notSharedWith other: StepStack?) -> Int { steps.byteCount(notSharedWith: other?.steps) }
}
