/// Ink that moves, sorted by tiles: strata, bottom to top, between which lies what does not move.
package struct LiftedInk: Sendable {
  fileprivate let grid: TileGrid
  /// Bottom to top.
  private let parts: [MovingInk]
  /// Which parts touch each tile.
  fileprivate let bins: TileBins
  /// The number of parts up to the last of each stratum.
  fileprivate let ends: [Int]

  /// - Parameters:
  ///   - strata: the ink of each, bottom to top, made for an image of this size.
  ///   - size: of the image, in pixels.
  package init(_ strata: [[MovingInk]], size: PixelSize) {
    let grid = TileGrid(size: size)
    let parts = Array(strata.joined())
    bins = TileBins(tileCount: grid.count, expecting: 16 * parts.count) { touch in
      for (number, part) in parts.enumerated() {
        for tile in part.tiles { touch(tile, number) }
      }
    }
    var end = 0
    ends = strata.map { stratum in
      end += stratum.count
      return end
    }
    (self.grid, self.parts) = (grid, parts)
  }

  /// The tiles that it touches, whole.
  package var damage: Damage {
    var damage = Damage(size: grid.size)
    for tile in bins.tiles { damage.insertTile(tile) }
    return damage
  }

  /// Draws the parts that touch `bins.tiles[bin]`.
  ///
  /// - Parameter before: called with the number of each part before it is drawn.
  fileprivate func draw(_ bin: Int, onto pixels: UnsafeMutablePointer<UInt32>, before: (_ part: Int) -> Void) {
    let index = bins.tiles[bin]
    InkedTile.draw(onto: pixels, at: grid.position(at: index)) { tile in
      for number in bins.members(of: bin) {
        before(Int(number))
        parts[Int(number)].draw(index, onto: tile)
      }
    }
  }
}

/// Unmerged ink that is drawn once, with much other ink of a frame. Its pieces are sorted by tiles where it is made,
/// which several threads do: one thread sorted those of all shapes while the others waited.
package struct MovingInk: Sendable {
  private let pieces: [InkSegment]
  private let drawn: CoverageTiles?
  private let paint: InkPaint
  private let bins: TileBins
  /// The tiles that it touches, ascending.
  fileprivate let tiles: [Int]

  /// - Parameters:
  ///   - ink: what moves.
  ///   - size: of the image that it is for, in pixels.
  package init(_ ink: UnmergedInk, size: PixelSize) {
    let grid = TileGrid(size: size)
    (pieces, drawn, paint) = (ink.pieces, ink.drawn.map(CoverageTiles.init), ink.paint)
    bins = TileBins(near: ink.pieces, on: grid)
    if let drawn, drawn.grid == grid {
      tiles = Set(bins.tiles).union(drawn.indices).sorted()
    } else {
      tiles = bins.tiles
    }
  }

  fileprivate func draw(_ index: Int, onto tile: InkedTile) {
    let members = bins.tiles.index(inAscending: index).map(bins.members) ?? []
    if let drawn = drawn?.bytes(at: index) {
      tile.draw(members, of: pieces, over: drawn, paint)
    } else {
      tile.draw(members, of: pieces, paint)
    }
  }
}

