import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// The last of several members with the same name counts, in all kinds of JSON.
struct RepeatedMembersTests {
  private static let note = "a member has the name of another in its object: the last one counts"

  private func blanked(_ text: String) -> String {
    var repeated = RepeatedMembers(in: Array(text.utf8))
    repeated.add(in: 0..<text.utf8.count)
    return String(decoding: repeated.blanked, as: UTF8.self).replacing(" ", with: "")
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"{"a":{"a":1},"b":[{"a":3},{"a":4}]}"#, #"{"a":{"a":1},"b":[{"a":3},{"a":4}]}"#),
    (
      #"{"a":[1,{"b":1,"b":"}"}],"b":"a","a" : "\",","c":{"a":1,"d":2,"a":3}}"#,
      #"{"b":"a","a":"\",","c":{"d":2,"a":3}}"#
    ),
    (#"{"a":1,"a":2,"a":3}"#, #"{"a":3}"#), ("[]", "[]"), (#"{"a":"a"}"#, #"{"a":"a"}"#),
  ])
  func `Members that another one follows are blanked`(text: String, expected: String) {
    #expect(blanked(text) == expected)
  }

  @Test func `An object of many members is no exception`() {
    let members = (0..<100).map { "\"m\($0)\":\($0)" }
    let text = "{" + (members + ["\"m7\":8"]).joined(separator: ",") + "}"
    #expect(blanked(text) == "{" + (members.filter { $0 != "\"m7\":7" } + ["\"m7\":8"]).joined(separator: ",") + "}")
  }

  @Test(arguments: [DrawingKind.excalidraw, .drawsana, .touchreel])
  func `The last one is drawn, with one warning that counts them`(kind: DrawingKind) throws {
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    for _ in 0..<2 {
      let style = StrokeStyle(color: .black, width: 4)
      let (start, end) = (BoardPoint(x: 5, y: 6), BoardPoint(x: 50, y: 60))
      try drawing.append(.add(.rectangle(RectShape(from: start, to: end, style: style))))
    }
    let text = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).bytes
    let type = kind == .drawsana ? "\"type\":\"Rectangle\"" : "\"type\":\"rectangle\""
    let whole = String(decoding: text, as: UTF8.self)
    let repeated = Array(whole.replacing(type, with: "\"type\":\"Line\",\(type)").utf8)
    let document = try DrawingDocument(repeated)
    let rectangles = document.drawing.elements.count { element in
      if case .rectangle = element.shape?.shape { true } else { false }
    }
    #expect(repeated.count > text.count && rectangles == 2)
    #expect(document.damage.lines.count == 1 && document.damage.lines[0].hasSuffix(Self.note + " (2 times)"))
    #expect(try DrawingDocument(try document.file(as: kind).bytes).damage.isEmpty)
  }

  @Test func `The last list of elements is drawn`() throws {
    let box = #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9}"#
    let text = #"{"type":"excalidraw","elements":[\#(box)],"elements":[\#(box),\#(box)]}"#
    let document = try DrawingDocument(Array(text.utf8))
    #expect(document.drawing.elements.count == 2 && document.damage.lines == [Self.note])
  }
}
