package import TouchReelCanvas

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
  package private(set) var nextID = ElementID(rawValue: 1)
  private var failures: [TileSpillError] = []
  /// Whether ink is kept as operations and elements, too: not for one picture of what nothing changes once it is drawn.
  package var keepsInk = true

  package init(_ memory: UndoMemory) {
    budget = memory.budget
    pages = memory.spill.map(SpillPages.init)
  }

  /// A stack with the same memory, and no steps.
  package var emptied: UndoStack {
    var stack = self
    (stack.done, stack.undone) = (StepStack(), StepStack())
    stack.nextID = ElementID(rawValue: 1)
    return stack
  }

  package var operations: [NumberedOperation] { done.operations }
  package var latest: NumberedOperation? { done.latest }
  /// The number of the latest one, also where only its pixels are kept.
  package var latestID: ElementID? {
    if keepsInk { return done.latest?.id }
    return nextID.rawValue > 1 ? ElementID(rawValue: nextID.rawValue - 1) : nil
  }
  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }
  /// Memory that the tiles take, in bytes; the budget limits it.
  package var tileByteCount: Int { done.byteCount + undone.byteCount }
  /// Memory that it takes with all operations and another one does not share, in bytes, roughly.
  package func byteCount(notSharedWith other: UndoStack?) -> Int {
    tileByteCount + done.byteCount(notSharedWith: other?.done) + undone.byteCount(notSharedWith: other?.undone)
  }

  /// Does something new; what was undone is lost.
  /// - Returns: where the picture has changed; `nil` if it is under new layers alone, or is not drawn yet.
  package mutating func commit(
    _ operation: BoardOperation, _ ink: NewInk, to committed: inout CommittedDrawing, on raster: Raster
  ) -> Damage? {
    commit(NumberedOperation(nextID, operation), ink, to: &committed, on: raster)
  }

  /// Commits an operation that already has a number, which no other has.
  package mutating func commit(
    _ operation: NumberedOperation, _ ink: NewInk, to committed: inout CommittedDrawing, on raster: Raster
  ) -> Damage? {
    undone.removeAll()
    nextID = max(nextID, operation.nextID)
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
    case .background, .page, .layer, .insert, .remove, .transform, .stretch, .arrange, .order, .restyle, .editText,
      .textWidth, .crop, .replace, .clear:
      return record.damage(on: raster)
    }
  }

  /// Commits an operation of a drawing that is being opened: it is not drawn yet, and its tiles are not kept.
  package mutating func commitUndrawn(_ operation: NumberedOperation, to committed: inout CommittedDrawing) {
    undone.removeAll()
    nextID = max(nextID, operation.nextID)
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
  package mutating func drainFailures() -> [TileSpillError] {
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
    func release(_ tiles: UndoRecord.Tiles) -> UndoRecord.Tiles {
      guard let pages else { return .forgotten }
      do throws(TileSpillError) {
        return try tiles.spilled(to: pages)
      } catch {
        failure = error
        return .forgotten
      }
    }
    let isReleased = done.releaseOldest(release) || undone.releaseOldest(release)
    if let failure { give(up: failure) }
    return isReleased
  }

  private mutating func restored(_ record: UndoRecord) -> UndoRecord {
    do throws(TileSpillError) {
      var restored = record
      restored.tiles = try record.tiles.restored()
      return restored
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

/// How much memory tiles for undo and redo may take.
package struct UndoBudget: Hashable, Sendable {
  package var bytes: Int

  package init(bytes: Int) { self.bytes = bytes }

  /// 232 MiB of pixels: with all that keeps them in order, 256 MB.
  package static let standard = UndoBudget(bytes: 232 << 20)
  /// No tiles are kept: drawing is a little faster, and an undo draws again what it uncovers.
  package static let none = UndoBudget(bytes: 0)
}

/// Where pixels for undo and redo are kept.
package struct UndoMemory: Sendable {
  package var budget: UndoBudget
  /// Where they go beyond the budget; if `nil`, they are dropped.
  package var spill: (any TileSpill)?

  package init(budget: UndoBudget = .standard, spill: (any TileSpill)? = nil) {
    self.budget = budget
    self.spill = spill
  }
}
