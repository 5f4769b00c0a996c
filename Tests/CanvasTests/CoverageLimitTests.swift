import SeededCases
import Testing

@testable import TouchReelCanvas

/// Coverage of what no canvas can hold.
struct CoverageLimitTests {
  let size = PixelSize(width: 200, height: 150)

  @Test func `A coordinate that is no number counts as 0, one beyond the range as its end`() {
    #expect(SubpixelPoint(x: .nan, y: 1.5) == SubpixelPoint(x: 0 as Int32, y: 384))
    #expect(SubpixelPoint(x: .infinity, y: -.infinity) == SubpixelPoint(x: 1 << 29, y: -(1 << 29)))
    #expect(SubpixelPoint(x: 1e300, y: -1e300) == SubpixelPoint(x: Int32.max, y: Int32.min))
    #expect(SubpixelRadius(-3).rawValue == 0)
    #expect(SubpixelRadius(.nan).rawValue == 0)
    #expect(SubpixelRadius(.infinity).rawValue == 1 << 23)
  }

  @Test(arguments: PropertySeeds.from(0x256, count: 20))
  func `Other coordinates are rounded to 1/256, halves away from 0`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      // Sums of quarters of 1/256 and the numbers next to them.
      let exact = Double(random.next(below: 1 << 25) - 1 << 24) / 1024
      for x in [exact, exact.nextUp, exact.nextDown] {
        #expect(SubpixelPoint(x: x, y: 0).x == Int32((x * 256).rounded()), "\(x)")
      }
    }
    #expect(SubpixelPoint(x: 0.499999999999999944 / 256, y: 0).x == 0)
  }

  @Test func `A line between the ends of the range crosses the canvas and takes only its tiles`() {
    // y = 75 all along; width 10.
    let layer = CoverageLayer(size: size, [InkSegment((-.infinity, 75), (.infinity, 75), radius: 5)])
    #expect(layer.bytes.count { $0 == 255 } == 200 * 10)
    #expect(layer.bytes.count { $0 == 0 } == 200 * 140)
    // Rows 70…80 lie in the second row of tiles, which has four.
    #expect(layer.occupied.count == 4)
  }

  @Test func `A stroke wholly outside leaves nothing`() {
    var damage = Damage(size: size)
    var layer = CoverageLayer(size: size)
    layer.add(InkSegment((-500, -500), (-20, 900), radius: 8), damage: &damage)
    layer.add(InkSegment((1e9, 20), (2e9, 30), radius: 8), damage: &damage)
    #expect(layer.isEmpty)
    #expect(damage.isEmpty)
  }

  @Test func `The largest radius covers the whole canvas`() {
    let layer = CoverageLayer(size: size, [.dot(at: SubpixelPoint(100, 75), radius: SubpixelRadius(.infinity))])
    #expect(layer.bytes.allSatisfy { $0 == 255 })
  }

  @Test func `A stroke of no width leaves no ink`() {
    let layer = CoverageLayer(size: size, [InkSegment((10, 10), (150, 90), radius: 0)])
    #expect(layer.bytes.allSatisfy { $0 == 0 })
  }

  @Test func `A canvas of no size takes strokes and shows nothing`() {
    let size = PixelSize(width: -4, height: 0)
    let layer = CoverageLayer(size: size, [InkSegment((0, 0), (10, 10), radius: 5)])
    #expect(layer.isEmpty)
    #expect(layer.coverage(x: 0, y: 0) == 0)
  }
}
