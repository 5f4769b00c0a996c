import Testing

@testable import TouchReelInkFiles

/// What documents are written in.
struct XMLEncodingTests {
  private static func document(_ encoding: String, _ text: String = "Grün €") -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><xournal><page width=\"9\" height=\"9\"><layer>"
      + "<text x=\"1\" y=\"2\" size=\"9\">\(text)</text><stroke width=\"1\">1 2 3 4</stroke></layer></page></xournal>"
  }

  private static func bytes(_ text: String, _ marks: [Unicode.Scalar: UInt8]) -> [UInt8] {
    text.unicodeScalars.map { marks[$0] ?? UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func utf16(_ text: String, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
    (Array((hasMark ? "\u{FEFF}" : "").utf16) + Array(text.utf16)).flatMap { unit in
      let parts = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? parts : parts.reversed()
    }
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    #expect(InkKind(beginning: bytes) == .xournal)
    let page = try InkKind.xournal.read(bytes)
    #expect(page.damage.isEmpty && page.strokes.count == 1, "\(page.damage.lines)")
    let packed = try InkKind.xournal.read(Gzip.packed(bytes))
    #expect(packed == page && InkKind(beginning: Gzip.packed(bytes)) == .xournal)
    return page.texts[0].text
  }

  @Test func `JSON in UTF-16 is of no kind`() {
    let line = Self.utf16(#"{"word":"cat","drawing":[[[1,2],[3,4]]]}"#, isBigEndian: false, hasMark: true)
    #expect(InkKind(beginning: line) == nil)
  }

  @Test func `UTF-8, UTF-16, ISO-8859-1 and Windows-1252 are read`() throws {
    #expect(try text(Array(Self.document("UTF-8").utf8)) == "Grün €")
    #expect(try text(Self.bytes(Self.document("windows-1252"), ["€": 0x80])) == "Grün €")
    #expect(try text(Self.bytes(Self.document("ISO-8859-1", "Grün"), [:])) == "Grün")
    for isBigEndian in [false, true] {
      for hasMark in [false, true] {
        let bytes = Self.utf16(Self.document("UTF-16"), isBigEndian: isBigEndian, hasMark: hasMark)
        #expect(try text(bytes) == "Grün €")
      }
    }
  }

  @Test func `Another encoding is refused by its name, unless it says nothing`() throws {
    let error = #expect(throws: InkFileError.self) {
      try XournalFile.read(Self.bytes(Self.document("Shift_JIS", "Grün"), [:]))
    }
    #expect(
      error?.message
        == "it is in the encoding \u{201C}Shift_JIS\u{201D}, which is not read; make it UTF-8 first, with iconv")
    // One changed letter of the declaration.
    for name in ["UTX-8", "UTF-", ""] { #expect(try text(Array(Self.document(name).utf8)) == "Grün €") }
  }

  @Test func `Bytes that are not UTF-8 are said`() throws {
    var bytes = Array(Self.document("UTF-8", "a~b").utf8)
    bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "~")))] = 0xff
    let page = try XournalFile.read(bytes)
    #expect(page.texts[0].text == "a\u{FFFD}b" && page.damage.lines.count == 1, "\(page.damage.lines)")
    #expect(page.damage.lines[0].contains("is not UTF-8"))
  }
}
