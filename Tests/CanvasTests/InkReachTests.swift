import SeededCases
import Testing

@testable import TouchReelCanvas

/// Where ink lies, found without drawing all of it.
struct InkReachTests {
  private static let size = PixelSize(width: 400, height: 300)

  private func pieces(_ random: inout SplitMix64, count: Int, leastRadius: Int) -> [InkSegment] {
    func point() -> SubpixelPoint {
      SubpixelPoint(
        x: Int32(60 * 256 + random.next(below: 280 * 256)), y: Int32(60 * 256 + random.next(below: 180 * 256)))
    }
    func radius() -> SubpixelRadius { SubpixelRadius(Double(leastRadius + random.next(below: 40 * 256)) / 256) }
    return (0..<count).map { _ in InkSegment(from: point(), radius: radius(), to: point(), radius: radius()) }
  }

  @Test(arguments: PropertySeeds.from(0x1E5, count: 60))
  func `The edges of all pieces are those of the few at the edges`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = pieces(&random, count: 1 + random.next(below: 30), leastRadius: 512)
    var image = TiledImage(size: Self.size)
    for piece in pieces {
      var coverage = CoverageLayer(size: Self.size)
      coverage.add(piece)
      _ = image.commit(.ink(coverage, .black))
    }
    #expect(pieces.opaqueInkBounds(on: Self.size) == image.inkBounds, "seed \(seed)")
  }

  @Test func `Thin pieces and no pieces are left to others`() {
    let point = SubpixelPoint(x: Int32(9000), y: Int32(9000))
    #expect([InkSegment]().opaqueInkBounds(on: Self.size) == nil)
    #expect([InkSegment.dot(at: point, radius: SubpixelRadius(1.9))].opaqueInkBounds(on: Self.size) == nil)
    #expect([InkSegment.dot(at: point, radius: SubpixelRadius(2))].opaqueInkBounds(on: Self.size) != nil)
  }
}
