internal import Canvas

/// How much memory tiles for undo and redo may take.
public struct UndoBudget: Hashable, Sendable {
  public var bytes: Int

  public init(bytes: Int) { self.bytes = bytes }

  /// 256 MiB.
  public static let standard = UndoBudget(bytes: 256 << 20)
  /// Nothing is kept: drawing is a little faster, and each undo draws everything again.
  public static let none = UndoBudget(bytes: 0)
}

/// The operations done and undone.
///
/// Each keeps the tiles that it replaced, so that undo and redo swap tiles. Beyond the budget the oldest are given up; an
/// undo that reaches back to one of those draws what is left again, from the first operation on, and so its depth has no limit.
struct UndoStack: Sendable {
  private let budget: UndoBudget
  private var done = StepStack()
  /// The next one to redo is on top.
  private var undone = StepStack()

  init(budget: UndoBudget) { self.budget = budget }

  var operations: [BoardOperation] { done.steps.map(\.operation) }
  var canUndo: Bool { !done.steps.isEmpty }
  var canRedo: Bool { !undone.steps.isEmpty }
  var byteCount: Int { done.byteCount + undone.byteCount }

  /// Does something new; what was undone is lost.
  mutating func commit(_ operation: BoardOperation, _ layers: [InkLayer], to sheet: inout Sheet) {
    undone.removeAll()
    apply(operation, layers, to: &sheet)
  }

  mutating func undo(_ sheet: inout Sheet, from blank: Sheet, on raster: Raster) -> Damage {
    guard let step = done.pop() else { return Damage(size: raster.pixels) }
    guard case .forgotten = step.reversal else { return swap(step, &sheet, on: raster) { $0.undone.push($1) } }
    redraw(&sheet, from: blank, on: raster)
    undone.push(step)
    return .everything(of: raster.pixels)
  }

  mutating func redo(_ sheet: inout Sheet, on raster: Raster) -> Damage {
    guard let step = undone.pop() else { return Damage(size: raster.pixels) }
    guard case .forgotten = step.reversal else { return swap(step, &sheet, on: raster) { $0.done.push($1) } }
    apply(step.operation, step.operation.layers(on: raster), to: &sheet)
    return .everything(of: raster.pixels)
  }

  /// Draws all operations on a blank sheet, which may have another size than before.
  mutating func redraw(_ sheet: inout Sheet, from blank: Sheet, on raster: Raster) {
    let operations = operations
    while undone.forgetOldest() {}
    done.removeAll()
    sheet = blank
    for operation in operations { apply(operation, operation.layers(on: raster), to: &sheet) }
  }
}

extension UndoStack {
  private mutating func apply(_ operation: BoardOperation, _ layers: [InkLayer], to sheet: inout Sheet) {
    guard budget.bytes > 0 else {
      sheet.applyForGood(operation, layers)
      return done.push(Step(operation: operation, reversal: .forgotten))
    }
    done.push(Step(operation: operation, reversal: sheet.apply(operation, layers)))
    keepToBudget()
  }

  private mutating func swap(
    _ step: Step, _ sheet: inout Sheet, on raster: Raster, push: (inout UndoStack, Step) -> Void
  ) -> Damage {
    let reversal = sheet.revert(step.reversal)
    push(&self, Step(operation: step.operation, reversal: reversal))
    keepToBudget()
    return reversal.damage(on: raster)
  }

  private mutating func keepToBudget() {
    while byteCount > budget.bytes, done.forgetOldest() || undone.forgetOldest() {}
  }
}
