import Testing

@testable import TouchReelCanvas

/// Coverage of round ink.
struct CoverageTests {
  let size = PixelSize(width: 100, height: 80)

  @Test func `An edge along the middle of a pixel row covers half of each pixel`() {
    // The line begins at y = 10.5 (20.5 − 10): row 10 is covered by 0.5, and 0.5 · 255 + 0.5 = 128.
    let layer = CoverageLayer(size: size, [InkSegment((20, 20.5), (80, 20.5), radius: 10)])
    #expect(layer.coverage(x: 50, y: 9) == 0)
    #expect(layer.coverage(x: 50, y: 10) == 128)
    #expect(layer.coverage(x: 50, y: 11) == 255)
    #expect(layer.coverage(x: 50, y: 30) == 128)
    #expect(layer.coverage(x: 50, y: 31) == 0)
  }

  @Test func `An edge at x = 10.25 leaves three quarters of the pixel`() {
    // 0.75 · 255 = 191.25.
    let layer = CoverageLayer(size: size, [InkSegment((20.25, 10), (20.25, 70), radius: 10)])
    #expect(layer.coverage(x: 10, y: 40) == 191)
    #expect(layer.coverage(x: 9, y: 40) == 0)
    #expect(layer.coverage(x: 30, y: 40) == 64)  // 0.25 · 255 = 63.75.
  }

  @Test func `A diagonal edge cuts pixels into triangles`() {
    // The axis x + y = 40 and r = 1810/256 = 7.0703 put the edge at x + y = 40 − 7.0703 · √2 = 30.0011. Pixel (15, 14)
    // spans 29…31: the edge runs 0.0011 beyond its diagonal, so 0.5 − 0.0011 = 0.4989, and 0.4989 · 255 = 127.2.
    let layer = CoverageLayer(size: size, [InkSegment((5, 35), (35, 5), radius: 1810.0 / 256)])
    #expect(layer.coverage(x: 15, y: 14) == 127)
    #expect(layer.coverage(x: 14, y: 14) == 0)
    #expect(layer.coverage(x: 15, y: 15) == 255)
  }

  @Test(arguments: [40.5, 40.25, 40.75, 40.125])
  func `A hairline covers its own width, wherever it lies in the pixel`(
    y: Double
  ) {
    // 0.25 pixel wide and wholly inside row 40: 0.25 · 255 = 63.75.
    let layer = CoverageLayer(size: size, [InkSegment((10, y), (90, y), radius: 0.125)])
    #expect(layer.coverage(x: 50, y: 40) == 64)
    #expect(layer.coverage(x: 50, y: 39) == 0)
    #expect(layer.coverage(x: 50, y: 41) == 0)
  }

  @Test func `A hairline on the border of two pixel rows is shared by both`() {
    let layer = CoverageLayer(size: size, [InkSegment((10, 40), (90, 40), radius: 0.125)])
    #expect(layer.coverage(x: 50, y: 39) == 32)  // 0.125 · 255 = 31.875.
    #expect(layer.coverage(x: 50, y: 40) == 32)
  }

  @Test func `A cone's straight edges are the common tangents of its discs`() {
    // Radii 20 and 10, 50 apart: the sine is 10/50, the cosine 0.9798. At column 45's centre, 25.5 from the first
    // centre, the tangent is (20 − 25.5 · 0.2)/0.9798 = 15.207 from the axis: 0.207 of row 55, and 0.207 · 255 = 52.8.
    let segment = InkSegment(
      from: SubpixelPoint(20, 40), radius: SubpixelRadius(20), to: SubpixelPoint(70, 40), radius: SubpixelRadius(10))
    let layer = CoverageLayer(size: size, [segment])
    #expect(layer.coverage(x: 45, y: 54) == 255)
    #expect(layer.coverage(x: 45, y: 55) == 53)
    #expect(layer.coverage(x: 45, y: 56) == 0)
  }

  @Test func `Where one disc contains the other, only the larger one is drawn`() {
    let center = SubpixelPoint(40, 40)
    let larger = InkSegment.dot(at: center, radius: SubpixelRadius(20))
    let both = InkSegment(
      from: SubpixelPoint(45, 40), radius: SubpixelRadius(3), to: center, radius: SubpixelRadius(20))
    #expect(CoverageLayer(size: size, [larger]).bytes == CoverageLayer(size: size, [both]).bytes)
  }

  @Test(arguments: [0.125, 0.25, 0.5])
  func `A dot smaller than a pixel covers its area`(radius: Double) {
    let layer = CoverageLayer(size: size, [.dot(at: SubpixelPoint(40.3, 40.6), radius: SubpixelRadius(radius))])
    let sum = layer.bytes.reduce(0) { $0 + Int($1) }
    // π r² of 255, each of up to four pixels rounded.
    #expect(abs(Double(sum) - .pi * radius * radius * 255) <= 2)
  }
}
