import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

/// What comes from a clipboard or is dropped.
struct PastedContentTests {
  private let view = BoardRect(from: BoardPoint(x: 0, y: 0), to: BoardPoint(x: 100, y: 120))
  private let look = PastedContent.TextLook(
    font: TextFont(family: "Sans", size: 20), color: .black, on: BoardSize(width: 100, height: 120))
  private let line = PlacedShape(
    .line(
      LineShape(
        from: BoardPoint(x: 20, y: 20), to: BoardPoint(x: 60, y: 20), style: StrokeStyle(color: .black, width: 10))))

  private func pasted(_ type: String, _ bytes: [UInt8], _ place: PastePlace? = nil) throws -> [PlacedShape] {
    try #require(PastedContent(type: type, bytes)).shapes(at: place ?? PastePlace(in: view), look)
  }

  private func corners(of shapes: [PlacedShape]) throws -> (start: BoardPoint, end: BoardPoint) {
    guard shapes.count == 1, case .image(let image) = shapes[0].shape else { throw PasteError.nothing }
    return (image.start, image.end)
  }

  private var json: [UInt8] {
    get throws { try #require(ShapeClipping([line])).json }
  }

  @Test func `Shapes are pasted where they were, unless the same are there already`() throws {
    #expect(try pasted(ShapeClipping.mediaType, json) == [line])
    var there = [line]
    for number in 1...5 {
      let place = PastePlace(in: view, beside: there)
      let shapes = try pasted(ShapeClipping.mediaType, json, place)
      #expect(shapes == [line.transformed(by: .move(byX: 16 * Double(number), y: 16 * Double(number)))])
      there += shapes
    }
  }

  @Test func `Shapes that would not be seen are pasted in the middle of what is`() throws {
    let view = BoardRect(from: BoardPoint(x: 400, y: 400), to: BoardPoint(x: 600, y: 500))
    let shapes = try pasted(ShapeClipping.mediaType, json, PastePlace(in: view))
    let center = try #require(ShapeClipping(shapes)).center
    #expect(center.distance(to: BoardPoint(x: 500, y: 450)) < 1e-9)
  }

  @Test func `What is dropped lies where it is dropped`() throws {
    let place = PastePlace(in: view, at: BoardPoint(x: 70, y: 30))
    let shapes = try pasted(ShapeClipping.mediaType, json, place)
    #expect(try #require(ShapeClipping(shapes)).center.distance(to: BoardPoint(x: 70, y: 30)) < 1e-9)
    let png = PixelBuffer(size: PixelSize(width: 20, height: 10)).png()
    let (start, end) = try corners(of: pasted("image/png", png, place))
    #expect(start == BoardPoint(x: 60, y: 25) && end == BoardPoint(x: 80, y: 35))
  }

  @Test func `An image is pasted no larger than four fifths of what is seen`() throws {
    let png = PixelBuffer(size: PixelSize(width: 400, height: 100)).png()
    let (start, end) = try corners(of: pasted("image/png", png))
    #expect(start == BoardPoint(x: 10, y: 50) && end == BoardPoint(x: 90, y: 70))
  }

  @Test func `An image in another format becomes one in PNG`() throws {
    // A BMP of one red pixel.
    let header: [UInt8] = [0x42, 0x4D, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    let bmp = header + [24, 0] + [UInt8](repeating: 0, count: 24) + [0, 0, 255, 0]
    let shapes = try pasted("image/bmp", bmp)
    guard case .image(let shape)? = shapes.first?.shape else { throw PasteError.nothing }
    #expect(shape.image.format == .png)
    #expect(try PixelBuffer(png: shape.image.bytes).pixels.first == 0xFFFF_0000)
  }

  @Test func `Each of several things lies beside the one before`() throws {
    let png = PixelBuffer(size: PixelSize(width: 20, height: 10)).png()
    let starts = try (0..<3).map { try corners(of: pasted("image/png", png, PastePlace(in: view).moved($0))).start }
    #expect(starts == [0, 16, 32].map { BoardPoint(x: 40 + $0, y: 55 + $0) })
  }

  @Test func `Elements that Excalidraw copied as text are shapes, and other JSON is a text`() throws {
    let ellipse = """
      {"type":"excalidraw/clipboard","elements":[{"id":"a","type":"ellipse","x":10,"y":20,"width":40,"height":30}]}
      """
    let shapes = try pasted("text/plain", Array(ellipse.utf8))
    guard shapes.count == 1, case .ellipse = shapes[0].shape else { throw PasteError.nothing }
    let other = try pasted("text/plain", Array(#"{"type":"recipe"}"#.utf8))
    guard other.count == 1, case .text(let text) = other[0].shape else { throw PasteError.nothing }
    #expect(text.text == #"{"type":"recipe"}"#)
  }

  @Test func `A text that is empty or has more than is set is refused`() {
    #expect(throws: PasteError.nothing) { try pasted(PastedContent.text, Array(" \n".utf8)) }
    let count = 2 << 20
    #expect(throws: PasteError.longText(count)) {
      try pasted(PastedContent.text, [UInt8](repeating: 0x61, count: count))
    }
  }

  @Test func `A header that promises a huge image takes no memory`() {
    var png = PixelBuffer(size: PixelSize(width: 1, height: 1)).png()
    png.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
    #expect(throws: PasteError.self) { try pasted("image/png", png) }
  }

  @Test(arguments: PropertySeeds.from(0xC11B, count: 60)) func `Whatever is pasted becomes shapes or an error`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let png = PixelBuffer(size: PixelSize(width: 30, height: 20), filledWith: 0xFF12_3456).png()
    let whole = [
      try json, png, Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8),
      Array("a text".utf8),
    ]
    var bytes = whole.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    for type in PastedContent.mediaTypes {
      let content = try #require(PastedContent(type: type, bytes))
      do throws(PasteError) {
        #expect(try !content.shapes(at: PastePlace(in: view), look).isEmpty, "seed \(seed), \(type)")
      } catch {
        // Why is said to the user.
      }
    }
  }
}
