import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// Images as shapes of a drawing.
struct ImageShapeTests {
  /// The left half is red, the right one green.
  private static func image() throws -> EmbeddedImage {
    var pixels = PixelBuffer(size: PixelSize(width: 20, height: 10), filledWith: 0xFF00_FF00)
    pixels.withTarget { target in
      let half = PixelSize(width: 10, height: 10)
      let red = PreparedBackground(.color(PixelColor(red: 255, green: 0, blue: 0)), size: half)
      Picture(background: red, committed: TiledImage(size: half)).compose(.everything(of: half), into: target)
    }
    return try EmbeddedImage(pixels.png())
  }

  private func bench() throws -> Bench {
    var bench = try Bench()
    let corners = (BoardPoint(x: 60, y: 40), BoardPoint(x: 20, y: 20))
    try bench.board.perform(.add(.image(ImageShape(Self.image(), from: corners.0, to: corners.1))))
    return bench
  }

  private let red: UInt32 = 0xFFFF_0000
  private let green: UInt32 = 0xFF00_FF00
  private let white: UInt32 = 0xFFFF_FFFF

  @Test func `An image fills its rectangle, and undo takes it back`() throws {
    var bench = try bench()
    #expect(bench.pixels[20, 20] == red && bench.pixels[59, 39] == green)
    #expect(bench.pixels[19, 30] == white && bench.pixels[60, 30] == white && bench.pixels[30, 40] == white)
    try bench.play([.command(.undo)])
    #expect(bench.pixels[30, 30] == white)
  }

  @Test func `What is erased of an image goes with it when it is moved`() throws {
    var bench = try bench()
    try bench.play([.set(\.tool, .eraser), .set(\.width, 6)] + stroke(1, (25, 30), (35, 30)))
    #expect(bench.pixels[30, 30] == white && bench.pixels[30, 22] == red)
    let id = try #require(bench.board.elements.first?.id)
    try bench.board.perform(.transform([id], by: .move(byX: 10, y: 30)))
    #expect(bench.pixels[40, 60] == white && bench.pixels[40, 52] == red && bench.pixels[30, 22] == white)
  }

  @Test func `A turned image is turned, and lies where it is hit`() throws {
    var bench = try bench()
    let id = try #require(bench.board.elements.first?.id)
    try bench.board.perform(
      .transform([id], by: .turn(by: .pi, scale: 1, about: BoardPoint(x: 40, y: 30))))
    #expect(bench.pixels[25, 30] == green && bench.pixels[55, 30] == red)
    try bench.play([.set(\.tool, .selection)] + stroke(1, (30, 25), (50, 65)))
    #expect(bench.board.selection == [id] && bench.pixels[45, 70] == green && bench.pixels[75, 70] == red)
  }

  @Test func `Ink lies over an image that came before it`() throws {
    var bench = try bench()
    try bench.play(stroke(1, (10, 30), (80, 30)))
    #expect(bench.pixels[30, 30] == 0xFF00_0000 && bench.pixels[30, 22] == red)
  }
}
