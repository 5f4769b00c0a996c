import Testing

@testable import Canvas

@Suite("Coverage of round ink")
struct CoverageTests {
  let size = PixelSize(width: 100, height: 80)

  @Test("An edge along the middle of a pixel row covers half of each pixel")
  func halfRow() {
    // From y = 10.5 (20.5 − 10) on: row 10 is covered by 0.5, and 0.5 · 255 + 0.5 = 128.
    let layer = CoverageLayer(size: size, [InkSegment((20, 20.5), (80, 20.5), radius: 10)])
    #expect(layer.coverage(x: 50, y: 9) == 0)
    #expect(layer.coverage(x: 50, y: 10) == 128)
    #expect(layer.coverage(x: 50, y: 11) == 255)
    #expect(layer.coverage(x: 50, y: 30) == 128)
    #expect(layer.coverage(x: 50, y: 31) == 0)
  }

  @Test("An edge at x = 10.25 leaves three quarters of the pixel")
  func quarter() {
    // 0.75 · 255 = 191.25.
    let layer = CoverageLayer(size: size, [InkSegment((20.25, 10), (20.25, 70), radius: 10)])
    #expect(layer.coverage(x: 10, y: 40) == 191)
    #expect(layer.coverage(x: 9, y: 40) == 0)
    #expect(layer.coverage(x: 30, y: 40) == 64)  // 0.25 · 255 = 63.75.
  }

  @Test("A diagonal edge through a corner of a pixel cuts off a triangle")
  func triangle() {
    // The line x + y = 40 moved by r = 10.5·√2/√2… along its normal: x + y = 40 ± r√2 with r = 7.0711 (1810/256 = 7.0703)
    // gives 30.0011: pixel (15, 14) with corners 29…31 is cut in half, 128; pixel (14, 14), 28…30, is bare but for nothing.
    let layer = CoverageLayer(size: size, [InkSegment((5, 35), (35, 5), radius: 1810.0 / 256)])
    #expect(layer.coverage(x: 15, y: 14) == 127 || layer.coverage(x: 15, y: 14) == 128)
    #expect(layer.coverage(x: 14, y: 14) == 0)
    #expect(layer.coverage(x: 15, y: 15) == 255)
  }

  @Test("A hairline covers its own width, wherever it lies in the pixel", arguments: [40.5, 40.25, 40.75, 40.125])
  func hairline(y: Double) {
    // 0.25 pixel wide and wholly inside row 40: 0.25 · 255 = 63.75.
    let layer = CoverageLayer(size: size, [InkSegment((10, y), (90, y), radius: 0.125)])
    #expect(layer.coverage(x: 50, y: 40) == 64)
    #expect(layer.coverage(x: 50, y: 39) == 0)
    #expect(layer.coverage(x: 50, y: 41) == 0)
  }

  @Test("A hairline on the border of two pixel rows is shared by both")
  func sharedHairline() {
    let layer = CoverageLayer(size: size, [InkSegment((10, 40), (90, 40), radius: 0.125)])
    #expect(layer.coverage(x: 50, y: 39) == 32)  // 0.125 · 255 = 31.875.
    #expect(layer.coverage(x: 50, y: 40) == 32)
  }

  @Test("A cone's straight edges are the common tangents of its discs")
  func tangents() {
    // Radii 20 and 10, 50 apart: sine = 10/50, so at the middle the edge is 15/cos = 15/0.9798 = 15.309 from the axis
    // as seen across it: the row at 15.309 below y = 40 is row 55 with 0.309 · 255 = 78.9, tilted by sine.
    var layer = CoverageLayer(size: size)
    layer.add(
      InkSegment(
        from: SubpixelPoint(20, 40), radius: SubpixelRadius(20), to: SubpixelPoint(70, 40), radius: SubpixelRadius(10)))
    // Column 45 spans 45…46, its centre 0.5 beyond the middle: 0.309 − 0.5 · 0.2041 = 0.207, and 0.207 · 255 = 52.8.
    #expect(abs(Int(layer.coverage(x: 45, y: 55)) - 53) <= 1)
    #expect(layer.coverage(x: 45, y: 54) == 255)
    #expect(layer.coverage(x: 45, y: 56) == 0)
  }

  @Test("Where one disc contains the other, only the larger one is drawn")
  func containedDisc() {
    let center = SubpixelPoint(40, 40)
    let larger = InkSegment.dot(at: center, radius: SubpixelRadius(20))
    let both = InkSegment(
      from: SubpixelPoint(45, 40), radius: SubpixelRadius(3), to: center, radius: SubpixelRadius(20))
    #expect(CoverageLayer(size: size, [larger]).bytes == CoverageLayer(size: size, [both]).bytes)
  }

  @Test("The order of a stroke's pieces does not matter", arguments: 1...4 as ClosedRange<UInt64>)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stroke = random.stroke(on: size, pieces: 60, radius: 0.3...9)
    let shuffled = stroke.shuffled(using: &random)
    #expect(
      CoverageLayer(size: size, stroke).bytes == CoverageLayer(size: size, shuffled).bytes, "seed \(seed)")
  }
}
