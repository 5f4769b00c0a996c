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
