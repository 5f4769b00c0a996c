package import Canvas

/// The operations done and undone.
///
/// Each keeps the tiles that it replaced, so that undo and redo swap tiles. Beyond the budget the oldest tiles go to
/// the spill; where there is none, or it fails, they are given up, and an undo that reaches back so far draws the
/// elements again. So its depth has no limit.
package struct UndoStack: Sendable {
  private let budget: UndoBudget
  private var pages: SpillPages?
  private var done = StepStack()
  /// The next one to redo is on top.
  private var undone = StepStack()
  private(set) var nextID = ElementID(rawValue: 1)
  private var failures: [TileSpillError] = []
  /// Whether ink is kept as operations and elements, too: not for one picture of what nothing changes once it is drawn.
  package var keepsInk = true

  package init(_ memory: UndoMemory) {
    budget = memory.budget
    pages = memory.spill.map(SpillPages.init)
  }

  /// With the same memory, and no steps.
  package var emptied: UndoStack {
    var stack = self
    (stack.done, stack.undone) = (StepStack(), StepStack())
    stack.nextID = ElementID(rawValue: 1)
    return stack
  }

  package var operations: [NumberedOperation] { done.steps.map(\.operation) }
  package var latest: NumberedOperation? { done.steps.last?.operation }
  package var canUndo: Bool { !done.steps.isEmpty }
  package var canRedo: Bool { !undone.steps.isEmpty }
  /// Memory that the tiles take, in bytes; the budget limits it.
  package var tileByteCount: Int { done.byteCount + undone.byteCount }
  /// Memory that it takes with all operations, in bytes, roughly.
  package var byteCount: Int { tileByteCount + done.steps.count * MemoryLayout<Step>.stride }

  /// Does something new; what was undone is lost.
  /// - Returns: where the picture has changed; `nil` if it is under new layers alone, or is not drawn yet.
  package mutating func commit(
    _ operation: BoardOperation, _ ink: NewInk, to committed: inout CommittedDrawing, on raster: Raster
  ) -> Damage? {
    commit(NumberedOperation(nextID, operation), ink, to: &committed, on: raster)
  }

  /// As above, for an operation that already has a number, which no other has.
  package mutating func commit(
    _ operation: NumberedOperation, _ ink: NewInk, to committed: inout CommittedDrawing, on raster: Raster
  ) -> Damage? {
    undone.removeAll()
    nextID = max(nextID, ElementID(rawValue: operation.id.rawValue + 1))
    if !keepsInk, operation.operation.isInk {
      committed.draw(ink)
      return nil
    }
    let record =
      budget.bytes > 0
      ? committed.apply(operation, ink, on: raster) : committed.applyForgetting(operation, ink, on: raster)
    done.push(Step(operation: operation, record: record))
    keepToBudget()
    switch operation.operation {
    case .add, .erase:
      // A stroke that nobody has seen brings its damage when it is drawn: here, or with others.
      if case .stroke = ink, budget.bytes > 0 { return record.damage(on: raster) }
      return nil
    case .background, .remove, .transform, .restyle, .editText, .textWidth, .clear: return record.damage(on: raster)
    }
  }

  /// As above, for a drawing that is being opened: it is not drawn yet, and its tiles are not kept.
  package mutating func commitUndrawn(_ operation: NumberedOperation, to committed: inout CommittedDrawing) {
    undone.removeAll()
    nextID = max(nextID, ElementID(rawValue: operation.id.rawValue + 1))
    done.push(Step(operation: operation, record: committed.applyUndrawn(operation)))
  }

  package mutating func undo(_ committed: inout CommittedDrawing, on raster: Raster) -> Damage {
    guard let step = done.pop() else { return Damage(size: raster.pixels) }
    return swap(step, &committed, on: raster) { $0.undone.push($1) }
  }

  package mutating func redo(_ committed: inout CommittedDrawing, on raster: Raster) -> Damage {
    guard let step = undone.pop() else { return Damage(size: raster.pixels) }
    return swap(step, &committed, on: raster) { $0.done.push($1) }
  }

  /// Gives up all tiles, as where the board has another size.
  package mutating func forgetTiles() {
    done.forgetTiles()
    undone.forgetTiles()
  }

  /// Why tiles were given up since this was last called.
  package mutating func takeFailures() -> [TileSpillError] {
    defer { failures = [] }
    return failures
  }
}

extension UndoStack {
  private mutating func swap(
    _ step: Step, _ committed: inout CommittedDrawing, on raster: Raster, push: (inout UndoStack, Step) -> Void
  ) -> Damage {
    let record =
      budget.bytes > 0
      ? committed.revert(restored(step.record), on: raster) : committed.revertForgetting(step.record, on: raster)
    push(&self, Step(operation: step.operation, record: record))
    keepToBudget()
    return record.damage(on: raster)
  }

  private mutating func keepToBudget() {
    while tileByteCount > budget.bytes, releaseOldest() {}
  }

