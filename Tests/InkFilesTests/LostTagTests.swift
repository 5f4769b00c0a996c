import SeededCases
import Testing

@testable import TouchReelInkFiles

/// Documents of which one tag is missing or misspelled: every stroke whose own tags are whole is read.
struct LostTagTests {
  /// A document in parts, of which each is a tag or a text, with the numbers of the tags of each stroke.
  private struct Document {
    var parts: [String] = []
    /// The indices of a stroke's tags, by the number that its points begin with.
    var strokes: [Int: ClosedRange<Int>] = [:]

    mutating func add(_ text: String) {
      for part in text.split(separator: "<", omittingEmptySubsequences: true) {
        let end = part.firstIndex(of: ">").map { part.index(after: $0) } ?? part.startIndex
        parts.append("<" + part[..<end])
        if end < part.endIndex { parts.append(String(part[end...])) }
      }
    }

    mutating func addStroke(_ start: String, _ points: (Int) -> String, _ end: String) {
      let number = 1000 + strokes.count
      strokes[number] = parts.count...parts.count + 2
      parts += [start, points(number), end + "\n"]
    }

    var tags: [Int] { parts.indices.filter { parts[$0].hasPrefix("<") && !parts[$0].hasPrefix("<?") } }

    func replacing(_ index: Int, by text: String) -> [UInt8] {
      var parts = parts
      parts[index] = text
      return Array(parts.joined().utf8)
    }

    /// The numbers of the strokes that do not need a tag.
    func strokes(without tag: Int) -> Set<Int> { Set(strokes.filter { !$0.value.contains(tag) }.keys) }
  }

  /// A tag with a letter less in its name.
  private static func misspelled(_ tag: String) -> String {
    var tag = tag
    tag.remove(at: tag.index(tag.startIndex, offsetBy: 3))
    return tag
  }

  // MARK: InkML

