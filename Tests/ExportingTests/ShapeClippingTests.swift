import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

/// What is copied.
struct ShapeClippingTests {
  private let red = PixelColor(red: 255, green: 0, blue: 0)

  /// A red line from (100, 50) to (160, 50), 10 wide, with a hole of 10 in its middle.
  private var line: PlacedShape {
    let line = LineShape(
      from: BoardPoint(x: 100, y: 20), to: BoardPoint(x: 160, y: 20), style: StrokeStyle(color: red, width: 10))
    let hole = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 130, y: 50), width: 10))
    return PlacedShape(
      .line(line), .move(byX: 0, y: 30), masks: [PlacedShape.Mask(path: hole, transform: .identity)])
  }

  private func text(_ text: String) -> PlacedShape {
    let font = TextFont(family: "Sans", size: 20)
    let place = BoardPoint(x: 50, y: 50)
    return PlacedShape(.text(TextShape(text, font: font, color: red, at: place, width: .fitting(limit: 320))))
  }

  @Test func `What is copied is pasted as it was`() throws {
    let turned = line.transformed(by: .turn(by: 1, about: BoardPoint(x: 9, y: 3)))
    let clipping = try #require(ShapeClipping([line, turned, text("Reel")]))
    let again = try #require(try ShapeClipping(json: clipping.json))
    #expect(again.shapes == clipping.shapes)
  }

  @Test func `Nothing is no clipping and what is damaged is refused`() throws {
    #expect(ShapeClipping([]) == nil)
    #expect(throws: DrawingFileError.self) { try ShapeClipping(json: Array("hello".utf8)) }
  }

  @Test func `What a drawing file shows is pasted, with what was erased of it`() throws {
    var drawing = Drawing(size: BoardSize(width: 200, height: 100), background: .color(.white))
    try drawing.append(.add(line.shape))
    let eraser = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 130, y: 20), width: 10))
    try drawing.append(.erase(Erasure(path: eraser)))
    let clipping = try #require(try ShapeClipping(json: DrawingFile(drawing).json()))
    #expect(clipping.shapes.count == 1 && clipping.shapes[0].masks.map(\.path) == [eraser])
  }

  @Test func `The picture is of the shapes alone, and as large`() throws {
    let clipping = try #require(ShapeClipping([line]))
    // The box goes from (95, 45) to (165, 55).
    let picture = try PixelBuffer(png: #require(clipping.png))
    #expect((70...74).contains(picture.size.width) && (10...14).contains(picture.size.height), "\(picture.size)")
    let found = [picture[12, 5], picture[35, 5], picture[0, 0]]
    #expect(found == [red.premultiplied, 0, 0])
    #expect(String(decoding: try #require(clipping.svg), as: UTF8.self).contains("<svg"))
  }

  @Test func `The picture of shapes that lie far apart has so many pixels at most`() throws {
    let far = line.transformed(by: .move(byX: 15_000, y: 9000))
    let picture = try PixelBuffer(png: #require(ShapeClipping([line, far])?.png))
    #expect(picture.size.width * picture.size.height <= 32_100_000 && picture.size.width > 5000)
  }

  @Test func `Texts are copied as text unless there is anything else`() throws {
    #expect(ShapeClipping([text("Reel"), text("two\nlines")])?.text == "Reel\ntwo\nlines")
    #expect(ShapeClipping([text("Reel"), line])?.text == nil)
  }
}
