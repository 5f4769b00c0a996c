import Foundation
import SeededCases
import Testing

@testable import TouchReelDrawingFiles

/// What a file loses where another takes its place.
struct DocumentComparisonTests {
  private func losses(_ kind: DrawingKind, _ old: String, _ new: String) -> [String] {
    DocumentComparison.losses(of: kind, replacing: Array(old.utf8), by: Array(new.utf8)).map(\.description)
  }

  /// A page of Xournal++.
  private func page(_ content: String) -> String {
    "<xournal><page width=\"10\" height=\"10\"><layer>\(content)</layer></page></xournal>"
  }

  @Test(arguments: [
    (DrawingKind.xournal, #"<a b="1" c="2"/>"#, "<?xml version='1.0'?><!-- x --><a  c='2.0' b='1e0'>\n</a>"),
    (.xournal, "<a>1 2.50 3</a>", "<a>\n1.0000001 2.5 3.0\n</a>"),
    (.xournal, #"<a color="red" t="&#60;&amp;"/>"#, ##"<a color="#FF0000ff" t="&lt;&#x26;"/>"##),
    (.xournal, #"<a>x<![CDATA[<]]></a>"#, "<a>x&lt;</a>".replacing("x&lt;", with: "x<![CDATA[<]]>")),
    (.xournal, #"<stroke ts="0ll" fn="" width="1"/>"#, #"<stroke capStyle="round" width="1"/>"#),
    (.touchreel, #"{"a":1,"b":[1,2],"c":{"d":"e"}}"#, "{ \"c\":{\"d\":\"\\u0065\"}, \"b\":[1.0, 2e0],\n\"a\": 1}"),
    (.excalidraw, #"{"elements":[{"x":1,"y":2,"version":7,"groupIds":[]}]}"#, #"{"elements":[{"x":21,"y":32}]}"#),
    (.xournal, #"<background color="blue"/>"#, ##"<background color="#a0e8ffff"/>"##),
    (.excalidraw, #"{"a":null,"b":{},"c":[]}"#, "{}"),
  ])
  func `What a format takes for the same is no loss`(_ kind: DrawingKind, _ old: String, _ new: String) {
    #expect(losses(kind, old, new) == [])
  }

  @Test func `A member is one loss that is named by its path, whatever it holds`() {
    let old = #"{"shapes":[{"x":1,"bar":[1,{"a":1},{"b":2}],"hue":{"a":1,"b":{"c":1}},"none":[],"no":{}}]}"#
    #expect(
      losses(.drawsana, old, #"{"shapes":[{"x":1}]}"#)
        == ["1 × shapes.bar is lost", "1 × shapes.hue is lost", "1 × shapes.no is lost", "1 × shapes.none is lost"])
    let own = #"{"operations":[{"id":1,"shape":{"type":"pen","hue":{"a":1}},"meta":{"a":1}}]}"#
    #expect(
      losses(.touchreel, own, #"{"operations":[{"id":1,"shape":{"type":"pen"}}]}"#)
        == ["1 × operations.meta is lost", "1 × shape.hue is lost"])
  }

  @Test func `Attributes without number are one line behind the first ones`() {
    let attributes = (0..<1300).map { "a\($0)=\"1\"" }.joined(separator: " ")
    let found = losses(.xournal, page("<stroke \(attributes)>1 2 3 4</stroke>"), page("<stroke>1 2 3 4</stroke>"))
    #expect(found.count == 1001 && found.last == "300 × other content is lost", "\(found)")
  }

  @Test func `Processing instructions are named`() {
    #expect(losses(.xournal, page("<?pi a?>"), page("")) == ["1 × processing instruction is lost"])
  }

  @Test func `Comments and titles that somebody wrote are named, and those of programs are not`() {
    let new = page("").replacing("<page", with: "<title>Xournal++ document - see https://x</title><page")
    let ofXournal = page("").replacing("<page", with: "<title>Xournal document - see y</title><page")
    #expect(losses(.xournal, ofXournal, new) == [])
    let old = page("<!-- one -->").replacing("<page", with: "<!-- two --><title>Thesis</title><page")
    #expect(losses(.xournal, old, new) == ["1 × <title> is lost", "2 × comment is lost"])
  }

  @Test func `Each kind that is lost is named once, with its count, the worst first`() {
    let old = page(#"<stroke fn="a.mp3" color="red">1 2 3 4</stroke><stroke fn="b">5 6 7 8</stroke><link>x</link>"#)
    let new = page(#"<stroke color="blue">1 2 3 4</stroke><stroke>5 6 7 8</stroke>"#)
    #expect(
      losses(.xournal, old, new) == [
        "1 × <link> is lost", "2 × <stroke fn> is lost", "1 × <stroke color> is changed",
      ])
  }

  @Test func `Elements that take most along come before others, however few they are`() {
    let old = page("<link>x</link><link>y</link>").replacing("</page>", with: "</page><page><layer/></page>")
    let full = old.replacing("<page><layer/>", with: "<page><layer><stroke>1 2 3 4 5 6 7 8 9 10</stroke></layer>")
    #expect(losses(.xournal, full, page("")).first == "1 × <page> is lost")
    let kinds = losses(.xournal, full, page("")).map { $0.split(separator: " ")[2] }
    #expect(kinds == ["<page>", "<layer>", "<stroke>", "<link>"])
  }

  @Test func `One element that is missing changes nothing for those after it`() {
    let strokes = (0..<50).map { "<stroke width=\"\($0)\">\($0) 2 3 \($0)</stroke>" }
    let rest = strokes.enumerated().filter { $0.offset != 7 }.map(\.element)
    #expect(losses(.xournal, page(strokes.joined()), page(rest.joined())) == ["1 × <stroke> is lost"])
  }

  @Test func `What is moved out of a layer that is lost is not lost`() {
    let old = page(#"<stroke>1 2 3 4</stroke></layer><layer name="b"><stroke>5 6 7 8</stroke>"#)
    #expect(
      losses(.xournal, old, page("<stroke>1 2 3 4</stroke><stroke>5 6 7 8</stroke>")) == ["1 × <layer> is lost"])
  }

  @Test func `Another order is a difference, of as few elements as had to move`() {
    let (one, two, three) = ("<a>1 2 3 4</a>", "<b>x</b>", "<c>5 6 7 8</c>")
    #expect(losses(.xournal, page(one + two + three), page(two + three + one)) == ["1 × <a> comes in another order"])
  }

  @Test func `An object is known by its type and its id`() {
    let old = #"{"elements":[{"id":"a","type":"image","x":1},{"id":"b","type":"line","link":"u","x":2}]}"#
    let new = #"{"elements":[{"id":"b","type":"line","x":2}]}"#
    #expect(losses(.excalidraw, old, new) == [#"1 × "image" element is lost"#, "1 × elements.link is lost"])
  }

  @Test func `A damaged document is compared where it is whole`() {
    let whole = "<b x='1'>t</b><c><d/></c>"
    for damaged in ["<a>\(whole)<e", "<a>\(whole)<e f=></a>", "<a>\(whole)</g></a>", "<a>\(whole)<c></a>"] {
      let found = losses(.inkml, damaged, "<a><b>t</b></a>")
      #expect(found.first == LostContent.unknown.description, "\(damaged)")
      #expect(found.contains("1 × <b x> is lost") && found.contains("1 × <d> is lost"), "\(damaged): \(found)")
    }
  }

  @Test func `What has no name is named all the same`() {
    let old = #"{"type":"t","elements":[{"type":"a","id":"1"}],"":5}"#
    #expect(
      losses(.excalidraw, old, #"{"type":"t","elements":[{"type":"a","id":"1"}]}"#) == [
        "1 × member without a name is lost"
      ])
    #expect(losses(.excalidraw, #"{"type":"t","a":1}"#, #"[1,{"b":2}]"#).contains { $0.contains("\"t\" object") })
  }

  @Test(arguments: [
    "<a>", "", "{\"a\":1", String(repeating: "<a>", count: 100_000), String(repeating: "[", count: 100_000),
    "<a b=1/>", "<a></b>", "{\"a\":[{]}}",
  ])
  func `What is no whole document cannot be compared`(_ text: String) {
    for kind in [DrawingKind.xournal, .excalidraw] {
      let other = kind == .xournal ? "<a/>" : "{}"
      let losses = DocumentComparison.losses(of: kind, replacing: Array(text.utf8), by: Array(other.utf8))
      #expect(losses.first == .unknown, "\(losses)")
    }
  }

  @Test func `A hundred thousand strokes are compared in a moment`() {
    let strokes = (0..<100_000).map { "<stroke>\($0) 1 2 3</stroke>" }
    let rest = strokes.enumerated().filter { $0.offset % 10 != 3 }.map(\.element)
    #expect(losses(.xournal, page(strokes.joined()), page(rest.joined())) == ["10000 × <stroke> is lost"])
  }
}

/// Documents with parts that nobody knows, at random offsets.
struct UnknownContentTests {
  @Test(arguments: UnknownParts.documents.indices, PropertySeeds.from(1, count: 20))
  func `Nothing unknown disappears without being named`(of index: Int, seed: UInt64) throws {
    let (kind, text) = UnknownParts.documents[index]
    var numbers = SplitMix64(seed: seed)
    let (old, names) = UnknownParts.changed(text, kind, &numbers)
    guard let document = try? DrawingDocument(Array(old.utf8)) else { return }
    let new = try document.file(as: document.kind).bytes
    let losses = DocumentComparison.losses(of: document.kind, replacing: Array(old.utf8), by: new)
    let said = losses.map(\.name).joined(separator: " ")
    let written = String(decoding: new, as: UTF8.self)
    let whole = losses.contains { $0.change == .unknown || ["drawing", "shape", "size"].contains($0.name) }
    for name in names where !written.contains(name) && !whole {
      #expect(said.contains(name), "\(name) of \(old): \(said)")
    }
  }
}
