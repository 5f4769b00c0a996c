internal import Canvas

/// How much memory tiles for undo and redo may take.
public struct UndoBudget: Hashable, Sendable {
  public var bytes: Int

  public init(bytes: Int) { self.bytes = bytes }

  /// 232 MiB of pixels: with all that keeps them in order, 256 MB.
  public static let standard = UndoBudget(bytes: 232 << 20)
  /// Nothing is kept: drawing is a little faster, and an undo draws again what it uncovers.
  public static let none = UndoBudget(bytes: 0)
}

/// Where pixels for undo and redo are kept.
public struct UndoMemory: Sendable {
  public var budget: UndoBudget
  /// Where they go beyond the budget; where there is none, they are given up.
  public var spill: (any TileSpill)?

  public init(budget: UndoBudget = .standard, spill: (any TileSpill)? = nil) {
    self.budget = budget
    self.spill = spill
  }
}

/// The operations done and undone.
///
/// Each keeps the tiles that it replaced, so that undo and redo swap tiles. Beyond the budget the oldest tiles go to the spill; where
/// there is none, or it fails, they are given up, and an undo that reaches back so far draws the elements again. So its depth has no limit.
struct UndoStack: Sendable {
  private let budget: UndoBudget
  private var pages: SpillPages?
  private var done = StepStack()
  /// The next one to redo is on top.
  private var undone = StepStack()
  private(set) var nextID = ElementID(rawValue: 1)
  private(set) var warnings: [BoardWarning] = []

  init(_ memory: UndoMemory) {
    budget = memory.budget
    pages = memory.spill.map(SpillPages.init)
  }

  /// With as much memory, and nothing done.
  var emptied: UndoStack {
    var stack = self
    (stack.done, stack.undone) = (StepStack(), StepStack())
    stack.nextID = ElementID(rawValue: 1)
    return stack
  }

  var operations: [NumberedOperation] { done.steps.map(\.operation) }
  var latest: NumberedOperation? { done.steps.last?.operation }
  var canUndo: Bool { !done.steps.isEmpty }
  var canRedo: Bool { !undone.steps.isEmpty }
  var byteCount: Int { done.byteCount + undone.byteCount }

  /// Does something new; what was undone is lost.
  /// - Returns: where the picture has changed besides under the layers.
  mutating func commit(
    _ operation: BoardOperation, _ layers: [InkLayer], to sheet: inout CommittedDrawing, on raster: Raster
  ) -> Damage {
    commit(NumberedOperation(nextID, operation), layers, to: &sheet, on: raster)
  }

  /// As above, where the operation has its number already, which is none of those given.
  mutating func commit(
    _ operation: NumberedOperation, _ layers: [InkLayer], to sheet: inout CommittedDrawing, on raster: Raster
  ) -> Damage {
    undone.removeAll()
    nextID = max(nextID, ElementID(rawValue: operation.id.rawValue + 1))
    let reversal =
      budget.bytes > 0
      ? sheet.apply(operation, layers, on: raster) : sheet.applyForgetting(operation, layers, on: raster)
    done.push(Step(operation: operation, reversal: reversal))
    keepToBudget()
    return reversal.damage(on: raster)
  }

  /// As above, of a drawing that is opened: nothing is drawn yet, and its tiles are not kept.
  mutating func commitUndrawn(_ operation: NumberedOperation, to sheet: inout CommittedDrawing) {
    undone.removeAll()
    nextID = max(nextID, ElementID(rawValue: operation.id.rawValue + 1))
    done.push(Step(operation: operation, reversal: sheet.applyUndrawn(operation)))
  }

  mutating func undo(_ sheet: inout CommittedDrawing, on raster: Raster) -> Damage {
    guard let step = done.pop() else { return Damage(size: raster.pixels) }
    return swap(step, &sheet, on: raster) { $0.undone.push($1) }
  }

  mutating func redo(_ sheet: inout CommittedDrawing, on raster: Raster) -> Damage {
    guard let step = undone.pop() else { return Damage(size: raster.pixels) }
    return swap(step, &sheet, on: raster) { $0.done.push($1) }
  }

  /// Gives up all tiles, as where the board has another size.
  mutating func forgetTiles() {
    done.forgetTiles()
    undone.forgetTiles()
  }

  mutating func takeWarnings() -> [BoardWarning] {
    defer { warnings = [] }
    return warnings
  }
}

extension UndoStack {
  private mutating func swap(
    _ step: Step, _ sheet: inout CommittedDrawing, on raster: Raster, push: (inout UndoStack, Step) -> Void
  ) -> Damage {
    let reversal =
      budget.bytes > 0
      ? sheet.revert(restored(step.reversal), on: raster) : sheet.revertForgetting(step.reversal, on: raster)
    push(&self, Step(operation: step.operation, reversal: reversal))
    keepToBudget()
    return reversal.damage(on: raster)
  }

  private mutating func keepToBudget() {
    while byteCount > budget.bytes, releaseOldest() {}
  }

  private mutating func releaseOldest() -> Bool {
    var failure: TileSpillError?
    let pages = pages
    func release(_ reversal: UndoRecord) -> UndoRecord {
      guard let pages else { return reversal.forgotten }
      do throws(TileSpillError) {
        return try reversal.spilled(to: pages)
      } catch {
        failure = error
        return reversal.forgotten
      }
    }
    let isReleased = done.releaseOldest(release) || undone.releaseOldest(release)
    if let failure { give(up: failure) }
    return isReleased
  }

  private mutating func restored(_ reversal: UndoRecord) -> UndoRecord {
    do throws(TileSpillError) {
      return try reversal.restored()
    } catch {
      give(up: error)
      return reversal.forgotten
    }
  }

  /// Uses the spill no more for what comes; what is in it may still be read.
  private mutating func give(up error: TileSpillError) {
    pages = nil
    warnings.append(.undoTilesLost(error))
  }
}

/// What a board has to tell that is no error.
public enum BoardWarning: Hashable, Sendable, CustomStringConvertible {
  /// The drawing is whole, and every step can be undone; the oldest take longer.
  case undoTilesLost(TileSpillError)
  /// A text is drawn in another font than it wants.
  case fontReplaced(String, by: String)
  /// Texts are not drawn.
  case noFont

  public var description: String {
    switch self {
    case .noFont: "there is no font on this system, so texts are not drawn; Debian's package fonts-dejavu-core has some"
    case .fontReplaced(let wanted, let found): "the font \(wanted) is not here; \(found) takes its place"
    case .undoTilesLost(let error):
      "pixels for undo could not be kept on disk (\(error)); older steps are undone by drawing again"
    }
  }
}
