import Testing

@testable import TouchReelCanvas

/// Coverage of paths.
struct PathCoverageTests {
  let size = PixelSize(width: 200, height: 150)

  func layer(_ path: CanvasPath, _ style: PathStyle) -> (coverage: CoverageLayer, damage: Damage) {
    var layer = CoverageLayer(size: size)
    var damage = Damage(size: size)
    layer.add(path, style: style, damage: &damage)
    return (layer, damage)
  }

  func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> CanvasPath {
    .polygon([SubpixelPoint(x0, y0), SubpixelPoint(x1, y0), SubpixelPoint(x1, y1), SubpixelPoint(x0, y1)])
  }

  @Test func `A filled rectangle covers its pixels, also across tiles`() {
    let coverage = layer(rectangle(50, 60, 140, 70), .fill(.nonZero)).coverage
    #expect(coverage.bytes.count { $0 == 255 } == 90 * 10)
    #expect(coverage.bytes.count { $0 != 0 } == 90 * 10)
    #expect(coverage.coverage(x: 50, y: 60) == 255)
    #expect(coverage.coverage(x: 139, y: 69) == 255)
  }

  @Test func `A rectangle within a rectangle is a hole by the even-odd rule only`() {
    let path = CanvasPath(rectangle(20, 20, 80, 80).elements + rectangle(40, 40, 60, 60).elements)
    #expect(layer(path, .fill(.nonZero)).coverage.coverage(x: 50, y: 50) == 255)
    #expect(layer(path, .fill(.evenOdd)).coverage.coverage(x: 50, y: 50) == 0)
    #expect(layer(path, .fill(.evenOdd)).coverage.coverage(x: 30, y: 50) == 255)
  }

  @Test func `A butt cap ends at the point, a square one half a width beyond`() {
    let path = CanvasPath([.move(SubpixelPoint(50, 50)), .line(SubpixelPoint(100, 50))])
    func line(_ cap: PathStroke.Cap) -> CoverageLayer {
      layer(path, .stroke(PathStroke(radius: SubpixelRadius(5), cap: cap, join: .miter))).coverage
    }
    #expect(line(.butt).coverage(x: 100, y: 50) == 0)
    #expect(line(.butt).coverage(x: 99, y: 50) == 255)
    #expect(line(.square).coverage(x: 104, y: 50) == 255)
    #expect(line(.square).coverage(x: 105, y: 50) == 0)
  }

  @Test func `A wide stroke reaches into tiles that its points are not near`() {
    let path = CanvasPath([.move(SubpixelPoint(50, 50)), .line(SubpixelPoint(100, 50))])
    let coverage = layer(path, .stroke(PathStroke(radius: SubpixelRadius(30), cap: .butt, join: .miter))).coverage
    // Rows 20 ..< 80, of which those from 64 on lie on the next tile.
    #expect(coverage.bytes.count { $0 == 255 } == 50 * 60)
    #expect(coverage.coverage(x: 75, y: 79) == 255)
  }

  @Test func `A miter join has a corner, a bevel join has not`() {
    let path = CanvasPath([
      .move(SubpixelPoint(50, 100)), .line(SubpixelPoint(50, 50)), .line(SubpixelPoint(100, 50)),
    ])
    func corner(_ join: PathStroke.Join) -> UInt8 {
      layer(path, .stroke(PathStroke(radius: SubpixelRadius(5), cap: .butt, join: join))).coverage.coverage(
        x: 45, y: 45)
    }
    #expect(corner(.miter) == 255)
    #expect(corner(.bevel) == 0)
  }

  @Test func `Dashes leave gaps`() {
    let path = CanvasPath([.move(SubpixelPoint(0, 50)), .line(SubpixelPoint(100, 50))])
    let stroke = PathStroke(radius: SubpixelRadius(1), cap: .butt, join: .miter, dashes: [10, 10])
    let coverage = layer(path, .stroke(stroke)).coverage
    #expect(coverage.coverage(x: 5, y: 50) == 255)
    #expect(coverage.coverage(x: 15, y: 50) == 0)
    #expect(coverage.coverage(x: 25, y: 50) == 255)
  }

  @Test func `Dashes without end are drawn as a line`() {
    let path = CanvasPath([.move(SubpixelPoint(-.infinity, 50)), .line(SubpixelPoint(.infinity, 50))])
    for dashes in [[1e-9, 1e-9], [0, 0], [-1, 2], [.nan], [.infinity, 1]] {
      let stroke = PathStroke(radius: SubpixelRadius(1), cap: .butt, join: .miter, dashes: dashes)
      #expect(layer(path, .stroke(stroke)).coverage.coverage(x: 120, y: 50) == 255, "\(dashes)")
    }
  }

  @Test func `Only the part on the canvas takes memory`() {
    let drawn = layer(rectangle(-.infinity, 70, .infinity, 80), .fill(.nonZero))
    #expect(drawn.coverage.occupied.count == 4)
    #expect(drawn.coverage.bytes.count { $0 == 255 } == 200 * 10)
    #expect(layer(rectangle(300, 0, 400, 100), .fill(.nonZero)).damage.isEmpty)
    #expect(layer(CanvasPath(), .fill(.nonZero)).damage.isEmpty)
  }

  @Test func `A curve's bulge is covered and damaged`() {
    let path = CanvasPath([
      .move(SubpixelPoint(20, 100)),
      .curve(SubpixelPoint(20, 0), SubpixelPoint(120, 0), to: SubpixelPoint(120, 100)), .close,
    ])
    // Its middle lies at y = 100/4 = 25.
    let drawn = layer(path, .fill(.nonZero))
    #expect(drawn.coverage.coverage(x: 70, y: 26) == 255)
    #expect(drawn.coverage.coverage(x: 70, y: 23) == 0)
    #expect(drawn.damage.bounds.intersection(PixelRect(x: 20, y: 25, width: 100, height: 75)).height == 75)
  }

  @Test func `A mask subtracted leaves the rest`() {
    var ink = layer(rectangle(20, 20, 80, 80), .fill(.nonZero)).coverage
    // A hole whose upper border cuts row 40 in half: 255 · 127/255 = 127.
    ink.subtract(layer(rectangle(30, 40.5, 60, 60), .fill(.nonZero)).coverage)
    #expect(ink.coverage(x: 40, y: 39) == 255)
    #expect(abs(Int(ink.coverage(x: 40, y: 40)) - 127) <= 1)
    #expect(ink.coverage(x: 40, y: 50) == 0)
    #expect(ink.coverage(x: 70, y: 50) == 255)
  }
}
