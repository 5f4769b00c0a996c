import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct EraserTests {
  private let sand = PixelColor(red: 230, green: 200, blue: 140)
  private let bar = [.set(\.width, 20)] + stroke(1, (10, 50), (86, 50))

  @Test func `The eraser takes ink and leaves the background`() throws {
    let bench = try Bench(
      [.command(.background(.color(sand)))] + bar + [.set(\.tool, .eraser)] + stroke(2, (48, 10), (48, 90)))
    #expect(bench.pixels[48, 50] == sand.premultiplied)
    #expect(bench.pixels[30, 50] == 0xFF00_0000)
    #expect(bench.board.background == .color(sand))
  }

  @Test func `The pen's rubber erases whatever tool is chosen`() throws {
    let rubber = Gesture.Finger(2, tool: .eraser)
    let bench = try Bench(bar + [.set(\.tool, .rectangle)] + stroke(rubber, (48, 10), (48, 90)))
    #expect(bench.pixels[48, 50] == 0xFFFF_FFFF)
  }

  @Test func `The eraser is of constant width`() throws {
    let rubber = Gesture.Finger(2, tool: .eraser, pressure: 0)
    let bench = try Bench(bar + stroke(rubber, (48, 50)))
    // A disc of radius 10 around (48, 50).
    #expect(bench.pixels[48, 41] == 0xFFFF_FFFF)
    #expect(bench.pixels[39, 50] == 0xFFFF_FFFF)
  }

  @Test func `An eraser in progress takes finished ink only`() throws {
    let rubber = Gesture.Finger(3, tool: .eraser)
    var bench = try Bench(
      bar + [
        down(2, at: (48, 10)), down(rubber, at: (10, 50)), move(rubber, to: (90, 50)), move(2, to: (48, 90)),
        move(rubber, to: (94, 50)), move(2, to: (48, 94)),
      ])
    #expect(bench.pixels[30, 50] == 0xFFFF_FFFF)
    #expect(bench.pixels[48, 50] == 0xFF00_0000)
    try bench.play(up(2))
    #expect(bench.pixels[48, 50] == 0xFFFF_FFFF)
    try bench.play([up(rubber), .command(.undo)])
    #expect(bench.pixels[48, 50] == 0xFF00_0000)
  }

  @Test func `What is drawn after an erasure is whole`() throws {
    let bench = try Bench(
      [.set(\.tool, .eraser), .set(\.width, 40)] + stroke(2, (48, 50)) + [.set(\.tool, .pencil)] + bar)
    #expect(try bench.pixels == Bench(bar).pixels)
  }
}
