import CTouchReelCoverage

/// Finished ink that is composed as a whole, and how much of it covers what lies below.
package struct InkStratum: Sendable {
  let image: TiledImage
  /// How much of it, of 255.
  let alpha: UInt8

  package init(_ image: TiledImage, alpha: UInt8 = 255) { (self.image, self.alpha) = (image, alpha) }
}

extension InkStratum {
  /// Whether a tile looks the same in another one, as far as that is known without looking at its pixels.
  func isSame(as other: InkStratum, atTile index: Int) -> Bool {
    image.tiles[index] === other.image.tiles[index] && (alpha == other.alpha || image.tiles[index] == nil)
  }
}

extension PixelKernels {
  /// Composes a row of ink, of which only so much covers what lies below.
  ///
  /// - Parameters:
  ///   - alpha: of 255.
  ///   - count: at most `Tile.side`.
  func over(_ row: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, alpha: UInt8, count: Int) {
    guard alpha < 255 else { return over(row, pixels, count: count) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.side) { reduced in
      guard let reduced = reduced.baseAddress else { return }
      for index in 0..<count { reduced[index] = pixels[index].multiplied(by: UInt32(alpha)) }
      over(row, reduced, count: count)
    }
  }
}

extension UInt32 {
  /// Each of its four bytes times a byte over 255, rounded to nearest: two of them at once, in words of 16 bits.
  fileprivate func multiplied(by factor: UInt32) -> UInt32 {
    func both(_ bytes: UInt32) -> UInt32 {
      let product = bytes &* factor &+ 0x0080_0080
      return ((product &+ ((product >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
    }
    return both(self & 0x00ff_00ff) | both((self >> 8) & 0x00ff_00ff) << 8
  }
}
