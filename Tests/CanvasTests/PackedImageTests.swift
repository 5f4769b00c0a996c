import SeededCases
import Testing

@testable import Canvas

/// Images that take little memory.
struct PackedImageTests {
  private let size = PixelSize(width: 300, height: 200)

  /// Strokes over some of the tiles, every third translucent; the last is an erasure.
  private func image(_ seed: UInt64) -> TiledImage {
    var random = SplitMix64(seed: seed)
    return (0..<12).reduce(into: TiledImage(size: size)) { image, number in
      let coverage = CoverageLayer(size: size, random.stroke(on: size, pieces: 20, radius: 0...9))
      let color = PixelColor(
        red: UInt8(truncatingIfNeeded: random.next()), green: 80, blue: 3, alpha: number % 3 == 0 ? 90 : 255)
      image.merge(number == 11 ? .erase(coverage) : .ink(coverage, color))
    }
  }

  @Test(arguments: PropertySeeds.from(0x9AC4, count: 8))
  func `What is unpacked is what was packed`(seed: UInt64) {
    let image = image(seed)
    let unpacked = PackedImage(image).unpacked
    #expect(unpacked == image, "seed \(seed)")
    #expect(unpacked.tileCount == image.tileCount, "seed \(seed)")
  }

  @Test func `Pixels without runs are stored as they are`() {
    var random = SplitMix64(seed: 5)
    let pixels = (0..<Tile.pixelCount).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    var image = TiledImage(size: size)
    image.replaceTile(at: TilePosition(column: 1, row: 0), with: pixels.withUnsafeBufferPointer { Tile(pixels: $0) })
    let packed = PackedImage(image)
    // One word before 4,096 pixels of 4 bytes each.
    #expect(packed.byteCount(notSharedWith: nil) == 4 + 4 * 4096)
    #expect(packed.unpacked == image)
  }

  @Test func `A tile of one colour takes a run, and tiles with the same pixels are shared`() {
    var image = TiledImage(size: size)
    let black = Array(repeating: UInt32(0xFF00_0000), count: Tile.pixelCount)
    image.replaceTile(at: TilePosition(column: 0, row: 0), with: black.withUnsafeBufferPointer { Tile(pixels: $0) })
    let first = PackedImage(image)
    image.replaceTile(at: TilePosition(column: 2, row: 1), with: black.withUnsafeBufferPointer { Tile(pixels: $0) })
    let second = PackedImage(image, sharing: first)
    // A word for the count and one for the pixel.
    #expect(first.byteCount(notSharedWith: nil) == 8)
    #expect(second.byteCount(notSharedWith: nil) == 16)
    #expect(second.byteCount(notSharedWith: first) == 8)
  }
}
