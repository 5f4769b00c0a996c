/// Tiles to put into an image: what an undo needs of the picture before a change.
package struct TilePatch: Sendable {
  struct Entry: Sendable {
    var index: Int
    var tile: Tile?
  }

  let grid: TileGrid
  var entries: [Entry]

  package var isEmpty: Bool { entries.isEmpty }

  /// The positions of the tiles that it changes.
  package var positions: [TilePosition] { entries.map { grid.position(at: $0.index) } }

  /// Tiles that it keeps alive, for memory accounts; each holds 16 KiB.
  package var tileCount: Int { entries.count { $0.tile != nil } }
}

extension TiledImage {
  /// The image's present tiles wherever a layer has coverage.
  package func patch(under coverage: CoverageLayer) -> TilePatch {
    guard coverage.grid == grid else { return TilePatch(grid: grid, entries: []) }
    return TilePatch(grid: grid, entries: coverage.occupied.map { TilePatch.Entry(index: $0, tile: tiles[$0]) })
  }

  /// Swaps the patch's tiles with the image's and returns the patch that swaps them back.
  ///
  /// A patch of an image of another size changes nothing.
  package mutating func apply(_ patch: TilePatch) -> TilePatch {
    guard patch.grid == grid else { return TilePatch(grid: grid, entries: []) }
    var inverse = patch
    for position in inverse.entries.indices {
      swap(&inverse.entries[position].tile, &tiles[inverse.entries[position].index])
    }
    return inverse
  }

  /// Removes all ink and returns the patch that brings it back.
  package mutating func removeAll() -> TilePatch {
    let occupied = tiles.indices.filter { tiles[$0] != nil }
    return apply(TilePatch(grid: grid, entries: occupied.map { TilePatch.Entry(index: $0, tile: nil) }))
  }
}

extension Damage {
  /// Adds the tiles of a patch.
  package mutating func formUnion(_ patch: TilePatch) {
    for entry in patch.entries { insertTile(entry.index) }
  }
}

extension TilePatch {
  /// A patch of an image of this size. Tiles outside of it are left out.
  package init(size: PixelSize, tiles: [(position: TilePosition, tile: Tile?)]) {
    let grid = TileGrid(size: size)
    self.grid = grid
    entries = tiles.compactMap { position, tile in grid.index(of: position).map { Entry(index: $0, tile: tile) } }
  }

  /// The size of the image that it is for.
  package var size: PixelSize { grid.size }

  /// What it puts where; `nil` is a transparent tile.
  package var tiles: [(position: TilePosition, tile: Tile?)] {
    entries.map { (grid.position(at: $0.index), $0.tile) }
  }
}

extension TiledImage {
  /// Removes the ink of all damaged tiles, whole, and returns the patch that brings it back.
  package mutating func removeTiles(in damage: Damage) -> TilePatch {
    guard damage.grid == grid else { return TilePatch(grid: grid, entries: []) }
    return apply(TilePatch(grid: grid, entries: damage.touched.map { TilePatch.Entry(index: $0, tile: nil) }))
  }

  /// Makes a stroke part of the image, in damaged tiles only.
  package mutating func merge(_ layer: InkLayer, within damage: Damage) {
    guard damage.grid == grid, layer.coverage.grid == grid else { return }
    for index in layer.coverage.occupied where damage.touches(index) {
      if layer.isErasure, tiles[index] == nil { continue }
      layer.composite(onto: writablePixels(at: index), at: index, in: .all)
    }
  }
}
