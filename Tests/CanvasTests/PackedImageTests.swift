import SeededCases
import Testing

@testable import TouchReelCanvas

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
    for threads in [1, 3] {
      let unpacked = PackedImage(image, threads: threads).unpacked(threads: threads)
      #expect(unpacked == image, "seed \(seed)")
      #expect(unpacked.tileCount == image.tileCount, "seed \(seed)")
    }
  }

  @Test(arguments: PropertySeeds.from(0x71E5, count: 8))
  func `Any pixels come back, and take no more than themselves and a few bytes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let image = (0..<6).reduce(into: TiledImage(size: size)) { image, column in
      // Few values have runs of all lengths, many have none; alphas alone are edges.
      let values = (0..<[1, 2, 3, 40, 300, 5000][column]).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      let pixels = (0..<Tile.pixelCount).map { _ in
        let value = values[random.next(below: values.count)]
        return random.next(below: 3) == 0 ? value & 0xFF00_0000 : random.next(below: 9) == 0 ? 0 : value
      }
      let tile = pixels.withUnsafeBufferPointer { Tile(pixels: $0) }
      image.replaceTile(at: TilePosition(column: column % 3, row: column / 3), with: tile)
    }
    let packed = PackedImage(image)
    #expect(packed.unpacked() == image, "seed \(seed)")
    #expect(packed.byteCount(notSharedWith: nil) <= 6 * (Tile.byteCount + 16), "seed \(seed)")
  }

  @Test func `The edges of a stroke take a byte a pixel`() {
    var random = SplitMix64(seed: 6)
    let coverage = CoverageLayer(size: size, random.stroke(on: size, pieces: 40, radius: 3...3))
    var image = TiledImage(size: size)
    image.merge(.ink(coverage, PixelColor(red: 200, green: 80, blue: 3)))
    let (columns, rows) = (0..<size.width, 0..<size.height)
    let pixels = rows.flatMap { y in columns.map { x in image.pixel(x: x, y: y) } }
    let edges = pixels.count { $0 != 0 && $0 >> 24 != 255 }
    // Each row of a crossing has the heads of the edges, of what is between, and of the gap before.
    #expect(PackedImage(image).byteCount(notSharedWith: nil) < 4 * edges)
  }

  @Test func `Pixels without runs are stored as they are`() {
    var random = SplitMix64(seed: 5)
    let pixels = (0..<Tile.pixelCount).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    var image = TiledImage(size: size)
    image.replaceTile(at: TilePosition(column: 1, row: 0), with: pixels.withUnsafeBufferPointer { Tile(pixels: $0) })
    let packed = PackedImage(image)
    // 4,096 pixels of 4 bytes each, of which one is the ink, and what says so.
    #expect(packed.byteCount(notSharedWith: nil) <= 4 * 4096 + 8)
    #expect(packed.unpacked() == image)
  }

  @Test func `A tile of one colour takes a run, and tiles with the same pixels are shared`() {
    var image = TiledImage(size: size)
    let black = Array(repeating: UInt32(0xFF00_0000), count: Tile.pixelCount)
    image.replaceTile(at: TilePosition(column: 0, row: 0), with: black.withUnsafeBufferPointer { Tile(pixels: $0) })
    let first = PackedImage(image)
    image.replaceTile(at: TilePosition(column: 2, row: 1), with: black.withUnsafeBufferPointer { Tile(pixels: $0) })
    let second = PackedImage(image, sharing: first)
    // A byte and four for the ink, three for the count.
    #expect(first.byteCount(notSharedWith: nil) == 8)
    #expect(second.byteCount(notSharedWith: nil) == 16)
    #expect(second.byteCount(notSharedWith: first) == 8)
  }
}
