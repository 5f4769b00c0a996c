import SeededCases
import Testing

@testable import TouchReelCanvas

/// Damage.
struct DamageTests {
  let size = PixelSize(width: 200, height: 150)

  @Test func `A rectangle touches its tiles and no others`() {
    var damage = Damage(size: size)
    damage.insert(PixelRect(x: 60, y: 10, width: 10, height: 5))
    #expect(damage.tiles == [TilePosition(column: 0, row: 0), TilePosition(column: 1, row: 0)])
    #expect(damage.bounds == PixelRect(x: 60, y: 10, width: 10, height: 5))
  }

  @Test func `Everything is clipped to the picture`() {
    #expect(Damage.everything(of: size).bounds == size.bounds)
    #expect(Damage.everything(of: size).tiles.count == 4 * 3)
    var damage = Damage(size: size)
    damage.insert(PixelRect(x: -1000, y: 140, width: 5000, height: 5000))
    #expect(damage.bounds == PixelRect(x: 0, y: 140, width: 200, height: 10))
  }

  @Test func `Damage adds up and can be forgotten`() {
    var damage = Damage(size: size)
    var other = Damage(size: size)
    damage.insert(PixelRect(x: 1, y: 1, width: 1, height: 1))
    other.insert(PixelRect(x: 150, y: 100, width: 2, height: 2))
    damage.formUnion(other)
    #expect(damage.bounds == PixelRect(x: 1, y: 1, width: 151, height: 101))
    damage.reset()
    #expect(damage.isEmpty)
    #expect(damage.bounds == .empty)
    damage.insert(PixelRect(x: 5, y: 5, width: 1, height: 1))
    #expect(damage.bounds == PixelRect(x: 5, y: 5, width: 1, height: 1))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Every pixel that a stroke changes is damaged`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for segment in random.stroke(on: size, pieces: 40, radius: 0.2...12) {
      var damage = Damage(size: size)
      var layer = CoverageLayer(size: size)
      layer.add(segment, damage: &damage)
      let bounds = damage.bounds
      for y in 0..<size.height {
        for x in 0..<size.width where layer.coverage(x: x, y: y) != 0 {
          let isInside = bounds.x..<bounds.maxX ~= x && bounds.y..<bounds.maxY ~= y
          #expect(isInside, "seed \(seed), \(segment): \(x), \(y) outside \(bounds)")
        }
      }
    }
  }

  @Test func `Removing a layer's coverage damages where it was`() {
    var damage = Damage(size: size)
    var layer = CoverageLayer(size: size, [InkSegment((10, 10), (100, 10), radius: 5)])
    layer.removeAll(damage: &damage)
    #expect(layer.isEmpty)
    #expect(layer.coverage(x: 50, y: 10) == 0)
    #expect(damage.tiles.map(\.column) == [0, 1])
  }
}

/// Rectangles and colours.
struct PixelRectTests {
  @Test func `What two rectangles share, and what holds both`() {
    let one = PixelRect(x: 0, y: 0, width: 10, height: 10)
    let other = PixelRect(x: 5, y: 8, width: 10, height: 10)
    #expect(one.intersection(other) == PixelRect(x: 5, y: 8, width: 5, height: 2))
    #expect(one.union(other) == PixelRect(x: 0, y: 0, width: 15, height: 18))
    #expect(one.intersection(PixelRect(x: 10, y: 0, width: 5, height: 5)) == .empty)
    #expect(one.union(.empty) == one)
  }

  @Test func `Premultiplying rounds to nearest`() {
    // 200 · 128/255 = 100.39, 1 · 128/255 = 0.502, 255 · 128/255 = 128.
    #expect(PixelColor(red: 200, green: 1, blue: 255, alpha: 128).premultiplied == 0x8064_0180)
    #expect(PixelColor.clear.premultiplied == 0)
    #expect(PixelColor(premultiplied: 0x8080_0000) == PixelColor(red: 255, green: 0, blue: 0, alpha: 128))
  }
}
