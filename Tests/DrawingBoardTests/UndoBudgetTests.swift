import SeededCases
import Synchronization
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct UndoBudgetTests {
  @Test func `Tiles of undo and redo stay within the budget`() throws {
    // Each stroke crosses all four tiles of the board: 64 KiB a patch after the first. The budget holds three.
    let budget = UndoBudget(bytes: 3 * 65_536)
    var bench = try Bench(undo: UndoMemory(budget: budget))
    for finger in 1...12 {
      try bench.play(stroke(Gesture.Finger(finger), (5, 5 + Double(finger)), (90, 5), (90, 90), (5, 90)))
      #expect(bench.board.history.tileByteCount <= budget.bytes)
    }
    #expect(bench.board.history.tileByteCount == budget.bytes)
    while bench.board.canUndo {
      try bench.play(.command(.undo))
      #expect(bench.board.history.tileByteCount <= budget.bytes)
    }
    while bench.board.canRedo {
      try bench.play(.command(.redo))
      #expect(bench.board.history.tileByteCount <= budget.bytes)
    }
    #expect(bench.board.operations.count == 12)
  }

  @Test func `The first stroke on a blank sheet keeps no tiles`() throws {
    #expect(try Bench(stroke(1, (5, 5), (90, 90))).board.history.tileByteCount == 0)
  }

  @Test func `What is given up first is the oldest`() throws {
    var bench = try Bench()
    for finger in 1...4 { try bench.play(stroke(Gesture.Finger(finger), (5, 5), (90, 90))) }
    // Each of the strokes after the first has replaced the tiles under it.
    var stack = StepStack()
    let patch = TilePatch(
      size: bench.board.raster.pixels, tiles: [(TilePosition(column: 0, row: 0), bench.board.committed.ink.anyTile)])
    for number in 1...3 {
      let operation = NumberedOperation(ElementID(rawValue: number), .clear)
      stack.push(Step(operation: operation, record: UndoRecord(tiles: .kept([patch]))))
    }
    #expect(stack.byteCount == 3 * 16_384)
    let releases = stack.releaseOldest { _ in .forgotten }
    #expect(releases)
    #expect(stack.byteCount == 2 * 16_384)
    #expect(stack.pop()?.record.byteCount == 16_384)
    #expect(stack.pop()?.record.byteCount == 16_384)
    let releasesAgain = stack.releaseOldest { _ in .forgotten }
    #expect(!releasesAgain && stack.byteCount == 0)
    #expect(stack.pop()?.record.byteCount == 0)
  }

  @Test(arguments: PropertySeeds.from(0x57AC, count: 10))
  func `A copy without tiles has the same steps, and shares them`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (stack, operations) = (StepStack(), [NumberedOperation]())
    for number in 1...500 {
      if random.next(below: 3) > 0 {
        operations.append(NumberedOperation(ElementID(rawValue: number), .clear))
        stack.push(Step(operation: operations[operations.count - 1], record: UndoRecord(tiles: .kept([]))))
      } else {
        #expect(stack.pop()?.operation == operations.popLast(), "seed \(seed), step \(number)")
      }
    }
    var copy = stack
    copy.forgetTiles()
    #expect(copy.operations == operations && stack.operations == operations)
    #expect(copy.byteCount(notSharedWith: stack) == 0)
    let next = NumberedOperation(ElementID(rawValue: 501), .clear)
    copy.push(Step(operation: next, record: UndoRecord(tiles: .forgotten)))
    // At most a block of 64 steps is the copy's own.
    #expect(copy.byteCount(notSharedWith: stack) <= 64 * MemoryLayout<Step>.stride)
    #expect(stack.operations == operations)
    _ = copy.pop()
    while let step = copy.pop() {
      guard case .forgotten = step.record.tiles else { return #expect(Bool(false), "seed \(seed)") }
      #expect(step.operation == operations.popLast())
    }
    #expect(operations.isEmpty && copy.isEmpty)
  }
}

/// A spill in memory, which can be made to fail.
final class SpillInMemory: TileSpill {
  struct State {
    var pages: [Int: [UInt8]] = [:]
    var writes = 0
    var reads = 0
  }

  let state = Mutex(State())
  private let capacity: Int
  private let readFails: Bool

  /// - Parameter capacity: how many pages fit.
  init(capacity: Int = .max, readFails: Bool = false) {
    self.capacity = capacity
    self.readFails = readFails
  }

  func write(_ bytes: UnsafeRawBufferPointer, toPage page: Int) throws(TileSpillError) {
    guard page < capacity else { throw TileSpillError("no space left") }
    let copy = Array(bytes)
    state.withLock { state in
      state.pages[page] = copy
      state.writes += 1
    }
  }

  func read(page: Int, into bytes: UnsafeMutableRawBufferPointer) throws(TileSpillError) {
    guard !readFails, let page = state.withLock({ $0.pages[page] }) else { throw TileSpillError("cannot be read") }
    bytes.copyBytes(from: page)
    state.withLock { $0.reads += 1 }
  }
}

struct SpillTests {
  /// Undoes and redoes everything, twice, and compares each picture.
  private func expectExactUndo(_ spill: SpillInMemory) throws -> Board {
    var bench = try Bench(undo: UndoMemory(budget: UndoBudget(bytes: 5 * 16_384), spill: spill))
    var states = [bench.pixels]
    for finger in 1...10 {
      try bench.play(stroke(Gesture.Finger(finger), (5, 5 + Double(finger)), (90, 5), (90, 90), (5, 90)))
      states.append(bench.pixels)
      #expect(bench.board.history.tileByteCount <= 5 * 16_384)
    }
    for _ in 0..<2 {
      for (number, state) in states.enumerated().reversed().dropFirst() {
        try bench.play(.command(.undo))
        #expect(bench.pixels.difference(from: state) == nil, "undone to \(number)")
      }
      for (number, state) in states.enumerated().dropFirst() {
        try bench.play(.command(.redo))
        #expect(bench.pixels.difference(from: state) == nil, "redone to \(number)")
      }
    }
    return bench.board
  }

  @Test func `Beyond the budget tiles go to the spill and come back`() throws {
    let spill = SpillInMemory()
    var board = try expectExactUndo(spill)
    let (writes, reads, pages) = spill.state.withLock { ($0.writes, $0.reads, $0.pages.count) }
    #expect(writes > 20 && reads > 20, "\(writes) writes, \(reads) reads")
    // Nine strokes have four tiles each under them; pages are used again.
    #expect(pages <= 36)
    #expect(board.drainWarnings().isEmpty)
  }

  @Test func `A full disk loses no step and is reported`() throws {
    var board = try expectExactUndo(SpillInMemory(capacity: 6))
    #expect(board.drainWarnings() == [.undoTilesLost(TileSpillError("no space left"))])
    #expect(board.drainWarnings().isEmpty)
  }

  @Test func `A disk that cannot be read loses no step and is reported`() throws {
    var board = try expectExactUndo(SpillInMemory(readFails: true))
    #expect(board.drainWarnings().contains(.undoTilesLost(TileSpillError("cannot be read"))))
  }
}

extension TiledImage {
  fileprivate var anyTile: Tile? { tile(at: TilePosition(column: 0, row: 0)) }
}