/// Moving ink with what lies around it. It stands for the ink of the tiles that it touches.
///
/// Nothing of it is drawn before it is composed, tile by tile, so that a tile's pixels never leave the processor's
/// cache. An image of what is dragged over a board of 4K was 33 MB, written in each frame and read once.
package struct LiftedLayer: Sendable {
  private enum Strata: Sendable {
    case ink(LiftedInk)
    /// Images of them, and the tiles that these may touch.
    case images([ShiftedImage], Damage)
  }

  private let strata: Strata
  private let grid: TileGrid
  private let below: TiledImage
  private let above: [TiledImage]
  private let underlays: [TiledImage]

  /// - Parameters:
  ///   - ink: what moves.
  ///   - below: what lies under the lowest stratum.
  ///   - above: what lies on each stratum, up to the next.
  ///   - underlays: what came after each stratum, up to the next, and lies below everything before it.
  /// - Precondition: all images have the ink's size, and there is one of both for each stratum.
  package init(_ ink: LiftedInk, over below: TiledImage, under above: [TiledImage], underlays: [TiledImage]) {
    precondition(above.count == ink.ends.count && underlays.count == ink.ends.count)
    precondition((above + underlays + [below]).allSatisfy { $0.grid == ink.grid })
    (strata, grid) = (.ink(ink), ink.grid)
    (self.below, self.above, self.underlays) = (below, above, underlays)
  }

  /// - Parameters:
  ///   - images: the strata, bottom to top, as they were drawn elsewhere.
  ///   - below: what lies under the lowest stratum.
  ///   - above: what lies on each stratum, up to the next.
  ///   - underlays: what came after each stratum, up to the next, and lies below everything before it.
  /// - Precondition: all images besides the strata have one size, and there is one of both for each stratum.
  package init(_ images: [ShiftedImage], over below: TiledImage, under above: [TiledImage], underlays: [TiledImage]) {
    precondition(above.count == images.count && underlays.count == images.count)
    precondition((above + underlays).allSatisfy { $0.grid == below.grid })
    var damage = Damage(size: below.size)
    for image in images { damage.formUnion(image.damage(of: below.size)) }
    (strata, grid) = (.images(images, damage), below.grid)
    (self.below, self.above, self.underlays) = (below, above, underlays)
  }

  /// The tiles that it stands for, whole.
  package var damage: Damage {
    switch strata {
    case .ink(let ink): ink.damage
    case .images(_, let damage): damage
    }
  }

  /// Draws a tile of an image of its size.
  ///
  /// - Parameter pixels: all of them are replaced.
  /// - Returns: whether it stands for the tile; if not, nothing is drawn.
  func draw(_ index: Int, onto pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    switch strata {
    case .ink(let ink): return draw(ink, index, onto: pixels)
    case .images(let images, let damage):
      guard damage.touches(index) else { return false }
      draw(images, index, onto: pixels)
      return true
    }
  }

  private func draw(_ images: [ShiftedImage], _ index: Int, onto pixels: UnsafeMutablePointer<UInt32>) {
    pixels.copyPixels(of: below.tiles[index])
    for (stratum, image) in images.enumerated() {
      image.composite(onto: pixels, of: grid.position(at: index))
      finish(stratum, index, onto: pixels)
    }
  }

  private func draw(_ ink: LiftedInk, _ index: Int, onto pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    guard let bin = ink.bins.tiles.index(inAscending: index) else { return false }
    pixels.copyPixels(of: below.tiles[index])
    var stratum = 0
    func finishStratum() {
      finish(stratum, index, onto: pixels)
      stratum += 1
    }
    ink.draw(bin, onto: pixels) { part in
      while ink.ends[stratum] <= part { finishStratum() }
    }
    while stratum < ink.ends.count { finishStratum() }
    return true
  }

  /// Adds what does not move and came after a stratum, up to the next.
  private func finish(_ stratum: Int, _ index: Int, onto pixels: UnsafeMutablePointer<UInt32>) {
    if let tile = above[stratum].tiles[index] { PixelKernels.best.over(pixels, tile.pixels, count: Tile.pixelCount) }
    if let tile = underlays[stratum].tiles[index] { pixels.putBelow(tile) }
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Puts a tile's pixels below those that are there.
  fileprivate func putBelow(_ tile: Tile) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      scratch.update(from: tile.pixels, count: Tile.pixelCount)
      PixelKernels.best.over(scratch, self, count: Tile.pixelCount)
      update(from: scratch, count: Tile.pixelCount)
    }
  }

  /// Takes a tile's pixels, or transparent ones where there is none.
  fileprivate func copyPixels(of tile: Tile?) {
    if let tile {
      update(from: tile.pixels, count: Tile.pixelCount)
    } else {
      update(repeating: 0, count: Tile.pixelCount)
    }
  }
}
