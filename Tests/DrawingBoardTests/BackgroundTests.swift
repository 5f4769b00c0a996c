import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct BoardBackgroundTests {
  private let sand = PixelColor(red: 230, green: 200, blue: 140)

  @Test func `A background is an operation that undo takes back`() throws {
    var bench = try Bench([.command(.background(.color(sand)))] + stroke(1, (20, 20), (60, 60)))
    try bench.play([.command(.clear)])
    #expect(bench.pixels[40, 40] == sand.premultiplied)
    try bench.play([.command(.undo), .command(.undo), .command(.undo)])
    #expect(bench.board.background == .color(.white))
    #expect(bench.pixels[0, 0] == 0xFFFF_FFFF)
    try bench.play([.command(.redo)])
    #expect(bench.pixels[0, 0] == sand.premultiplied)
  }

  @Test func `A gradient runs from its first colour to its second`() throws {
    let bench = try Bench([.command(.background(.gradient(from: .white, to: .black)))])
    // Downward over 96 pixels: at the centre of the first row 255 − 255 · 0.5/96 = 253.7, of the last 1.3.
    #expect(bench.pixels[50, 0] == 0xFFFE_FEFE)
    #expect(bench.pixels[50, 95] == 0xFF01_0101)
  }

  @Test func `An image is shown once it is known`() throws {
    let id = ImageID(rawValue: "00ff")
    var bench = try Bench([.command(.background(.image(id, .tile, on: sand)))])
    #expect(bench.pixels[5, 5] == sand.premultiplied)
    _ = bench.board.drainDamage()
    bench.board.provide(PixelBuffer(size: PixelSize(width: 4, height: 4), filledWith: 0xFF12_3456), as: id)
    #expect(bench.pixels[5, 5] == 0xFF12_3456)
    #expect(bench.board.drainDamage().bounds == PixelRect(x: 0, y: 0, width: 96, height: 96))
  }

  @Test func `The background resizes with the board and the drawing stays`() throws {
    var bench = try Bench(
      [.command(.background(.gradient(from: .white, to: .black)))] + stroke(1, (20, 20), (60, 20))
        + [down(2, at: (20, 60)), move(2, to: (60, 60)), .command(.size(BoardSize(width: 200, height: 192)))])
    #expect(bench.pixels.size == PixelSize(width: 200, height: 192))
    #expect(bench.pixels[40, 20] == 0xFF00_0000)
    #expect(bench.pixels[30, 60] == 0xFF00_0000)
    // The 96th of 192 rows: 255 − 255 · 95.5/192 = 128.2.
    #expect(bench.pixels[150, 95] == 0xFF80_8080)
    try bench.play([move(2, to: (180, 60)), up(2)])
    #expect(bench.pixels[170, 60] == 0xFF00_0000)
  }
}
