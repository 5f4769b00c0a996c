import Testing

@testable import TouchReelInkFiles

/// What is wrong with a page of Xournal++, and how far it is read.
struct XournalDamageTests {
  private static let good = #"<stroke tool="pen" color="red" width="2">1 2 3 4</stroke>"#

  private func document(_ content: String) -> [UInt8] {
    Array("<xournal><page width=\"100\" height=\"50\"><layer>\(content)</layer></page></xournal>".utf8)
  }

  @Test(arguments: [
    (#"<stroke>1 2 3 4</stroke>"#, "a <stroke> has no width"),
    (#"<stroke width="1"/>"#, "a <stroke> has no points"),
    (#"<stroke width="1">1 2 3</stroke>"#, "a <stroke> has an odd count of numbers"),
    (#"<stroke width="1">nan nan 1 2</stroke>"#, "a <stroke> has points that are not numbers"),
    (#"<text x="1" y="2">a</text>"#, "a <text> has no position or no size"),
    (#"<image left="1" top="1" right="2" bottom="2"/>"#, "an <image> has no content"),
    (#"<image left="1">AAAA</image>"#, "an <image> has no position"),
  ])
  func `One bad element is skipped, with its count`(element: String, fault: String) throws {
    let page = try XournalFile.read(document("\n" + element + Self.good + element + Self.good))
    #expect(page.strokes.count == 2 && page.texts.isEmpty && page.images.isEmpty)
    #expect(page.damage.lines == ["line 2: \(fault): skipped (2 times)"] && !page.damage.isTruncated)
    #expect(throws: InkFileError.self) { try XournalFile.read(document(element)) }
  }

  @Test func `A page without a size is made to fit its ink, and refused without any`() throws {
    let empty = "<xournal><page width=\"-5\" height=\"nan\"><layer/></page></xournal>"
    #expect {
      try XournalFile.read(Array(empty.utf8))
    } throws: { error in
      (error as? InkFileError)?.message == "a page has no width or no height, and nothing is on it"
    }
    let page = try XournalFile.read(Array(empty.replacing("<layer/>", with: "<layer>\(Self.good)</layer>").utf8))
    #expect(page.damage.lines == ["line 1: a page has no width or no height: it is made to fit its ink"])
  }

  @Test(arguments: ["1e30", "1e400", "1,5e30"])
  func `A size that is too large for any page is said to be out of range`(side: String) throws {
    let text = "<xournal><page width=\"\(side)\" height=\"9\"><layer>\(Self.good)</layer></page></xournal>"
    let page = try XournalFile.read(Array(text.utf8))
    #expect(
      page.damage.lines == ["line 1: the width or height of a page is out of range: it is made to fit its ink"])
  }

  @Test func `Decimal commas are points, which is said`() throws {
    let page = try XournalFile.read(document(#"<stroke width="1,5">10,5 10 90 90,25</stroke>"#))
    #expect(page.strokes.map(\.samples) == [[InkSample(x: 10.5, y: 10), InkSample(x: 90, y: 90.25)]])
    #expect(page.strokes[0].width == 1.5 && page.damage.isEmpty)
    #expect(page.notes == ["1 × a <stroke> has decimal commas, which are read as points"])
  }

  @Test func `A width that is not a number leaves the others`() throws {
    let page = try XournalFile.read(document(#"<stroke width="1 nan 2">1 2 3 4 5 6</stroke>"#))
    #expect(page.strokes.count == 1 && page.damage.lines.count == 1)
  }

  @Test func `A text that ends inside a number is read to the number before`() throws {
    let text = Array(
      (#"<xournal><page width="100" height="50"><layer>\#(Self.good)<stroke width="1">10 20 30 40 5"#).utf8)
    let page = try XournalFile.read(text)
    #expect(page.strokes.map(\.samples.count) == [2, 2] && page.damage.isTruncated)
    #expect(page.damage.lines == ["line 1: the file ends inside <stroke>"])
  }

  @Test func `A gzip stream is read up to its damage`() throws {
    let strokes = (0..<400).map { "<stroke width=\"1\">\($0) \($0 * 7 % 91) \($0 * 13 % 97) 5</stroke>" }
    let whole = Gzip.packed(document(strokes.joined()))
    var broken = whole
    for index in whole.count / 2..<whole.count / 2 + 40 { broken[index] = 0xff }
    for file in [Array(whole[..<(whole.count * 2 / 3)]), broken] {
      let page = try XournalFile.read(file)
      #expect(page.strokes.count > 50 && page.strokes.count < 400 && page.damage.isTruncated)
      #expect(page.damage.lines[0].contains("gzip stream is damaged or cut off"), "\(page.damage.lines)")
    }
    var checksum = whole
    checksum[whole.count - 6] ^= 1
    let page = try XournalFile.read(checksum)
    #expect(page.strokes.count == 400 && page.damage.lines.count == 1 && !page.damage.isTruncated)
    #expect(page.damage.lines[0].hasSuffix("the document goes to its end, but may be changed"))
  }

  @Test(arguments: [(0, 0), (1, 0x8a), (2, 0), (3, 0xff)])
  func `A header of gzip that is damaged hides no page`(index: Int, byte: UInt8) throws {
    var file = Gzip.packed(document(Self.good))
    file[index] = byte
    let page = try #require(try InkKind(beginning: file)?.read(file))
    #expect(page.strokes.count == 1 && page.damage.lines == ["the header of its gzip stream is damaged"])
  }

  @Test func `Colours and widths that cannot be read are said`() throws {
    let page = try XournalFile.read(
      document(
        ##"<stroke width="1" color="plaid">1 2 3 4</stroke><stroke width="1" color="#101010f{">1 2 3 4</stroke>"##
          + #"<text x="1" y="1" size="9" color="mud">a</text><stroke width="0">1 2 3 4</stroke>"#
          + #"<stroke width="2 1 3 4">1 2 3 4</stroke><stroke tool="highlighter" width="2 1 3">1 2 3 4 5 6</stroke>"#))
    #expect(
      page.notes == [
        "1 × <stroke color=\"#101010f{\"> is not read", "1 × <stroke color=\"plaid\"> is not read",
        "1 × <stroke width> of a highlighter behind the first number is not read",
        "1 × <text color=\"mud\"> is not read", "1 × a width of a <stroke> behind its last piece is not read",
        "1 × a width of a <stroke> that is not above 0 is not read",
      ], "\(page.notes)")
    #expect(page.strokes.count == 5 && page.damage.isEmpty)
  }

  @Test func `What is not read is counted, however many kinds it has`() throws {
    let kinds = (0..<300).map { "<other\($0)/>" }.joined()
    let content =
      #"<stroke width="1" style="wavy" fill="300" fn="a.ogg" ts="3">1 2 3 4</stroke><link url="u" x="1" y="1" size="9">a</link>"#
    let page = try XournalFile.read(document(content + kinds))
    #expect(page.notes.count <= 55 && page.texts.map(\.text) == ["a"])
    for note in [
      "1 × <stroke style=\"wavy\"> is not read", "1 × <link url> is not read", "1 × <stroke fill=\"300\"> is not read",
    ] {
      #expect(page.notes.contains(note), "\(page.notes)")
    }
    #expect(page.leftOut == ["1 × <stroke fn> is not kept"])
  }

  @Test func `Each page is read by its number, and backgrounds of others are found`() throws {
    let pages = (1...3).map { number in
      let domain = number == 1 ? #"domain="absolute" filename="a.png""# : #"domain="clone" filename="0""#
      return
        #"<page width="\#(number)00" height="50"><background type="pixmap" \#(domain)/><layer>\#(Self.good)</layer></page>"#
    }
    let text = Array("<xournal>\(pages.joined())</xournal>".utf8)
    for number in 1...3 {
      let page = try XournalFile.read(text, page: number)
      #expect(page.size?.width == Double(number) * 100 && page.pageCount == 3 && page.strokes.count == 1)
      #expect(page.backgroundFile == InkBackgroundFile("a.png", isAttached: false))
    }
    let error = #expect(throws: InkFileError.self) { try XournalFile.read(text, page: 4) }
    #expect(error?.isOfPage == true && error?.message == "it has no page 4, only 3 pages")
  }
}
