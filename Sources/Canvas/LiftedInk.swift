/// Ink that moves, sorted by tiles: strata, bottom to top, between which lies what does not move.
public struct LiftedInk: Sendable {
  fileprivate let grid: TileGrid
  fileprivate let batch: InkBatch
  fileprivate let bins: TileBins
  /// The number of strokes up to the last of each stratum.
  fileprivate let ends: [Int]

  /// - Parameters:
  ///   - strata: the ink of each, bottom to top.
  ///   - size: of the image, in pixels.
  public init(_ strata: [[MovingInk]], size: PixelSize) {
    var batch = InkBatch()
    ends = strata.map { ink in
      for part in ink { batch.add(part) }
      return batch.strokeCount
    }
    grid = TileGrid(size: size)
    bins = batch.bins(on: grid)
    self.batch = batch
  }

  /// The tiles that it touches, whole.
  public var damage: Damage {
    var damage = Damage(size: grid.size)
    for tile in bins.tiles { damage.insertTile(tile) }
    return damage
  }
}

/// Unmerged ink that is drawn once, with much other ink of a frame.
public struct MovingInk: Sendable {
  let pieces: [InkSegment]
  let drawn: CoverageTiles?
  let paint: InkPaint

  public init(_ ink: UnmergedInk) {
    (pieces, drawn, paint) = (ink.pieces, ink.drawn.map(CoverageTiles.init), ink.paint)
  }
}

extension TiledImage {
  /// Draws moving ink, with what lies around it, in place of what is in the tiles that it touches.
  ///
  /// Tiles that nothing else shares are drawn in place, so that a drag takes memory once.
  ///
  /// - Parameters:
  ///   - ink: what moves.
  ///   - below: what lies under the lowest stratum.
  ///   - above: what lies on each stratum, up to the next.
  ///   - threads: how many to work with; the pixels do not depend on it.
  public mutating func show(_ ink: LiftedInk, over below: TiledImage, under above: [TiledImage], threads: Int) {
    guard ink.grid == grid, below.grid == grid, above.allSatisfy({ $0.grid == grid }), above.count == ink.ends.count
    else { return }
    for tile in ink.bins.tiles { _ = writablePixels(at: tile) }
    let image = self
    inParallel(ink.bins.tiles.count, threads: threads) { bin in
      let index = ink.bins.tiles[bin]
      guard let tile = image.tiles[index] else { return }
      tile.pixels.copyPixels(of: below.tiles[index])
      ink.draw(bin, onto: tile.pixels, under: above)
    }
  }

  /// Takes over the damaged tiles of another image of the same size, whole.
  public mutating func takeTiles(of other: TiledImage, in damage: Damage) {
    guard other.grid == grid, damage.grid == grid else { return }
    for index in damage.touched { tiles[index] = other.tiles[index] }
  }
}

extension LiftedInk {
  fileprivate func draw(_ bin: Int, onto pixels: UnsafeMutablePointer<UInt32>, under above: [TiledImage]) {
    let index = bins.tiles[bin]
    var stratum = 0
    func finishStratum() {
      if let tile = above[stratum].tiles[index] {
        PixelKernels.best.over(pixels, tile.pixels, count: Tile.pixelCount)
      }
      stratum += 1
    }
    batch.draw(bins.members(of: bin), onto: pixels, at: grid.position(at: index)) { stroke in
      while ends[stratum] <= stroke { finishStratum() }
    }
    while stratum < ends.count { finishStratum() }
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Takes a tile's pixels, or transparent ones where there is none.
  fileprivate func copyPixels(of tile: Tile?) {
    if let tile {
      update(from: tile.pixels, count: Tile.pixelCount)
    } else {
      update(repeating: 0, count: Tile.pixelCount)
    }
  }
}
