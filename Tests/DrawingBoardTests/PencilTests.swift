import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct PencilTests {
  @Test func `A touch that never moves leaves a dot of the stroke's width`() throws {
    let bench = try Bench([.set(\.width, 10)] + stroke(1, (40, 50)))
    // A disc of radius 5 around (40, 50) covers pixels 35…44 by 45…54.
    #expect(bench.inkBounds == PixelRect(x: 35, y: 45, width: 10, height: 10))
    #expect(bench.pixels[40, 50] == 0xFF00_0000)
  }

  @Test func `A finished stroke takes no more memory than its vertices`() throws {
    let drag = (0..<1025).map { move(1, to: (Double($0 % 60), Double($0 / 60))) }
    for tool in [Tool.pencil, .eraser] {
      let bench = try Bench([.set(\.tool, tool)] + [down(1, at: (5, 5))] + drag + [up(1)])
      let path: StrokePath?
      switch bench.board.operations.first {
      case .add(.pen(let shape)): path = shape.path
      case .erase(let erasure): path = erasure.path
      default: path = nil
      }
      let run = try #require(path?.runs.first)
      // Grown by doubling there would be room for 2048; an allocation is rounded up to a few vertices of 24 bytes.
      #expect(run.count == 1026 && run.capacity < 1100)
    }
  }

  @Test func `A stroke in progress reaches its newest point`() throws {
    var bench = try Bench([.set(\.width, 8), down(1, at: (20, 40)), move(1, to: (60, 40))])
    // The line goes from x = 20 to 60, with a cap of 4 on each side.
    #expect(bench.inkBounds == PixelRect(x: 16, y: 36, width: 48, height: 8))
    try bench.play(up(1))
    #expect(bench.inkBounds == PixelRect(x: 16, y: 36, width: 48, height: 8))
  }

  /// The line from (20, 20) to (60, 20) turns down to (60, 60): the curve from (40, 20) to (60, 40) leaves the corner.
  @Test(arguments: [RasterMode.live, .batch(threads: 1)])
  func `The next point replaces the straight end by a curve`(_ mode: RasterMode) throws {
    var bench = try Bench(width: 96, height: 96, mode: mode, [.set(\.width, 4)])
    let corner = PixelRect(x: 58, y: 18, width: 2, height: 2)
    func ink() -> Int {
      let picture = bench.board.picture.composed()
      return (0..<4).count { picture.pixels[(corner.y + $0 / 2) * 96 + corner.x + $0 % 2] == 0xff00_0000 }
    }
    for step in [down(1, at: (20, 20)), move(1, to: (60, 20))] { try bench.play(step) }
    #expect(ink() == 4)
    _ = bench.board.drainDamage()
    try bench.play(move(1, to: (60, 60)))
    #expect(ink() == 0)
    let damage = bench.board.drainDamage().bounds
    #expect(damage.union(corner) == damage, "what was taken back is drawn again")
  }

  @Test func `The curve runs through midpoints and stays inside the corner`() throws {
    let bench = try Bench([.set(\.width, 2)] + stroke(1, (10, 10), (50, 10), (50, 50)))
    // Quadratic from (30, 10) past (50, 10) to (50, 30): at t = 1/2 it is (30 + 2·50 + 50)/4 = 45, (10 + 2·10 + 30)/4 =
    // 15.
    #expect(bench.pixels[44, 14] == 0xFF00_0000 || bench.pixels[45, 15] == 0xFF00_0000)
    #expect(bench.pixels[49, 10] == 0xFFFF_FFFF)
  }

  @Test func `Without smoothing the line is straight from point to point`() throws {
    let bench = try Bench(
      [.set(\.width, 2), .set(\.smoothing, .none)] + stroke(1, (10, 10), (50, 10), (50, 50)))
    #expect(bench.pixels[49, 10] == 0xFF00_0000)
    #expect(bench.pixels[44, 14] == 0xFFFF_FFFF)
  }

  @Test func `A gap breaks the line`() throws {
    let bench = try Bench(
      [
        .set(\.width, 4), down(1, at: (10, 20)), move(1, to: (30, 20)), jump(1, to: (70, 20)), move(1, to: (90, 20)),
        up(1),
      ])
    #expect(bench.pixels[30, 20] == 0xFF00_0000)
    #expect(bench.pixels[50, 20] == 0xFFFF_FFFF)
    #expect(bench.pixels[70, 20] == 0xFF00_0000)
    #expect(bench.board.operations.count == 1)
  }

  @Test func `A translucent stroke is not darker where it crosses itself`() throws {
    let translucent = PixelColor(red: 0, green: 0, blue: 0, alpha: 128)
    let bench = try Bench(
      [.set(\.width, 6), .set(\.color, translucent), .set(\.smoothing, .none)]
        + stroke(1, (10, 30), (60, 30), (60, 60), (30, 60), (30, 10)))
    // 255 − 128 = 127 of white remains.
    #expect(bench.pixels[30, 30] == 0xFF7F_7F7F)
    #expect(bench.pixels[20, 30] == 0xFF7F_7F7F)
  }

  @Test func `Twice the scale is twice the drawing`() throws {
    let steps = [.set(\.width, 10)] + stroke(1, (20, 30), (70, 40), (60, 80))
    let bounds = try Bench(scale: 1, steps).inkBounds
    let doubled = try Bench(scale: 2, steps).inkBounds
    #expect(abs(doubled.x - 2 * bounds.x) <= 1 && abs(doubled.maxX - 2 * bounds.maxX) <= 1)
    #expect(abs(doubled.y - 2 * bounds.y) <= 1 && abs(doubled.maxY - 2 * bounds.maxY) <= 1)
  }

  @Test func `A pen that presses harder draws wider`() throws {
    let steps = { (pressure: Double) -> [Gesture] in
      [.set(\.width, 20)] + stroke(Gesture.Finger(1, tool: .pen, pressure: pressure), (50, 50))
    }
    // 20 × (0.2 + 0.8 × 0) = 4, 20 × (0.2 + 0.8 × 0.5) = 12, 20 × 1 = 20.
    #expect(try [0, 0.5, 1].map { try Bench(steps($0)).inkBounds.width } == [4, 12, 20])
    let finger = stroke(Gesture.Finger(1, pressure: 0.5), (50, 50))
    #expect(try Bench([.set(\.width, 20)] + finger).inkBounds.width == 20)
  }
}
