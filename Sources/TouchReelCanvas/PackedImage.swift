/// A tiled image that takes little memory: ink of one colour takes a byte for each pixel of its edges and two or three
/// for a run of the rest.
///
/// A tile of one colour takes 8 bytes instead of 16 KiB, and none takes more than its pixels and a few bytes.
package struct PackedImage: Sendable {
  private let size: PixelSize
  private let tiles: [PackedTile?]

  /// - Parameters:
  ///   - image: what is packed.
  ///   - other: an image of which tiles with the same pixels are shared.
  ///   - threads: how many to work with.
  package init(_ image: TiledImage, sharing other: PackedImage? = nil, threads: Int = 1) {
    size = image.size
    let known = other.flatMap { $0.size == image.size ? $0.tiles : nil }
    tiles = inParallel(Array(image.tiles.indices), threads: threads) { index in
      image.tiles[index].map { PackedTile.packed($0, orShared: known?[index]) }
    }
  }

  /// The image, pixel for pixel.
  ///
  /// - Parameters:
  ///   - known: an image that was unpacked before, whose tiles are taken where they are packed at the same index.
  ///   - threads: how many to work with.
  package func unpacked(
    reusing known: (packed: PackedImage, image: TiledImage)? = nil, threads: Int = 1
  ) -> TiledImage {
    let known = known.flatMap { $0.packed.size == size && $0.image.size == size ? $0 : nil }
    var image = TiledImage(size: size)
    image.tiles = inParallel(Array(tiles.indices), threads: threads) { index in
      guard let tile = tiles[index] else { return nil }
      if let known, known.packed.tiles[index] === tile { return known.image.tiles[index] }
      return tile.unpacked
    }
    return image
  }

  /// Memory that its tiles take and another image does not share, in bytes.
  package func byteCount(notSharedWith other: PackedImage?) -> Int {
    tiles.indices.reduce(0) { sum, index in
      guard let tile = tiles[index] else { return sum }
      if let other, other.size == size, other.tiles[index] === tile { return sum }
      return sum + tile.bytes.count
    }
  }
}

private final class PackedTile: Sendable {
  let bytes: [UInt8]

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

  /// - Parameter known: is taken if it has the same pixels.
  static func packed(_ tile: Tile, orShared known: PackedTile?) -> PackedTile {
    withUnsafeTemporaryAllocation(byteCount: TilePacking.mostBytes, alignment: 1) { space in
      guard let base = space.baseAddress else { return PackedTile(UnsafeRawBufferPointer(space)) }
      var packing = TilePacking(tile, into: base)
      let bytes = UnsafeRawBufferPointer(start: base, count: packing.pack())
      return known.flatMap { $0.bytes.elementsEqual(bytes) ? $0 : nil } ?? PackedTile(bytes)
    }
  }

  var unpacked: Tile { Tile { pixels in bytes.withUnsafeBytes { TilePacking.unpack($0, to: pixels) } } }
}
