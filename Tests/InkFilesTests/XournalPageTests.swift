import Testing

@testable import TouchReelInkFiles

/// Where pages of Xournal++ begin and end, and how large they are, in damaged documents.
struct XournalPageTests {
  private static func stroke(_ x: Int) -> String { "<stroke width=\"1\">\(x) 20 30 40</stroke>" }

  private func page(_ content: String) throws -> InkPage {
    try XournalFile.read(
      Array("<xournal><page width=\"100\" height=\"50\"><background type=\"solid\"/>\(content)</xournal>".utf8))
  }

  @Test(arguments: [
    "<layer></page>A B</layer></page>", "<l</page>ayer>A B</layer></page>", "<layer>A</layer></page>B</layer></page>",
    "<layer>A</page>B</layer></page>", "<layer>A</layer>B</layer></page>", "</xournal><layer>A B</layer></page>",
  ])
  func `Strokes outside of any page are on the one before`(content: String) throws {
    let strokes = content.replacing("A", with: Self.stroke(1)).replacing("B", with: Self.stroke(2))
    let page = try page(strokes)
    #expect(page.strokes.map { $0.samples[0].x } == [1, 2] && page.pageCount == 1)
    #expect(page.size?.width == 100 && !page.notes.contains { $0.contains(" pages, ") }, "\(page.notes)")
    #expect(!page.damage.isEmpty)
  }

  @Test func `A stroke behind the last page is said`() throws {
    let page = try page("<layer>\(Self.stroke(1))</layer></page>\(Self.stroke(2))")
    #expect(page.strokes.count == 2 && page.damage.isEmpty)
    #expect(page.notes == ["1 × <stroke> lies outside of any page, and is on the one before"])
  }

  @Test func `A page whose size cannot be read is as large as its ink, and nothing moves`() throws {
    for size in ["width=\"nan\" height=\"-5\"", "width=\"100\"", ""] {
      let text = "<xournal><page \(size)><layer>\(Self.stroke(10))</layer></page></xournal>"
      let page = try XournalFile.read(Array(text.utf8))
      #expect(page.strokes[0].samples == [InkSample(x: 10, y: 20), InkSample(x: 30, y: 40)])
      #expect(page.size?.width == (size.contains("100") ? 100 : 40) && page.size?.height == 60)
      #expect(page.damage.lines.count == 1)
    }
  }

  @Test func `Bytes behind the packed document are counted`() throws {
    let text = "<xournal><page width=\"9\" height=\"9\"><layer>\(Self.stroke(1))</layer></page></xournal>"
    let file = Gzip.packed(Array(text.utf8))
    #expect(try XournalFile.read(file + [0, 0, 0]).damage.lines == [])
    #expect(
      try XournalFile.read(file + Array("trailing".utf8)).damage.lines
        == ["8 × a byte behind its gzip stream is not kept"])
  }
}
