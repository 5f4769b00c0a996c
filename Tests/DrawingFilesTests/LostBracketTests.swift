import Testing
import TouchReelDrawings
import TouchReelInkFiles

@testable import TouchReelDrawingFiles

/// Elements that have lost a bracket, or all behind some offset, take no others with them.
struct LostBracketTests {
  /// A file of ten elements, one a line, and a part of each that ends within a list or behind a name.
  struct Lines {
    let kind: DrawingKind
    let head: String
    let end: String
    let cut: String
    let element: @Sendable (Int) -> String

    func text(_ change: (Int, String) -> String) -> [UInt8] {
      let lines = (0..<10).map { change($0, element($0)) + ($0 < 9 ? "," : "") }
      return Array(([head] + lines + [end]).joined(separator: "\n").utf8)
    }
  }

  static let kinds = [
    Lines(kind: .drawsana, head: "{\"size\":[400,300],\"shapes\":[", end: "]}", cut: "\"b\":") { number in
      "{\"id\":\"S\(number)\",\"type\":\"Line\",\"strokeColor\":\"#cc0000ff\",\"strokeWidth\":4,"
        + "\"a\":[20,\(number)],\"b\":[120,30]}"
    },
    Lines(
      kind: .touchreel,
      head:
        "{\"version\":1,\"size\":[400,300],\"background\":{\"type\":\"color\",\"color\":\"#ffffffff\"},\"operations\":[",
      end: "]}", cut: "\"to\":"
    ) { number in
      "{\"id\":\(number + 1),\"operation\":\"add\",\"shape\":{\"type\":\"line\","
        + "\"stroke\":{\"color\":\"#cc0000ff\",\"width\":4},\"from\":[20,\(number)],\"to\":[120,30]}}"
    },
    Lines(
      kind: .excalidraw, head: "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[", end: "],\"appState\":{}}",
      cut: "\"points\":"
    ) { number in
      "{\"id\":\"e\(number)\",\"type\":\"line\",\"x\":0,\"y\":\(number),\"width\":9,\"height\":9,"
        + "\"points\":[[0,0],[9,9]]}"
    },
  ]

  /// The line of an element is cut off behind the text that is given, and so is the comma behind it.
  private func cut(_ line: String, behind text: String, and more: String = "") throws -> String {
    let found = try #require(line.firstRange(of: text))
    return line[..<found.upperBound] + more + "\u{1}"
  }

  private func document(_ lines: Lines, cutting index: Int, adding more: String) throws -> DrawingDocument {
    let text = try String(decoding: lines.text { $1 }, as: UTF8.self).split(separator: "\n").enumerated().map {
      number, line in number == index + 1 ? try cut(String(line), behind: lines.cut, and: more) : String(line)
    }
    return try DrawingDocument(Array(text.joined(separator: "\n").replacing("\u{1}", with: "").utf8))
  }

  @Test(arguments: 0..<3, [("", 4), ("[1,", 4), ("[", 4), ("[1,", 0), ("", 8)])
  func `An element that is cut off is counted, and all others are read`(
    kind: Int, cut: (more: String, index: Int)
  ) throws {
    let document = try document(Self.kinds[kind], cutting: cut.index, adding: cut.more)
    #expect(document.drawing.elements.count == 9, "\(document.damage.lines) \(document.unread)")
    #expect(document.unread.map(\.isDamaged) == [true], "\(document.unread)")
    #expect(!document.damage.isTruncated, "\(document.damage.lines)")
  }

  @Test(arguments: ["NaN", "07", "+1", "Infinity", ".5"])
  func `A damaged element of a scene is said to be lost in another scene, too`(number: String) throws {
    let lines = Self.kinds[2]
    let text = lines.text { $0 == 1 || $0 == 2 ? $1.replacing("\"x\":0", with: "\"x\":\(number)") : $1 }
    let document = try DrawingDocument(text)
    #expect(document.drawing.elements.count == 8)
    let written = try document.file(as: .excalidraw).bytes
    let content = ConvertedContent(document, of: text, as: .excalidraw, written: written)
    #expect(content.lostElements.map(\.index) == [1, 2])
    let again = try DrawingDocument(written)
    #expect(again.drawing.elements.count == 8 && again.unread.isEmpty)
    #expect(ConvertedContent(again, of: written, as: .excalidraw, written: written).lostElements.isEmpty)
  }

  @Test func `What was copied is a scene afterwards, and that is no loss`() throws {
    let text = Self.kinds[2].text { $1 }
    let scene = String(decoding: text, as: UTF8.self)
    let copied = Array(scene.replacing("excalidraw\"", with: "excalidraw/clipboard\"").utf8)
    let document = try DrawingDocument(copied)
    let written = try document.file(as: .excalidraw).bytes
    #expect(ConvertedContent(document, of: copied, as: .excalidraw, written: written).lines == [])
    #expect(try DrawingDocument(written).drawing.elements.count == 10)
  }
}
