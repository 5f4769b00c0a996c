import SeededCases
import Testing

@testable import TouchReelCanvas

/// Whether a font with colours is installed.
private enum ColorFont {
  static let isThere: Bool = {
    let font = TextFont(family: "DejaVu Sans", size: 20)
    return !(TextLayout("😀", font: font, width: .fitting(limit: 400))?.pictures.isEmpty ?? true)
  }()
}

/// Glyphs of fonts that have colours of their own.
@Suite(.enabled(if: ColorFont.isThere, "no font with colours (fonts-noto-color-emoji) is installed"))
struct GlyphPictureTests {
  private static func layout(_ text: String, size: Double = 20) -> TextLayout? {
    TextLayout(text, font: TextFont(family: "DejaVu Sans", size: size), width: .fitting(limit: 4000))
  }

  private func layout(_ text: String, size: Double = 20) throws -> TextLayout {
    try #require(Self.layout(text, size: size))
  }

  @Test(arguments: PropertySeeds.from(0xE40, count: 20))
  func `Letters keep their outlines beside emoji, each of which is a picture`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (text, letters, emojiCount) = ("", "", 0)
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let isEmoji = Bool.random(using: &random)
      let next = (isEmoji ? ["😀", "🟥", "🍏"] : ["a", "W", "ш", "7"]).randomElement(using: &random) ?? "x"
      text += next
      if isEmoji { emojiCount += 1 } else { letters += next }
    }
    let (with, without) = (try layout(text), try layout(letters))
    #expect(with.pictures.count == emojiCount && without.pictures.isEmpty, "\(text)")
    #expect(with.elements.count == without.elements.count, "\(text)")
    for picture in with.pictures {
      #expect(picture.x > -2 && picture.x + picture.width < with.width + 2, "\(text)")
      #expect(picture.y > -4 && picture.y + picture.height < with.height + 4, "\(text)")
    }
  }

  @Test(arguments: ["👩‍👩‍👧", "🇩🇪", "👍🏽", "1️⃣", "❤️", "🏴‍☠️"])
  func `A sequence of characters that is one emoji is one picture`(text: String) throws {
    let (sequence, one) = (try layout(text), try layout("😀"))
    let blank = try layout(" ")
    #expect(sequence.pictures.count == 1 && sequence.elements.count == blank.elements.count)
    #expect(abs(sequence.width - one.width) < 0.1)
  }

  @Test func `Pictures have colours, transparent edges and the size of the text`() throws {
    let (small, large) = (try layout("🍏", size: 10), try layout("🍏", size: 40))
    let (picture, other) = (try #require(small.pictures.first), try #require(large.pictures.first))
    #expect(picture.image === other.image && abs(4 * picture.width - other.width) < 1e-9)
    let pixels = picture.image.pixels
    #expect(pixels.pixels.contains { $0 >> 24 == 255 && $0 >> 8 & 255 > ($0 >> 16 & 255) + 40 })
    for x in 0..<pixels.size.width { #expect(pixels[x, 0] == 0 && pixels[x, pixels.size.height - 1] == 0) }
    for y in 0..<pixels.size.height { #expect(pixels[0, y] == 0 && pixels[pixels.size.width - 1, y] == 0) }
  }

  @Test func `Equal glyphs share a picture, however many there are`() throws {
    let text = try layout(String(repeating: "😀", count: 10_000))
    #expect(text.pictures.count == 10_000 && Set(text.pictures.map { ObjectIdentifier($0.image) }).count == 1)
  }

  @Test func `A paint of several images has each where it lies, and nothing beyond`() throws {
    func image(_ color: UInt32) throws -> EmbeddedImage {
      var pixels = PixelBuffer(size: PixelSize(width: 4, height: 4))
      pixels.withTarget { target in
        for y in 1..<3 { for x in 1..<3 { target.pixels(x: x, y: y)?.pointee = color } }
      }
      return try EmbeddedImage(pixels.png())
    }
    let paint = ImagePaint([
      ImagePaint(try image(0xFFFF_0000), corner: (0, 0), right: (4, 0), below: (0, 4)),
      ImagePaint(try image(0xFF00_00FF), corner: (2, 0), right: (6, 0), below: (2, 4)),
    ])
    var row = [UInt32](repeating: 7, count: 8)
    row.withUnsafeMutableBufferPointer { paint.fill($0, y: 1, columns: 0..<8) }
    #expect(row == [0, 0xFFFF_0000, 0xFFFF_0000, 0xFF00_00FF, 0xFF00_00FF, 0, 0, 0])
    let size = PixelSize(width: 8, height: 8)
    var (coverage, canvas) = (CoverageLayer(size: size), TiledImage(size: size))
    coverage.add(InkSegment.dot(at: SubpixelPoint(x: 4.0, y: 4.0), radius: SubpixelRadius(20)))
    canvas.merge(.image(coverage, paint))
    #expect((0..<8).map { canvas.pixel(x: $0, y: 1) } == row)
    #expect(paint.isSeen(on: PixelSize(width: 1, height: 1)))
  }
}
