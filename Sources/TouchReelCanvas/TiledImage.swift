/// A transparent image of any size that stores only the tiles that something was drawn on.
///
/// A value: copies are cheap, since they share tiles until one of them draws.
package struct TiledImage: Sendable {
  let grid: TileGrid
  var tiles: [Tile?]

  package init(size: PixelSize) {
    grid = TileGrid(size: size)
    tiles = Array(repeating: nil, count: grid.count)
  }

  package var size: PixelSize { grid.size }

  /// The tile there; `nil` where the image is transparent or ends.
  package func tile(at position: TilePosition) -> Tile? {
    grid.index(of: position).flatMap { tiles[$0] }
  }

  /// Puts a tile in place, `nil` for a transparent one, and returns what was there. Has no effect outside the image.
  @discardableResult
  package mutating func replaceTile(at position: TilePosition, with tile: Tile?) -> Tile? {
    guard let index = grid.index(of: position) else { return nil }
    let old = tiles[index]
    tiles[index] = tile
    return old
  }

  /// The stored pixel, 0xAARRGGBB premultiplied; 0 outside the image.
  package func pixel(x: Int, y: Int) -> UInt32 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    let tile = tiles[y / Tile.side * grid.columns + x / Tile.side]
    return tile?.pixels[y % Tile.side * Tile.side + x % Tile.side] ?? 0
  }

  /// Tiles stored, for memory accounts; each holds 16 KiB.
  package var tileCount: Int { tiles.count { $0 != nil } }
}

extension TiledImage: Equatable {
  /// Whether all pixels are the same; a transparent tile equals an absent one.
  package static func == (left: TiledImage, right: TiledImage) -> Bool {
    left.size == right.size
      && zip(left.tiles, right.tiles).allSatisfy { pair in
        switch pair {
        case (nil, nil): true
        case (let one?, nil), (nil, let one?): one.isTransparent
        case (let one?, let other?): one == other
        }
      }
  }
}

extension TiledImage {
  /// The smallest rectangle around all pixels that are not transparent; `nil` if there are none.
  package var inkBounds: PixelRect? {
    var bounds: PixelRect?
    for (index, tile) in tiles.enumerated() {
      guard let tile, let own = tile.inkBounds else { continue }
      let origin = grid.position(at: index).bounds
      let placed = PixelRect(x: origin.x + own.x, y: origin.y + own.y, width: own.width, height: own.height)
      bounds = bounds.map { $0.union(placed) } ?? placed
    }
    return bounds
  }

  /// The pixels of a tile that nothing else shares, for writing.
  mutating func writablePixels(at index: Int) -> UnsafeMutablePointer<UInt32> { tiles[index].writablePixels() }
}

extension Tile? {
  /// The pixels of a tile that nothing else shares, for writing; creating it if there is none.
  mutating func writablePixels() -> UnsafeMutablePointer<UInt32> {
    if isKnownUniquelyReferenced(&self), let tile = self { return tile.pixels }
    let tile = map(Tile.init(copying:)) ?? Tile()
    self = tile
    return tile.pixels
  }
}
