import Testing

@testable import TouchReelInkFiles

/// InkML that is cut off, written again up to there.
struct InkMLClosingTests {
  private static let document = """
    <?xml version="1.0"?>
    <i:ink xmlns:i="http://www.w3.org/2003/InkML"><i:traceGroup>
    <i:trace>0 0, 1.50 1, 2 4</i:trace>
    <i:trace>20 1, 21 2, 22 5</i:trace></i:traceGroup></i:ink>
    """

  @Test func `What is whole of a document that is cut stays as it is written`() throws {
    let text = Array(Self.document.utf8)
    let first = try #require(text.firstRange(of: Array(" 1.50".utf8))).upperBound + 3
    for end in first..<text.count - 1 {
      let cut = Array(text[..<end])
      guard let closed = InkMLFile.closed(cut) else { continue }
      let (page, before) = (try InkMLFile.read(closed), try InkMLFile.read(cut))
      #expect(page.damage.isEmpty && page.strokes.count == before.strokes.count)
      #expect(String(decoding: closed, as: UTF8.self).contains("0 0, 1.50 1"))
    }
    let end = try #require(Self.document.firstRange(of: "20 1, 2")).upperBound
    // The point that may go on behind the cut is left out.
    let cut = Array(Self.document[..<end].utf8)
    let closed = try #require(InkMLFile.closed(cut))
    #expect(String(decoding: closed, as: UTF8.self).hasSuffix("<i:trace>20 1</i:trace>\n</i:traceGroup>\n</i:ink>\n"))
  }

  @Test func `A whole document and one that is damaged besides are not closed`() {
    #expect(InkMLFile.closed(Array(Self.document.utf8)) == nil)
    #expect(InkMLFile.closed(Array(Self.document.replacing("0 0,", with: "0 & 0,").dropLast(9).utf8)) == nil)
  }
}
