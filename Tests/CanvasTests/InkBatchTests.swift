import SeededCases
import Testing

@testable import TouchReelCanvas

/// Strokes that are drawn together.
struct InkBatchTests {
  private let size = PixelSize(width: 300, height: 200)

  private func strokes(_ seed: UInt64) -> [(pieces: [InkSegment], paint: InkPaint)] {
    var random = SplitMix64(seed: seed)
    return (0..<40).map { number in
      let pieces = random.stroke(on: size, pieces: Int(random.next(in: 0...90)), radius: 0...[2, 12, 60][number % 3])
      let bits = random.next()
      // Every fifth erases, every third of the others is translucent.
      let color = PixelColor(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: number % 3 == 0 ? 120 : 255)
      return (pieces, number % 5 == 1 ? .erasure : .ink(color))
    }
  }

  /// Each with a coverage of its own, as a stroke is drawn live.
  private func oneByOne(_ strokes: [(pieces: [InkSegment], paint: InkPaint)]) -> TiledImage {
    strokes.reduce(into: TiledImage(size: size)) { image, stroke in
      image.merge(stroke.paint.layer(CoverageLayer(size: size, stroke.pieces)))
    }
  }

  private func batch(_ strokes: some Sequence<(pieces: [InkSegment], paint: InkPaint)>) -> InkBatch {
    strokes.reduce(into: InkBatch()) { $0.add($1.pieces, $1.paint) }
  }

  @Test(arguments: PropertySeeds.from(0xBA7C, count: 8))
  func `Strokes drawn together are the strokes drawn one by one, on any number of threads`(seed: UInt64) {
    let strokes = strokes(seed)
    let expected = oneByOne(strokes)
    for threads in [1, 3] {
      var image = TiledImage(size: size)
      var damage = Damage(size: size)
      image.merge(batch(strokes.prefix(25)), threads: threads, damage: &damage)
      image.merge(batch(strokes.dropFirst(25)), threads: threads, damage: &damage)
      #expect(image == expected, "seed \(seed), \(threads) threads")
    }
  }

  @Test func `Tiles that are made together are as others, and outlive the image and each other`() throws {
    let large = PixelSize(width: 64 * 16, height: 64 * 16)
    let line = [InkSegment((20, 20), (1000, 1000), radius: 400)]
    let others = [InkSegment((20, 1000), (1000, 20), radius: 30)]
    let expected = [line, others].reduce(into: TiledImage(size: large)) { image, pieces in
      image.merge(InkPaint.ink(.black).layer(CoverageLayer(size: large, pieces)))
    }
    var image: TiledImage? = TiledImage(size: large)
    var damage = Damage(size: large)
    image?.merge(batch([(line, .ink(.black))]), threads: 2, damage: &damage)
    #expect(damage.tiles.count >= TileBlock.least)
    let before = image
    // A tile that another image shares is copied.
    image?.merge(batch([(others, .ink(.black))]), threads: 2, damage: &damage)
    #expect(image == expected)
    #expect(before != image)
    let kept = try #require(image?.tile(at: TilePosition(column: 8, row: 8)))
    image = nil
    #expect(kept == expected.tile(at: TilePosition(column: 8, row: 8)))
  }

  @Test(arguments: PropertySeeds.from(0xDA3A, count: 4))
  func `The damage holds every tile that changes`(seed: UInt64) {
    let strokes = strokes(seed)
    var image = oneByOne(Array(strokes.prefix(10)))
    let before = image
    var damage = Damage(size: size)
    image.merge(batch(strokes.dropFirst(10)), threads: 1, damage: &damage)
    let changed = image.grid.allPositions.filter { image.tile(at: $0) != before.tile(at: $0) }
    #expect(Set(changed).isSubset(of: damage.tiles), "seed \(seed)")
  }

  @Test func `A batch is full after fewer wide pieces, so that its memory is bounded`() {
    func piecesUntilFull(radius: Double) -> Int {
      let piece = InkSegment((100, 100), (110, 100), radius: radius)
      var batch = InkBatch()
      var count = 0
      while !batch.isFull(threads: 1) {
        batch.add(Array(repeating: piece, count: 16), .erasure)
        count += 16
      }
      return count
    }
    #expect(piecesUntilFull(radius: 5) == 1 << 16)
    // 2011 x 2001 pixels with their edges: at most 33 x 33 tiles, 524,288 / 1089 = 481.4 pieces.
    #expect((480...496).contains(piecesUntilFull(radius: 1000)))
  }

  @Test func `Erasures alone leave no tile`() {
    var random = SplitMix64(seed: 3)
    var image = TiledImage(size: size)
    var damage = Damage(size: size)
    let erasure = batch([(random.stroke(on: size, pieces: 60, radius: 1...9), .erasure)])
    image.merge(erasure, threads: 2, damage: &damage)
    #expect(image.tileCount == 0 && damage.isEmpty)
  }

  @Test func `An image in progress is the image drawn at once, and the one given away stays as it was`() {
    let strokes = strokes(7)
    let start = oneByOne(Array(strokes.prefix(10)))
    let progress = InkInProgress(start, batch(strokes.dropFirst(10)), threads: 2)
    var expected = start
    var damage = Damage(size: size)
    expected.merge(batch(strokes.dropFirst(10)), threads: 1, damage: &damage)
    #expect(progress.finished().image == expected)
    #expect(Set(progress.finished().damage.tiles) == Set(damage.tiles))
    #expect(start == oneByOne(Array(strokes.prefix(10))))
  }
}

extension TileGrid {
  fileprivate var allPositions: [TilePosition] { (0..<count).map(position(at:)) }
}
