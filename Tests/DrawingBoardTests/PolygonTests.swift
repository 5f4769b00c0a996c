import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct PolygonTests {
  private let style = StrokeStyle(color: .black, width: 4)

  @Test(arguments: [((10.0, 10.0), (90.0, 70.0)), ((10, 70), (80, 10)), ((70, 70), (10, 0)), ((70, 10), (0, 70))])
  func `The square runs from the start toward the quadrant of the end`(start: (Double, Double), end: (Double, Double)) {
    // The shorter side of each drag is 60, and the square 10…70 on both axes.
    let box = DragSquare(from: BoardPoint(x: start.0, y: start.1), to: BoardPoint(x: end.0, y: end.1))
    #expect(box.side == 60)
    #expect(box.center == BoardPoint(x: 40, y: 40))
  }

  @Test func `A triangle stands on its base`() {
    let shape = NgonShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 90, y: 70), sides: 3, style: style)
    // r = (60 − 4)/2 = 28 about (40, 40): straight up (40, 12); at 120° 28 sin 120° = 24.249 and −28 cos 120° = 14.
    expect(shape.corners(scale: 1), near: [(40, 12), (64.249, 54), (15.751, 54)])
  }

  @Test func `A hexagon has its first corner straight up`() {
    let shape = NgonShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 90, y: 70), sides: 6, style: style)
    // At 60° 28 sin 60° = 24.249 and 28 cos 60° = 14.
    expect(
      shape.corners(scale: 1), near: [(40, 12), (64.249, 26), (64.249, 54), (40, 68), (15.751, 54), (15.751, 26)])
  }

  @Test func `A star's tips and notches take turns`() {
    let corners = StarShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 90, y: 70), style: style).corners(
      scale: 1)
    // Notches at 28/2.5 = 11.2: at 36° 11.2 sin 36° = 6.583 and 11.2 cos 36° = 9.061.
    // Tips at 28: at 72° 28 sin 72° = 26.630 and 28 cos 72° = 8.652.
    #expect(corners.count == 10)
    expect(Array(corners.prefix(3)), near: [(40, 12), (46.583, 30.939), (66.630, 31.348)])
  }

  @Test(arguments: [Tool.triangle, .pentagon, .ngon, .star])
  func `It stays inside its square`(tool: Tool) throws {
    let bench = try Bench(
      [.set(\.width, 4), .set(\.tool, tool)] + stroke(1, (80, 80), (20, 10)))
    // 60 wide toward the upper left: 20…80 on both axes. The tip ends at 20, being at 22 with a radius of 2.
    #expect(bench.inkBounds.intersection(PixelRect(x: 20, y: 20, width: 60, height: 60)) == bench.inkBounds)
    #expect(bench.inkBounds.y == 20)
    #expect(bench.board.operations.count == 1)
  }

  @Test(arguments: [Tool.triangle, .pentagon, .ngon, .star], [(50.0, 13.5), (10.0, 60.0), (10.0, 10.0)])
  func `Where the outline would fill the square there is nothing`(tool: Tool, end: (Double, Double)) throws {
    // Sides of 3.5, 0 and 0 against a width of 4.
    let bench = try Bench([.set(\.width, 4), .set(\.tool, tool)] + stroke(1, (10, 10), (60, 60), end))
    #expect(bench.board.operations.isEmpty)
    #expect(bench.inkBounds.isEmpty)
  }

  @Test(arguments: [(2, 3), (.min, 3), (7, 7), (.max, 100)])
  func `Sides are held to their range`(
    wanted: Int, held: Int
  )
    throws
  {
    let bench = try Bench(
      [.set(\.sides, wanted), .set(\.tool, .ngon)] + stroke(1, (10, 10), (80, 80)))
    guard case .add(.ngon(let shape))? = bench.board.operations.first else {
      Issue.record("no polygon: \(bench.board.operations)")
      return
    }
    #expect(shape.corners(scale: 1).count == held)
  }

  @Test func `The fill lies under the outline and fills all of a star`() throws {
    let green = PixelColor(red: 0, green: 255, blue: 0)
    let bench = try Bench(
      [.set(\.fill, green), .set(\.width, 4), .set(\.tool, .star)] + stroke(1, (10, 10), (70, 70)))
    #expect(bench.pixels[40, 40] == 0xFF00_FF00)
    #expect(bench.pixels[40, 11] == 0xFF00_0000)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func `Numbers that cannot be draw nothing bad`(value: Double) throws {
    let raster = try Raster(board: BoardSize(width: 96, height: 96))
    let wide = StrokeStyle(color: .black, width: value)
    let (start, end) = (BoardPoint(x: 10, y: value), BoardPoint(x: value, y: 80))
    let shapes: [Shape] = [
      .ngon(NgonShape(from: start, to: end, sides: 5, style: wide)),
      .star(StarShape(from: start, to: end, style: wide)),
      .line(LineShape(from: start, to: end, style: wide, head: .arrow)),
      .ellipse(EllipseShape(from: start, to: end, style: style)),
    ]
    for shape in shapes { #expect(shape.layers(on: raster).count <= 2) }
  }
}

struct ArrowTests {
  @Test func `The tip lies two widths beyond the end and the wings four behind the tip`() {
    let arrow = LineShape(
      from: BoardPoint(x: 20, y: 50), to: BoardPoint(x: 60, y: 50), style: StrokeStyle(color: .black, width: 4),
      head: .arrow)
    // Tip 60 + 2 · 4 = 68; wings 16 cos 22.5° = 14.782 behind it and 16 sin 22.5° = 6.123 to the sides.
    expect(arrow.headCorners, near: [(68, 50), (53.218, 56.123), (53.218, 43.877)])
  }

  @Test func `A translucent arrow is of one shade`() throws {
    let red = PixelColor(red: 255, green: 0, blue: 0, alpha: 128)
    let bench = try Bench(
      [.set(\.color, red), .set(\.width, 6), .set(\.tool, .arrow)] + stroke(1, (15, 50), (70, 50)))
    // 255 − 128 = 127 of green and blue, in the line and where the head lies on it.
    #expect(bench.pixels[30, 50] == 0xFFFF_7F7F)
    #expect(bench.pixels[68, 50] == 0xFFFF_7F7F)
  }

  @Test func `An arrow dragged back to its start has no head`() throws {
    let bench = try Bench(
      [.set(\.width, 4), .set(\.tool, .arrow)] + stroke(1, (40, 40), (80, 40), (40, 40)))
    #expect(bench.inkBounds == PixelRect(x: 38, y: 38, width: 4, height: 4))
  }
}

/// Within a thousandth of a point, if nothing else is said.
func expect(
  _ points: [BoardPoint], near wanted: [(Double, Double)], within tolerance: Double = 0.001,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isNear =
    points.count == wanted.count
    && zip(points, wanted).allSatisfy { $0.distance(to: BoardPoint(x: $1.0, y: $1.1)) < tolerance }
  #expect(isNear, "\(points) are not \(wanted)", sourceLocation: sourceLocation)
}
