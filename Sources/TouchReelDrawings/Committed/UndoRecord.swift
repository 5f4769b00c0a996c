import TouchReelCanvas

/// An operation and what reverses it: of a done one its undo, of an undone one its redo.
struct Step: Sendable {
  var operation: NumberedOperation
  var record: UndoRecord
}

/// What takes an operation back, or brings it again.
struct UndoRecord: Sendable {
  enum Tiles: Sendable {
    /// The tiles as they were, to be put back in order.
    case kept([TilePatch])
    case spilled([SpilledPatch])
    /// Given up: the elements are drawn again.
    case forgotten
  }

  /// The changes of the elements, to be carried out in order.
  var edits: [ElementEdit] = []
  /// The one to go back to, where the operation is of the background; it has no edits then.
  var background: Background?
  /// The pages to go back to, where the operation is of pages; it has no edits then.
  var pages: PageStack?
  var tiles: Tiles

  /// Memory that its tiles take.
  var byteCount: Int { tiles.byteCount }

  var forgotten: UndoRecord {
    UndoRecord(edits: edits, background: background, pages: pages, tiles: .forgotten)
  }

  /// Where it has changed the picture.
  func damage(on raster: Raster) -> Damage {
    guard background == nil, pages == nil, case .kept(let patches) = tiles else {
      return .everything(of: raster.pixels)
    }
    var damage = Damage(size: raster.pixels)
    for patch in patches { damage.formUnion(patch) }
    return damage
  }
}

extension UndoRecord.Tiles {
  /// Memory that they take.
  var byteCount: Int {
    guard case .kept(let patches) = self else { return 0 }
    return patches.reduce(0) { $0 + $1.tileCount * Tile.byteCount }
  }

  /// Out of memory.
  func spilled(to pages: SpillPages) throws(TileSpillError) -> Self {
    guard case .kept(let patches) = self else { return self }
    return .spilled(try patches.map { patch throws(TileSpillError) in try SpilledPatch(patch, on: pages) })
  }

  /// The same tiles, in memory again.
  func restored() throws(TileSpillError) -> Self {
    guard case .spilled(let patches) = self else { return self }
    return .kept(try patches.map { patch throws(TileSpillError) in try patch.restored() })
  }
}
