import SeededCases
import Testing

@testable import TouchReelCanvas

/// Undo by swapping tiles.
struct TilePatchTests {
  let size = PixelSize(width: 300, height: 200)

  @Test func `Undo brings back the very tiles, redo the drawn ones`() {
    var image = TiledImage(size: size)
    image.merge(.ink(CoverageLayer(size: size, [InkSegment((10, 10), (90, 90), radius: 5)]), .black))
    let before = image
    let undo = image.draw(CoverageLayer(size: size, [InkSegment((50, 50), (250, 50), radius: 5)]), color: .white)
    let after = image
    #expect(before != after)

    let redo = image.apply(undo)
    #expect(image == before)
    #expect(zip(image.tiles, before.tiles).allSatisfy { $0 === $1 })
    _ = image.apply(redo)
    #expect(zip(image.tiles, after.tiles).allSatisfy { $0 === $1 })
  }

  @Test func `A stroke replaces the tiles that it touches and shares the others`() {
    var image = TiledImage(size: size)
    image.merge(.ink(CoverageLayer(size: size, [InkSegment((0, 100), (300, 100), radius: 99)]), .black))
    let before = image
    // x 70…80, y 10…20: the tile of column 1, row 0 alone.
    let patch = image.draw(
      CoverageLayer(size: size, [.dot(at: SubpixelPoint(75, 15), radius: SubpixelRadius(5))]), color: .white)
    #expect(patch.positions == [TilePosition(column: 1, row: 0)])
    let changed = image.tiles.indices.filter { image.tiles[$0] !== before.tiles[$0] }
    #expect(changed == [1])
  }

  @Test func `A copy keeps its pixels while the original is drawn on`() {
    var image = TiledImage(size: size)
    let line = CoverageLayer(size: size, [InkSegment((10, 100), (290, 100), radius: 5)])
    image.merge(.ink(line, .black))
    let copy = image
    image.merge(.erase(line))
    #expect(copy.pixel(x: 100, y: 100) == 0xFF00_0000)
    #expect(image.pixel(x: 100, y: 100) == 0)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Undoing a random drawing step by step returns through every state`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var image = TiledImage(size: size)
    var states = [image]
    var patches: [TilePatch] = []
    for step in 0..<12 {
      let coverage = CoverageLayer(size: size, random.stroke(on: size, pieces: 30, radius: 1...9))
      patches.append(step % 4 == 3 ? image.erase(coverage) : image.draw(coverage, color: .black))
      states.append(image)
    }
    for (patch, state) in zip(patches.reversed(), states.dropLast().reversed()) {
      _ = image.apply(patch)
      #expect(image == state, "seed \(seed)")
    }
    #expect(image.tileCount == 0)
  }

  @Test func `Clearing takes every tile out and its undo puts them back`() {
    var image = TiledImage(size: size)
    image.merge(.ink(CoverageLayer(size: size, [InkSegment((10, 100), (290, 100), radius: 5)]), .black))
    let before = image
    let undo = image.removeAll()
    #expect(image.tileCount == 0)
    _ = image.apply(undo)
    #expect(image == before)
  }

  @Test func `A patch of a canvas of another size changes nothing`() {
    var other = TiledImage(size: PixelSize(width: 1000, height: 10))
    let patch = other.draw(CoverageLayer(size: other.size, [InkSegment((0, 5), (1000, 5), radius: 3)]), color: .black)
    var image = TiledImage(size: size)
    #expect(image.apply(patch).isEmpty)
    #expect(image.tileCount == 0)
  }
}
