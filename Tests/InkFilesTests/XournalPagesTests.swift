import SeededCases
import Testing

@testable import TouchReelInkFiles

/// All pages of a file of Xournal++.
struct XournalPagesTests {
  private static func stroke(_ x: Int) -> String { "<stroke width=\"1\">\(x) 20 30 40</stroke>" }

  private static func document(_ pages: [String]) -> [UInt8] {
    let pages = pages.enumerated().map { number, content in
      "<page width=\"\(100 + number)\" height=\"50\"><background type=\"solid\"/>\n<layer>\(content)</layer></page>"
    }
    return Array("<xournal>\(pages.joined(separator: "\n"))</xournal>".utf8)
  }

  private func all(
    _ bytes: [UInt8], _ limits: InkLimits = .standard
  ) throws(InkFileError) -> (pages: [InkPage], facts: InkFileFacts) {
    var pages: [InkPage] = []
    let facts = try XournalFile.readPages(bytes, limits: limits) { pages.append($0) }
    return (pages, facts)
  }

  private static func pages(seed: UInt64) -> [InkPage] {
    (0..<2 + seed % 4).map { number in
      var page = SeededInk.page(seed: seed &* 16 &+ number)
      page.size = (100 + Double(number) * 37.5, 200)
      page.background = InkColor(red: 255, green: UInt8(240 + number), blue: 240)
      if number % 2 == 1 { page.ruling = InkRuling(style: "graph", config: ["r1": "\(10 + number)"]) }
      if number % 3 == 2 { (page.strokes, page.texts, page.images) = ([], [], []) }
      return page
    }
  }

  @Test(arguments: PropertySeeds.from(0xA11, count: 20))
  func `All pages are read as each is by its number, and are written as they were`(seed: UInt64) throws {
    let file = XournalFile.file(of: Self.pages(seed: seed))
    let (pages, facts) = try all(file)
    #expect(facts.pageCount == pages.count && pages.count == Self.pages(seed: seed).count, "seed \(seed)")
    #expect(facts.damage.isEmpty && facts.notes.isEmpty, "seed \(seed): \(facts)")
    for (index, page) in pages.enumerated() {
      var alone = try XournalFile.read(file, page: index + 1)
      alone.facts = InkFileFacts()
      #expect(page == alone, "seed \(seed), page \(index + 1)")
    }
    #expect(XournalFile.file(of: pages) == file, "seed \(seed)")
  }

  @Test func `A blank page of a damaged file is read alone, if others have ink`() throws {
    let bytes = Self.document([Self.stroke(10), "</layer $><layer>", Self.stroke(30)])
    let (pages, facts) = try all(bytes)
    #expect(!facts.damage.isEmpty && pages.map(\.strokes.count) == [1, 0, 1])
    #expect(try XournalFile.read(bytes, page: 2).strokes.isEmpty)
    #expect(throws: InkFileError.self) { try XournalFile.read(Self.document(["</layer $><layer>"])) }
  }

  @Test(arguments: PropertySeeds.from(0xC07, count: 2))
  func `What is left of a file that is cut off anywhere are its first pages`(seed: UInt64) throws {
    let whole = Self.pages(seed: seed)
    let short = whole.map { page in
      var page = page
      page.strokes = page.strokes.prefix(2).map { InkStroke(Array($0.samples.prefix(4)), width: 1) }
      return page
    }
    let file = XournalFile.file(of: short)
    let text = try #require(InkContainer.content(of: file, limit: 1 << 24))
    let (expected, _) = try all(text)
    for count in 0..<text.count {
      let result = Result { () throws(InkFileError) in try all(Array(text[..<count])) }
      guard case .success(let (pages, facts)) = result else { continue }
      #expect(pages.count <= expected.count && facts.pageCount == pages.count, "seed \(seed): \(count) bytes")
      // Only the last one is not whole.
      for (page, whole) in zip(pages, expected).prefix(pages.count - 1) {
        #expect(page == whole, "seed \(seed): \(count) bytes")
      }
      let rest = text[count...].filter { $0 > 0x20 }
      #expect(facts.damage.isTruncated || rest.isEmpty, "seed \(seed): \(count) bytes")
      if pages.count > 1, !rest.isEmpty {
        #expect(facts.damage.lines.last?.hasPrefix("page \(pages.count), line ") == true, "\(facts.damage.lines)")
      }
    }
  }

