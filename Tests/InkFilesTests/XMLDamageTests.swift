import Testing

@testable import TouchReelInkFiles

/// Documents that are not well-formed in one element.
struct XMLDamageTests {
  /// What stands between five good elements and five others, with the number of strokes that can be told of it.
  static let faults = [
    "<NAME width=1 color='red'>1 2 3 4</NAME>", "<NAME width=\"1\" color=\"red>1 2 3 4</NAME>",
    "<NAME width=\"1 color=\"red\">1 2 3 4</NAME>", "<NAME width=\"1\">1 2 & 3 4</NAME>",
    "<NAME width=\"&x;\">1 2 3 4</NAME>", "<NAME width=\"1\">1 2 < 3 4</NAME>", "<NAME width=\"1\">1 2 3 4",
    "<NAME width=\"1\">1 2 3 4</NA", "<NAME width=\"1\">1 2 3 4</other>", "<NAME width=\"1\"", "<NAME", "<", "</",
    "</layer>", "</xournal>", "</ink>", "<!-- 1 2 3 4", "<![CDATA[ 1 2 3 4", "<? 1 2 3 4",
    "<!DOCTYPE x [", "<!DOCTYPE x>",
    "<NAME =\"1\" / / ''>1 2</NAME>",
    "<NAME width>1 2 3 4</NAME>", "<>1 2</>", "&&&",
  ]

  private static func elements(_ name: String, around fault: String) -> String {
    let good = (0..<10).map { "<\(name) width=\"1\">\($0) 2, \($0) 4</\(name)>\n" }
    let part = fault.replacing("NAME", with: name)
    return good.prefix(5).joined() + part + "\n" + good.suffix(5).joined()
  }

  private static func xournal(_ fault: String) -> [UInt8] {
    let elements = elements("stroke", around: fault).replacing(",", with: "")
    return Array("<xournal><page width=\"9\" height=\"9\"><layer>\n\(elements)</layer></page></xournal>".utf8)
  }

  private static func inkML(_ fault: String) -> [UInt8] {
    Array("<ink>\n\(elements("trace", around: fault))</ink>".utf8)
  }

  @Test(arguments: faults)
  func `The ten good strokes are read, and what is wrong is said`(fault: String) throws {
    for page in [try XournalFile.read(Self.xournal(fault)), try InkMLFile.read(Self.inkML(fault))] {
      #expect((10...11).contains(page.strokes.count), "\(page.strokes.count) strokes, \(page.damage.lines)")
      #expect(!page.damage.isEmpty || !page.notes.isEmpty || !page.leftOut.isEmpty)
    }
  }

  @Test(arguments: 0..<200)
  func `A changed byte costs two strokes at most`(seed: Int) throws {
    let whole = Self.xournal("")
    let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    var file = whole
    let index = first + (seed * 7919) % (file.count - first - 30)
    file[index] = [0x3c, 0x3e, 0x22, 0x26, 0x2f, 0x20, 0x21, 0x78][seed % 8]
    let page = try XournalFile.read(file)
    #expect(page.strokes.count >= 8, "\(String(decoding: file, as: UTF8.self))")
  }

  @Test(arguments: ["<!DOCTYPE x [\n", "<!DOCTYPE x \"", "<!DOCTYPE x [<!ELEMENT a (b)>"])
  func `A document type that does not end takes no element along`(start: String) throws {
    let page = try XournalFile.read(Array(start.utf8) + Self.xournal(""))
    #expect(page.strokes.count == 10 && page.damage.lines == ["line 1: the document type does not end"])
  }

  @Test func `A document type that ends is passed over with all that is in it`() throws {
    let type = "<!DOCTYPE xournal [<!ENTITY a \"<b>]>\"><!-- don't <c> --><!ELEMENT d (e)>]>\n"
    let page = try XournalFile.read(Array(type.utf8) + Self.xournal(""))
    #expect(page.strokes.count == 10 && page.damage.isEmpty, "\(page.damage.lines)")
  }

  @Test func `Attributes without a value are one kind of damage`() throws {
    let names = (0..<300).map { "a\($0)" }.joined(separator: " ")
    let page = try XournalFile.read(Self.xournal("<stroke width=\"1\" \(names)>1 2 3 4</stroke>"))
    #expect(page.damage.lines == ["line 7: an attribute such as a0 has no value (300 times)"])
  }

  @Test func `Faults without number are read in a moment`() throws {
    let faults = String(repeating: "<!--<![CDATA[</ink><?</<", count: 20_000)
    let page = try InkMLFile.read(Self.inkML(faults))
    #expect(page.strokes.count >= 9)
  }
}
