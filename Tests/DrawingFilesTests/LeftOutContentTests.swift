import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// What a file holds that no drawing does is named where it is written as another kind.
struct LeftOutContentTests {
  private func losses(_ text: String, as kind: DrawingKind = .touchreel) throws -> [String] {
    try DrawingDocument(Array(text.utf8)).file(as: kind).losses
  }

  private static let scene = ##"""
    {"type":"excalidraw","version":2,"source":"x","elements":[{"type":"arrow","id":"a","x":0,"y":0,"width":9,"height":9,
    "points":[[0,0],[9,9]],"seed":7,"version":3,"index":"a0","groupIds":["g"],"link":"https://a.b","locked":true,
    "startBinding":{"elementId":"b"},"customData":{"note":1},"roundness":{"type":2,"later":1}},
    {"type":"text","id":"b","x":3,"y":4,"width":30,"height":20,"text":"t","fontSize":20,"groupIds":["g"],"link":null,
    "boundElements":[{"id":"a"}],"frameId":"f","pluginData":{},"locked":false},
    {"type":"line","x":1,"y":1,"isDeleted":true,"link":"x"}],
    "appState":{"viewBackgroundColor":"#ffffff","gridSize":20,"theme":"dark"},"files":{"f":{"id":"f"}},"later":[1]}
    """##

  @Test(arguments: [DrawingKind.touchreel, .xournal, .inkml, .drawsana])
  func `Members of a scene that no drawing holds are named once each`(kind: DrawingKind) throws {
    let said = try losses(Self.scene, as: kind).filter { $0.hasSuffix(" is not kept") }
    #expect(
      said
        == [
          "1 × appState.theme", "1 × deleted element", "1 × elements.boundElements", "1 × elements.customData",
          "1 × elements.frameId", "2 × elements.groupIds", "1 × elements.link", "1 × elements.locked",
          "1 × elements.roundness.later", "1 × elements.startBinding", "1 × image file that nothing shows", "1 × later",
        ].map { $0 + " is not kept" })
    #expect(try losses(Self.scene, as: .excalidraw) == [])
  }

  @Test func `A text that was another before its lines were broken is named, and where lines end is not`() throws {
    let texts = [("one two", "one\\ntwo"), ("other", "one")].map { original, text in
      #"{"type":"text","x":0,"y":0,"width":9,"height":9,"fontSize":20,"text":"\#(text)","originalText":"\#(original)"}"#
    }
    let scene = #"{"type":"excalidraw","version":2,"elements":[\#(texts.joined(separator: ","))]}"#
    #expect(try losses(scene) == ["1 × elements.originalText is not kept"])
  }

  @Test func `Of a scene that this program wrote nothing is named`() throws {
    var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
    try drawing.append(
      .add(
        .text(
          TextShape(
            "a", font: TextFont(family: "", size: 20), color: .black, at: BoardPoint(x: 9, y: 9), width: .fixed(100)))))
    let scene = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw).bytes
    #expect(try losses(String(decoding: scene, as: UTF8.self)) == [])
  }

  @Test func `The width at the end of a stroke is named where Xournal++ has another`() throws {
    for (width, count) in [(4.0, 0), (4.5, 0), (8.0, 1)] {
      var path = StrokePath(course: .straight, from: StrokePath.Vertex(BoardPoint(x: 9, y: 9), width: 2))
      path.extend(to: StrokePath.Vertex(BoardPoint(x: 30, y: 9), width: 4))
      path.extend(to: StrokePath.Vertex(BoardPoint(x: 60, y: 9), width: width))
      var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
      try drawing.append(.add(.pen(PenShape(path: path, color: .black))))
      let losses = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal).losses
      #expect(losses.count { $0.contains("the width at the end of a stroke") } == count, "\(width): \(losses)")
    }
  }

  @Test func `The dashes of an ellipse begin on its right, wherever it was drawn from`() {
    for (from, to) in [((10.0, 10.0), (30.0, 20.0)), ((30, 20), (10, 10)), ((30, 10), (10, 20))] {
      let outline = VectorOutline.ellipse(
        from: BoardPoint(x: from.0, y: from.1), to: BoardPoint(x: to.0, y: to.1))
      let line = outline.lines[0]
      #expect(line[0] == BoardPoint(x: 30, y: 15) && line[1].y > 15 && line[1].x < 30)
    }
  }

  @Test func `An archive behind something else is a drawing`() {
    // The fields of its first header do not matter here.
    let header = [0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 26)
    let archive = header + Array("mimetypeapplication/xournal++".utf8) + header
    for count in [0, 8, 40] {
      let bytes = [UInt8](repeating: 0x41, count: count) + archive
      #expect(DrawingKind.isDrawing { Array(bytes.prefix($0)) }, "\(count)")
    }
  }

  @Test func `What InkML says of ink that is not drawn so is named`() throws {
    let text = """
      <ink xmlns="http://www.w3.org/2003/InkML" xmlns:o="urn:o" documentID="7"><definitions><brush xml:id="b" o:look="1">
      <brushProperty name="rasterOp" value="maskPen"/><brushProperty name="tip" value="drop"/></brush>
      <brush xml:id="c"><brushProperty name="rasterOp" value="copyPen"/><brushProperty name="tip" value="ellipse"/></brush>
      </definitions><trace brushRef="#b" o:author="me">0 0, 10 10<o:mark><o:deep/></o:mark></trace>
      <trace brushRef="#c">5 5, 9 9</trace></ink>
      """
    #expect(
      try losses(text)
        == [
          #"<brush look>"#, #"<brushProperty name="rasterOp">"#, #"<brushProperty name="tip">"#, "<ink documentID>",
          "<mark>", "<trace author>",
        ].map { "1 × \($0) is not kept" })
  }

  @Test func `Lines of a text that Xournal++ would set otherwise are named`() throws {
    func losses(_ text: String, _ paragraph: TextParagraph, width: TextWidth) throws -> [String] {
      var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
      let shape = TextShape(
        text, font: TextFont(family: "", size: 20), color: .black, at: BoardPoint(x: 99, y: 99), width: width)
      try drawing.append(.add(.text(shape.set(as: paragraph))))
      return try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal).losses
    }
    let free = TextWidth.fitting(limit: 1000)
    let centred = TextParagraph(alignment: .center, lineHeight: 1.5)
    #expect(
      try losses("one\nlonger", centred, width: free) == [
        "1 × the alignment of a text is left out", "1 × the distance of a text's lines is left out",
      ])
    #expect(try losses("one", centred, width: free) == [] && losses("one\ntwo", TextParagraph(), width: free) == [])
    #expect(
      try losses("one two three four five", TextParagraph(), width: .fixed(60)) == [
        "1 × a text is not broken into lines by its width"
      ])
  }

  @Test(arguments: UnknownParts.documents.indices, PropertySeeds.from(100, count: 20))
  func `Whatever is unknown is named once, with its count`(of index: Int, seed: UInt64) throws {
    let (kind, text) = UnknownParts.documents[index]
    var numbers = SplitMix64(seed: seed)
    let (old, names) = UnknownParts.changed(text, kind, &numbers)
    guard let document = try? DrawingDocument(Array(old.utf8)) else { return }
    let written = try document.file(as: .excalidraw == kind ? .touchreel : .excalidraw)
    let content = ConvertedContent(
      document, of: Array(old.utf8), as: .excalidraw == kind ? .touchreel : .excalidraw, written: written.bytes)
    let said = content.lostElements.map(\.reason) + content.lines
    // What stands in a second drawing, or in an annotation, is lost with it.
    let kept = (kind == .quickdraw ? String(old.prefix { $0 != "\n" }) : old).replacing(
      /<annotation.*<\/annotation>/, with: "")
    for name in names where kept.contains(name) {
      let count = said.count { $0.contains(name) && !$0.contains("inner\(name)") }
      #expect(count == 1, "\(name) of \(old): \(said)")
    }
  }
}