  @Test func `Damage and what is not read name their pages`() throws {
    let good = Self.stroke(1)
    let bad = "<stroke width=\"1\">1 2 3 x</stroke>"
    let (pages, facts) = try all(
      Self.document([good, bad + good, bad + bad, "", "<link url=\"u\" x=\"1\" y=\"2\" size=\"9\">a</link>"]))
    #expect(pages.map(\.strokes.count) == [1, 1, 0, 0, 0])
    #expect(
      facts.damage.lines == [
        "pages 2 and 3, line 4: a <stroke> has points that are not numbers: skipped (3 times)"
      ])
    #expect(facts.notes == ["page 5: 1 × <link url> is not read"])
  }

  @Test func `PDF pages that are not drawn are named, and keep their ink`() throws {
    let pages = (1...6).map { number in
      let background = number == 3 ? "type=\"solid\" style=\"graph\"" : "type=\"pdf\" pageno=\"\(number)\""
      return "<page width=\"9\" height=\"9\"><background \(background)/><layer>\(Self.stroke(number))</layer></page>"
    }
    let (read, facts) = try all(Array("<xournal>\(pages.joined())</xournal>".utf8))
    #expect(read.map { $0.strokes[0].samples[0].x } == [1, 2, 3, 4, 5, 6])
    #expect(facts.notes == ["pages 1, 2 and 4 to 6: 5 × <background type=\"pdf\"> is not read"])
  }

  @Test func `Pages without anything stay, also without a size`() throws {
    let first = "<page width=\"5\" height=\"6\"><layer>\(Self.stroke(1))</layer></page>"
    let (pages, facts) = try all(Array("<xournal>\(first)<page/><page/></xournal>".utf8))
    #expect(pages.map(\.isEmpty) == [false, true, true] && pages.allSatisfy { $0.size != nil })
    let line = "a page has no width or no height, and nothing is on it (2 times)"
    #expect(facts.damage.lines == ["pages 2 and 3, line 1: \(line)"])
  }

  @Test func `Limits hold for all pages together`() throws {
    let file = Self.document([Self.stroke(1), Self.stroke(2), Self.stroke(3)])
    #expect(try all(file, InkLimits(points: 6, strokes: 3)).pages.count == 3)
    for limits in [InkLimits(points: 5, strokes: 3), InkLimits(points: 6, strokes: 2)] {
      let error = #expect(throws: InkFileError.self) { try all(file, limits) }
      #expect(error?.isOfLimit == true)
      #expect(try XournalFile.read(file, page: 2, limits: limits).strokes.count == 1)
    }
    let many = Array("<xournal>\(String(repeating: "<page/>", count: InkBudget.pageLimit + 1))</xournal>".utf8)
    let error = #expect(throws: InkFileError.self) { try all(many) }
    #expect(error?.isOfLimit == true && error?.message == InkBudget.excessOfPages)
  }

  @Test(arguments: [
    ([1], "page 1"), ([1, 2], "pages 1 and 2"), ([1, 2, 3], "pages 1 to 3"), ([4, 2, 9, 9, 3], "pages 2, 3, 4 and 9"),
    ([1, 3, 5, 7, 9, 11, 13], "pages 1, 3, 5, 7, 9, 11 and others"), ([1, 2, 3, 7], "pages 1 to 3 and 7"),
  ])
  func `Pages are named by their ranges`(pages: [Int], text: String) {
    var numbers = PageNumbers()
    for page in pages { numbers.insert(page) }
    #expect(numbers.text == text)
  }
}
