import Testing

@testable import TouchReelCanvas

/// Texts in a PNG.
struct PNGTextTests {
  @Test func `A note is found before the pixels, and changes none of them`() throws {
    let size = PixelSize(width: 5, height: 3)
    let picture = Picture(
      background: PreparedBackground(.color(.white), size: size), committed: TiledImage(size: size))
    var bytes: [UInt8] = []
    picture.writePNG(note: PNGText(keyword: "a:b", text: "some text")) { bytes += $0 }
    #expect(PNGText.text(of: "a:b", inBeginning: bytes) == "some text")
    #expect(PNGText.text(of: "a", inBeginning: bytes) == nil)
    #expect(try PixelBuffer(png: bytes) == picture.composed())
    for count in 0..<bytes.count {
      let text = PNGText.text(of: "a:b", inBeginning: Array(bytes[..<count]))
      #expect(text == nil || text == "some text")
      var changed = bytes
      changed[count] ^= 0x81
      _ = PNGText.text(of: "a:b", inBeginning: changed)
    }
  }
}
