import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles
@testable import TouchReelInkFiles

/// Images in drawing files and on pages of Xournal++.
struct ImageFileTests {
  private static let png = PixelBuffer(size: PixelSize(width: 6, height: 4), filledWith: 0xFF20_40C0).png()
  private static let jpeg = TestImage.jpeg

  private func image(_ bytes: [UInt8], _ name: String = "image", _ attributes: String = "") -> String {
    "<\(name) \(attributes)left=\"10\" top=\"20\" right=\"70\" bottom=\"60\">\(Base64.text(of: bytes))</\(name)>"
  }

  private func drawing(_ content: String) throws -> ForeignDrawing {
    let text = "<xournal><page width=\"100\" height=\"80\"><layer>\(content)</layer></page></xournal>"
    return ForeignDrawing(try XournalFile.read(Array(text.utf8)), kind: .xournal)
  }

  private let stroke = ##"<stroke tool="pen" color="#ff0000ff" width="4">5 40 95 40</stroke>"##

  @Test(arguments: [png, jpeg]) func `An image of a page is drawn, below the strokes that follow`(bytes: [UInt8]) throws
  {
    let file = try drawing(image(bytes) + stroke)
    #expect(file.notes == [] && file.drawing.elements.count == 2)
    let pixels = try Board(file.drawing).picture.composed()
    let blue = pixels[40, 25]
    #expect(blue & 255 > 180 && blue >> 16 & 255 < 40 && pixels[40, 40] == 0xFFFF_0000)
    #expect(pixels[9, 25] == 0xFFFF_FFFF && pixels[70, 25] == 0xFFFF_FFFF && pixels[40, 60] == 0xFFFF_FFFF)
    #expect(try Board(drawing(stroke + image(bytes)).drawing).picture.composed()[40, 40] == blue)
  }

  @Test func `Images are written as they were, between the strokes where they lay`() throws {
    let page = try drawing(image(Self.png) + stroke + image(Self.jpeg) + stroke + stroke).drawing
    let (bytes, losses) = try ForeignDrawing.ink(of: page, as: .xournal)
    #expect(losses == [])
    let again = try XournalFile.read(bytes)
    #expect(again.images.map(\.level) == [0, 1] && again.images.map(\.bytes) == [Self.png, Self.jpeg])
    #expect(again.images.allSatisfy { [$0.left, $0.top, $0.right, $0.bottom] == [10, 20, 70, 60] })
    let own = try DrawingFile(json: DrawingFile(page).json())
    #expect(own.drawing == page && own.unread.isEmpty)
  }