  private mutating func releaseOldest() -> Bool {
    var failure: TileSpillError?
    let pages = pages
    func release(_ record: UndoRecord) -> UndoRecord {
      guard let pages else { return record.forgotten }
      do throws(TileSpillError) {
        return try record.spilled(to: pages)
      } catch {
        failure = error
        return record.forgotten
      }
    }
    let isReleased = done.releaseOldest(release) || undone.releaseOldest(release)
    if let failure { give(up: failure) }
    return isReleased
  }

  private mutating func restored(_ record: UndoRecord) -> UndoRecord {
    do throws(TileSpillError) {
      return try record.restored()
    } catch {
      give(up: error)
      return record.forgotten
    }
  }

  /// Uses the spill no more for what comes; what is in it may still be read.
  private mutating func give(up error: TileSpillError) {
    pages = nil
    failures.append(error)
  }
}

/// An operation and what reverses it: of a done one its undo, of an undone one its redo.
struct Step: Sendable {
  var operation: NumberedOperation
  var record: UndoRecord
}

/// Steps, of which the oldest may have their tiles out of memory.
struct StepStack: Sendable {
  private(set) var steps: [Step] = []
  private var firstKept = 0
  /// Memory that the records keep alive.
  private(set) var byteCount = 0

  mutating func push(_ step: Step) {
    steps.append(step)
    byteCount += step.record.byteCount
  }

  mutating func pop() -> Step? {
    guard let step = steps.popLast() else { return nil }
    byteCount -= step.record.byteCount
    firstKept = min(firstKept, steps.count)
    return step
  }

  /// Moves the tiles of the oldest record that has some in memory out of it; false if none has.
  ///
  /// - Parameter release: gives the record that takes its place.
  mutating func releaseOldest(_ release: (UndoRecord) -> UndoRecord) -> Bool {
    while firstKept < steps.count, steps[firstKept].record.byteCount == 0 { firstKept += 1 }
    guard firstKept < steps.count else { return false }
    byteCount -= steps[firstKept].record.byteCount
    steps[firstKept].record = release(steps[firstKept].record)
    firstKept += 1
    return true
  }

  /// Gives up all tiles, wherever they are.
  mutating func forgetTiles() {
    for index in steps.indices { steps[index].record = steps[index].record.forgotten }
    firstKept = steps.count
    byteCount = 0
  }

  mutating func removeAll() { self = StepStack() }
}

/// What takes an operation back, or brings it again.
struct UndoRecord: Sendable {
  enum Tiles: Sendable {
    /// To be put in place in order.
    case kept([TilePatch])
    case spilled([SpilledPatch])
    /// Given up: the elements are drawn again.
    case forgotten
  }

  /// To be carried out in order.
  var edits: [ElementEdit] = []
  /// The one to go back to, where the operation is of the background; it has no edits then.
  var background: Background?
  var tiles: Tiles

  /// Memory that its tiles take.
  var byteCount: Int {
    guard case .kept(let patches) = tiles else { return 0 }
    return patches.reduce(0) { $0 + $1.tileCount * Tile.byteCount }
  }

  var forgotten: UndoRecord { UndoRecord(edits: edits, background: background, tiles: .forgotten) }

  /// Where it has changed the picture.
  func damage(on raster: Raster) -> Damage {
    guard background == nil, case .kept(let patches) = tiles else { return .everything(of: raster.pixels) }
    var damage = Damage(size: raster.pixels)
    for patch in patches { damage.formUnion(patch) }
    return damage
  }
}

extension UndoRecord {
  /// With its tiles out of memory.
  func spilled(to pages: SpillPages) throws(TileSpillError) -> UndoRecord {
    guard case .kept(let patches) = tiles else { return self }
    var spilled = self
    spilled.tiles = .spilled(
      try patches.map { patch throws(TileSpillError) in try SpilledPatch(patch, on: pages) })
    return spilled
  }

  /// With its tiles in memory again.
  func restored() throws(TileSpillError) -> UndoRecord {
    guard case .spilled(let patches) = tiles else { return self }
    var restored = self
    restored.tiles = .kept(try patches.map { patch throws(TileSpillError) in try patch.restored() })
    return restored
  }
}

/// How much memory tiles for undo and redo may take.
public struct UndoBudget: Hashable, Sendable {
  public var bytes: Int

  public init(bytes: Int) { self.bytes = bytes }

  /// 232 MiB of pixels: with all that keeps them in order, 256 MB.
  public static let standard = UndoBudget(bytes: 232 << 20)
  /// No tiles are kept: drawing is a little faster, and an undo draws again what it uncovers.
  public static let none = UndoBudget(bytes: 0)
}

/// Where pixels for undo and redo are kept.
public struct UndoMemory: Sendable {
  public var budget: UndoBudget
  /// Where they go beyond the budget; if `nil`, they are dropped.
  public var spill: (any TileSpill)?

  public init(budget: UndoBudget = .standard, spill: (any TileSpill)? = nil) {
    self.budget = budget
    self.spill = spill
  }
}