  private static func inkML(seed: UInt64) -> Document {
    var random = SplitMix64(seed: seed)
    var document = Document()
    document.add(#"<ink xmlns="http://www.w3.org/2003/InkML"><annotation type="a">Title</annotation>"#)
    document.add("<annotationXML><foo>bar</foo></annotationXML><definitions>")
    document.add(
      #"<context xml:id="c"><inkSource xml:id="s"><traceFormat xml:id="f"><channel name="X" type="decimal"/>"#
        + #"<channel name="Y" type="decimal"/><channel name="T" units="ms"/></traceFormat><channelProperties>"#
        + #"<channelProperty channel="X" name="resolution" value="100" units="1/cm"/></channelProperties></inkSource>"#
        + #"<canvas xml:id="v"></canvas></context><timestamp xml:id="t" time="5"></timestamp>"#)
    for number in 0...random.next(below: 3) {
      document.add(
        ##"<brush xml:id="b\##(number)"><annotation>B</annotation><brushProperty name="color" value="#303030"/>"##
          + #"<brushProperty name="width" value="3"></brushProperty></brush>"#)
    }
    document.add(##"</definitions><context xml:id="d" contextRef="#c"/>"##)
    addTraces(to: &document, &random, depth: 0)
    for _ in 0..<2 { addTrace(to: &document) }
    document.add("</ink>")
    return document
  }

  private static func addTrace(to document: inout Document) {
    document.addStroke(
      ##"<trace contextRef="#c" brushRef="#b0">"##, { "\($0) 2 0, \($0) 4 10, \($0) 9 20" }, "</trace>")
  }

  private static func addTraces(to document: inout Document, _ random: inout SplitMix64, depth: Int) {
    for _ in 0...random.next(below: 3) {
      guard depth < 3, random.next(below: 2) == 0 else {
        addTrace(to: &document)
        continue
      }
      document.add("<traceGroup>" + (random.next(below: 2) == 0 ? "<annotation>g</annotation>" : ""))
      addTraces(to: &document, &random, depth: depth + 1)
      document.add("</traceGroup>")
    }
  }

  private func check(_ bytes: [UInt8], _ expected: Set<Int>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(InkFileError) {
      guard let kind = InkKind(beginning: bytes) else {
        Issue.record("no kind: \(text)")
        return
      }
      let page = try kind.read(bytes)
      let missing = expected.subtracting(page.strokes.map { Int($0.samples[0].x) })
      #expect(missing.isEmpty, "\(missing.sorted()), \(page.damage.lines): \(text)")
    } catch {
      // Without positions there is no ink, and that is said.
      #expect(error.message == "a traceFormat has no X or no Y: its traces are left out", "\(text)")
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A tag of InkML that is missing costs no other trace`(seed: UInt64) {
    let document = Self.inkML(seed: seed)
    for tag in document.tags { check(document.replacing(tag, by: ""), document.strokes(without: tag)) }
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A tag of InkML that is misspelled costs no other trace`(seed: UInt64) {
    let document = Self.inkML(seed: seed)
    for tag in document.tags.dropFirst() {
      check(document.replacing(tag, by: Self.misspelled(document.parts[tag])), document.strokes(without: tag))
    }
  }

  @Test func `Traces in definitions that end are not drawn, and annotations keep what is theirs`() throws {
    let page = try InkMLFile.read(
      Array("<ink><definitions><trace>1 2, 3 4</trace></definitions><trace>5 6, 7 8</trace></ink>".utf8))
    #expect(page.strokes.map { $0.samples[0].x } == [5] && page.damage.isEmpty)
    let annotated = try InkMLFile.read(
      Array("<ink><annotationXML><x><trace>1 2</trace></x></annotationXML><trace>5 6, 7 8</trace></ink>".utf8))
    #expect(annotated.strokes.map { $0.samples[0].x } == [5] && annotated.damage.isEmpty)
  }

  // MARK: Xournal++

  private static func xournal(seed: UInt64) -> Document {
    var random = SplitMix64(seed: seed)
    var document = Document()
    document.add(#"<xournal creator="x"><title>T</title><preview>iVBORw0KGgo=</preview>"#)
    for _ in 0...random.next(below: 3) {
      document.add(##"<page width="2000" height="100"><background type="solid" color="#ffffffff" style="plain"/>"##)
      for _ in 0...random.next(below: 2) {
        document.add("<layer>")
        for _ in 0...random.next(below: 4) {
          document.addStroke(#"<stroke tool="pen" width="1">"#, { "\($0) 2 \($0) 4" }, "</stroke>")
          if random.next(below: 4) == 0 { document.add(#"<text x="1" y="2" size="9">a</text>"#) }
        }
        document.add("</layer>")
      }
      document.add("</page>")
    }
    document.add("</xournal>")
    return document
  }

  /// The numbers of the strokes of all pages.
  private static func strokes(of bytes: [UInt8]) throws -> Set<Int> {
    var (found, number, count) = (Set<Int>(), 1, 1)
    while number <= count {
      // A page of which nothing is left is refused.
      do throws(InkFileError) {
        let page = try XournalFile.read(bytes, page: number)
        found.formUnion(page.strokes.map { Int($0.samples[0].x) })
        count = page.pageCount
      } catch {
        if error.isOfPage { break }
        count = max(count, number + 1)
      }
      number += 1
    }
    return found
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A tag of Xournal++ that is missing or misspelled costs no other stroke`(seed: UInt64) throws {
    let document = Self.xournal(seed: seed)
    for tag in document.tags {
      for text in tag == 0 ? [""] : ["", Self.misspelled(document.parts[tag])] {
        let bytes = document.replacing(tag, by: text)
        #expect(InkKind(beginning: bytes) == .xournal)
        let missing = document.strokes(without: tag).subtracting(try Self.strokes(of: bytes))
        #expect(missing.isEmpty, "\(missing.sorted()): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test func `A page without its beginning is one of the document`() throws {
    let pages = (1...3).map { number in
      #"<page width="9" height="9"><background type="solid"/><layer><stroke width="1">\#(number) 2 3 4</stroke></layer></page>"#
    }
    let content = pages.joined().replacing("<page width", with: "<pbge width")
    let text = Array("<xournal>\(content)</xournal>".utf8)
    for number in 1...3 {
      let page = try XournalFile.read(text, page: number)
      #expect(page.pageCount == 3 && page.strokes.map { $0.samples[0].x } == [Double(number)])
      #expect(page.damage.lines.contains { $0.contains("</page> ends no element") })
    }
  }

  @Test func `A root element that is closed where it begins holds what follows`() throws {
    let page = try XournalFile.read(
      Array(
        #"<xournal a="1"/><page width="9" height="9"><layer><stroke width="1">1 2 3 4</stroke></layer></page></xournal>"#
          .utf8))
    #expect(page.strokes.count == 1 && !page.damage.isEmpty && !page.damage.isTruncated)
  }
}