  @Test func `What is no image is one warning for each kind`() throws {
    let content =
      image(Self.png.dropLast(9)) + image(Self.png.dropLast(8)) + image(Array("GIF89a".utf8))
      + image(Array("%PDF-1.5".utf8), "teximage") + image(Self.png, "teximage", "text=\"x^2\" ")
      + #"<image left="1" top="2" right="3" bottom="4">*</image><image left="1"/>"#
    let file = try drawing(content)
    #expect(file.drawing.elements.count == 1)
    #expect(
      file.notes == [
        "line 1: an <image> has content that is damaged: skipped", "line 1: an <image> has no position: skipped",
        "1 × <teximage text> is not read", "1 × <teximage> of PDF is not read",
        "2 × an image is damaged; it is not drawn", "1 × an image is neither PNG nor JPEG; it is not drawn",
      ])
  }

  @Test func `A page has so many pixels of images at most`() throws {
    let side = 8000
    let png = PixelBuffer(size: PixelSize(width: side, height: side)).png()
    let other = PixelBuffer(size: PixelSize(width: side, height: side), filledWith: 0xFF00_0000).png()
    let third = PixelBuffer(size: PixelSize(width: side, height: side), filledWith: 0xFFFF_0000).png()
    let images = [png, png, other, other, third].map { InkImage($0, left: 0, top: 0, right: 1, bottom: 1, level: 0) }
    var embedded = EmbeddedImages()
    #expect(images.compactMap { embedded.content(of: $0) }.count == 4)
    #expect(embedded.notes == ["1 × an image of 8000x8000 pixels is too large; it is not drawn"])
  }

  @Test func `A drawing file has so many pixels of images at most, and decodes each once`() throws {
    let size = PixelSize(width: 8000, height: 8000)
    let files = (0..<3).map { PixelBuffer(size: size, filledWith: 0xFF00_0000 | $0).png() }
    var drawing = Drawing(size: BoardSize(width: 100, height: 80), background: .color(.white))
    let (start, end) = (BoardPoint(x: 1, y: 1), BoardPoint(x: 9, y: 9))
    for file in [files[0], files[0], files[1], files[0], files[2]] {
      try drawing.append(.add(.image(ImageShape(EmbeddedImage(file), from: start, to: end))))
    }
    let read = try DrawingFile(json: DrawingFile(drawing).json())
    #expect(read.unread.map(\.index) == [4] && read.drawing.elements.count == 4)
    #expect(read.unread.map(\.reason) == ["an image of 8000x8000 pixels is too large"])
    let images = read.drawing.elements.compactMap { element in
      if case .image(let image) = element.shape?.shape { image.image } else { nil }
    }
    #expect(images.count == 4 && images[0] === images[1] && images[0] === images[3])
  }

  @Test func `An image in lines of base64 is the same in one line, and what is lost of a page is said`() throws {
    let lines = Data(Self.jpeg).base64EncodedString(options: .lineLength64Characters)
    let wrapped = image(Self.jpeg).replacingOccurrences(of: Base64.text(of: Self.jpeg), with: lines)
    for (content, losses) in [
      (wrapped + stroke, []), (wrapped + image(Array("GIF89a".utf8)), ["1 × <image> is lost"]),
      (image(Self.png, "teximage", "text=\"x\" "), ["1 × <teximage> is lost"]),
    ] as [(String, [String])] {
      let text = "<xournal><page width=\"100\" height=\"80\"><layer>\(content)</layer></page></xournal>"
      let written = try DrawingDocument(Array(text.utf8)).file(as: .xournal).bytes
      let found = DocumentComparison.losses(of: .xournal, replacing: Array(text.utf8), by: written)
      #expect(found.filter { $0.name.contains("image") && $0.change != .added }.map(\.description) == losses)
    }
  }

  @Test func `An image of a drawing file that is not one is kept and not drawn`() throws {
    let page = try drawing(image(Self.png)).drawing
    let text = String(decoding: try DrawingFile(page).json(), as: UTF8.self)
    for (part, reason) in [("iVBORw", "an image is neither PNG nor JPEG"), ("iVBORw0K", "an image is not base64")] {
      let broken = text.replacingOccurrences(of: part, with: part == "iVBORw" ? "AVBORw" : "*")
      let file = try DrawingFile(json: Array(broken.utf8))
      #expect(file.unread.map(\.reason) == [reason] && file.drawing.elements.isEmpty)
      #expect(try file.json() == Array(broken.utf8))
    }
  }

  @Test(arguments: [DrawingKind.inkml, .quickdraw])
  func `Files that have no images say so`(kind: DrawingKind) throws {
    let page = try drawing(image(Self.png) + stroke).drawing
    #expect(
      try DrawingDocument.touchreel(DrawingFile(page)).file(as: kind).losses.contains("1 × an image is left out"))
  }

  @Test func `Drawsana's file gives the image back`() throws {
    let page = try drawing(image(Self.jpeg) + stroke).drawing
    let bytes = try DrawingDocument.touchreel(DrawingFile(page)).file(as: .drawsana).bytes
    #expect(try DrawsanaFile(json: bytes).drawing.elements.first?.shape?.shape == page.elements.first?.shape?.shape)
  }

  @Test(arguments: PropertySeeds.from(0xB64, count: 20)) func `Base64 is as Foundation has it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<random.next(below: 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let text = Base64.text(of: bytes)
    #expect(text == Data(bytes).base64EncodedString() && Base64.bytes(text) == bytes)
    #expect(Base64.bytes(" \n\(text.prefix(5)) \(text.dropFirst(5))\n") == bytes)
  }

  @Test(arguments: ["A", "AA=A", "A===", "AA-A", "AAAAA"]) func `What is no base64 is refused`(text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
