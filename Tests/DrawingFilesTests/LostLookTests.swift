import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// What strokes of Xournal++ and shapes look like, where a board or another program's file cannot hold it.
struct LostLookTests {
  private func document(_ content: String, background: String = "#ffffffff") throws -> DrawingDocument {
    let text =
      "<xournal><page width=\"400\" height=\"400\"><background type=\"solid\" color=\"\(background)\" style=\"plain\"/>"
      + "<layer>\(content)</layer></page></xournal>"
    return try DrawingDocument(Array(text.utf8))
  }

  private static func stroke(_ attributes: String, points: String = "50 50 350 50 350 350 50 350") -> String {
    "<stroke color=\"#ff0000ff\" \(attributes)>\(points)</stroke>"
  }

  @Test(arguments: [
    (#"tool="pen" width="2 1 20 5" capStyle="butt""#, "of several widths that ends flat is drawn with one"),
    (#"tool="pen" width="2 1 20 5" capStyle="square" fill="100""#, "that ends flat is drawn with round ends"),
    (#"tool="pen" width="2 1 20 5" style="dash""#, "a dashed <stroke> of several widths is drawn with one"),
    (#"tool="highlighter" width="2 1 20 5""#, "<stroke width> of a highlighter behind the first number is not read"),
    (#"tool="pen" width="900""#, "a stroke is thinner or wider than a board draws"),
  ])
  func `Widths that are not drawn are one warning with a count`(attributes: String, warning: String) throws {
    let document = try document(Self.stroke(attributes) + Self.stroke(attributes))
    #expect(document.notes.count == 1 && document.notes[0].hasPrefix("2 × "), "\(document.notes)")
    #expect(document.notes[0].contains(warning), "\(document.notes)")
  }

  @Test func `Widths that are drawn are not said to be lost`() throws {
    let strokes = [
      #"tool="pen" width="2 1 20 5" capStyle="round""#, #"tool="pen" width="2 2 2 2" capStyle="butt""#,
      #"tool="pen" width="2 1 20 5" fill="100""#, #"tool="highlighter" width="9""#,
    ]
    #expect(try document(strokes.map { Self.stroke($0) }.joined()).notes == [])
  }

  @Test func `A stroke that is filled and of several widths stays one`() throws {
    let strokes = [
      Self.stroke(
        #"tool="pen" width="2.26 2.18 1.49 2.86" fill="100""#, points: "83.63 116.61 20.38 39.48 40.13 266.34 3 9"),
      Self.stroke(#"tool="pen" width="1.41" style="dot" capStyle="butt""#, points: "65.13 140.86 139.86 73.41"),
    ]
    let page = try InkKind.xournal.read(try document(strokes.joined()).file(as: .xournal).bytes)
    #expect(page.strokes.map(\.fill) == [100, nil] && page.strokes[0].samples[0].width == 2.18)
    let text = "<xournal><page width=\"400\" height=\"400\"><layer>\(strokes.joined())</layer></page></xournal>"
    let document = try DrawingDocument(Array(text.utf8))
    let converted = ConvertedContent(document, of: Array(text.utf8), as: .touchreel, written: [])
    #expect(converted.lines == [], "\(converted.lines)")
  }

  @Test(arguments: [DrawingKind.xournal, .inkml, .quickdraw])
  func `Corners that are not round are said, once for each line`(kind: DrawingKind) throws {
    var drawing = Drawing(size: BoardSize(width: 200, height: 200), background: .color(.white))
    for join in [StrokeStyle.Join.round, .bevel, .miter] {
      var style = StrokeStyle(color: .black, width: 20)
      style.join = join
      let (start, end) = (BoardPoint(x: 20, y: 20), BoardPoint(x: 180, y: 180))
      for shape in [
        Shape.rectangle(RectShape(from: start, to: end, style: style)),
        .line(LineShape(from: start, to: end, style: style)),
        .ellipse(EllipseShape(from: start, to: end, style: style)),
        .path(PathShape([start, end, BoardPoint(x: 20, y: 180)], style: style)),
      ] {
        try drawing.append(.add(shape))
      }
    }
    let losses = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).losses
    #expect(losses.contains("4 × the corners of a line are drawn round"), "\(losses)")
  }

  @Test func `A member that says what is so without it is not lost`() throws {
    let stroke = ##"{"color":"#000000ff","width":3,"cap":"round","join":"round","dashPhase":0}"##
    let operations = [
      ##"{"id":1,"operation":"add","shape":{"type":"line","from":[1,2],"to":[30,40],"head":"none","stroke":\##(stroke)}}"##,
      ##"{"id":2,"operation":"add","shape":{"type":"path","points":[[1,2],[3,40],[9,9]],"course":"straight","##
        + ##""closed":false,"cornerRadius":0,"startHead":"none","endHead":"none","stroke":\##(stroke)}}"##,
    ].joined(separator: ",")
    let text = Array(
      ##"{"version":1,"size":[50,50],"background":{"type":"color","color":"#ffffffff"},"operations":[\##(operations)]}"##
        .utf8)
    let document = try DrawingDocument(text)
    #expect(document.unread.isEmpty)
    #expect(ConvertedContent(document, of: text, as: .xournal, written: []).lines == [])
  }

  @Test(arguments: [DrawingKind.inkml, .quickdraw])
  func `Ink has no paper and no flat ends, which is said`(kind: DrawingKind) throws {
    let losses = try document(
      Self.stroke(#"tool="pen" width="9" capStyle="butt""#) + Self.stroke(#"tool="pen" width="9" capStyle="round""#),
      background: "#ffcc00ff"
    ).file(as: kind).losses
    #expect(losses.contains("1 × the background's colour is left out"), "\(losses)")
    #expect(losses.contains("1 × the flat ends of a line are drawn round"), "\(losses)")
    let white = try document(Self.stroke(#"tool="pen" width="4""#)).file(as: kind).losses
    #expect(white.allSatisfy { !$0.contains("background") && !$0.contains("ends") }, "\(white)")
  }

  @Test func `Corners of a line stay corners in ink`() throws {
    let document = try document(Self.stroke(#"tool="pen" width="4""#, points: "50 50 350 50 350 350 50 350 350 350"))
    let page = try InkKind.inkml.read(try document.file(as: .inkml).bytes)
    let points = page.strokes[0].samples.map { [$0.x, $0.y] }
    #expect(
      points == [[50, 50], [350, 50], [350, 50], [350, 350], [350, 350], [50, 350], [50, 350], [350, 350]])
    let straight = [1.0, 2, 5, 9].map { InkSample(x: $0, y: 2 * $0) }
    #expect(straight.withSharpCorners == straight)
    let round = (0...72).map { InkSample(x: 40 * Double($0) / 72, y: Double($0 * $0) / 200) }
    #expect(round.withSharpCorners == round)
  }

  @Test func `The degrees of an angle are a text, or are said to be left out`() throws {
    var drawing = Drawing(size: BoardSize(width: 400, height: 400), background: .color(.white))
    let angle = AngleShape(
      vertex: BoardPoint(x: 100, y: 100), firstEnd: BoardPoint(x: 300, y: 100), secondEnd: BoardPoint(x: 100, y: 300),
      style: StrokeStyle(color: .black, width: 3))
    try drawing.append(.add(.angle(angle)))
    let document = DrawingDocument.touchreel(DrawingFile(drawing))
    #expect(try InkKind.xournal.read(try document.file(as: .xournal).bytes).texts.map(\.text) == ["90°"])
    #expect(try document.file(as: .inkml).losses == ["1 × text is left out, which InkML does not have"])
    #expect(
      try document.file(as: .quickdraw).losses.contains("texts are left out, which Quick, Draw! does not have"))
  }

  @Test func `A text in several parts is one text`() throws {
    let text = { (content: String) in
      Array("<xournal><page><layer><stroke width=\"1\">\(content)</stroke></layer></page></xournal>".utf8)
    }
    for parts in ["1 2<!-- a --> 3 4", "1 2 <![CDATA[3 4]]>", "1 2<!--a--> <!--b-->3 4"] {
      let losses = DocumentComparison.losses(of: .xournal, replacing: text(parts), by: text("1 2 3 4"))
      #expect(losses.allSatisfy { $0.name == "comment" }, "\(losses)")
    }
  }
}
