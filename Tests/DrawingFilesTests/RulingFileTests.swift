import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles
@testable import TouchReelInkFiles

/// Ruled paper in messages, in drawing files and on pages of Xournal++.
struct RulingFileTests {
  private static let full: Ruling = {
    var ruling = Ruling(.squares)
    (ruling.scale, ruling.spacing, ruling.width, ruling.margin) = (1.5, 20, 0.75, 40)
    ruling.hasWholeSquares = true
    ruling.colors = Ruling.Colors(onLight: .black, onDark: .white)
    ruling.marginColors = Ruling.Colors(onLight: .white, onDark: .black)
    return ruling
  }()

  @Test(arguments: Ruling.Pattern.allCases.map { Ruling($0) } + [full])
  func `A ruling is written and read again`(ruling: Ruling) throws {
    let command = BoardCommand.background(.ruled(ruling, on: PixelColor(red: 1, green: 2, blue: 3)))
    #expect(try BoardMessage.decode(BoardMessage.encode(command)) == command)
    let drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .ruled(ruling, on: .white))
    #expect(try DrawingFile(json: DrawingFile(drawing).json()).drawing == drawing)
  }

  @Test func `What is usual is not written`() throws {
    let text = try BoardMessage.encode(.background(.ruled(Ruling(.isometricDots), on: .white)))
    #expect(
      String(decoding: text, as: UTF8.self)
        == ##"{"command":"background","value":{"color":"#ffffffff","ruling":{"pattern":"isometricDots"},"type":"ruled"},"version":1}"##
    )
  }

  @Test(
    arguments: [
      #""scale":0"#, #""spacing":0.5"#, #""spacing":1e9"#, #""width":-1"#, #""margin":30000"#,
    ]) func `A ruling that cannot be drawn is refused`(member: String)
  {
    let text =
      ##"{"version":1,"command":"background","value":{"type":"ruled","color":"#fff","ruling":{"pattern":"dots","##
      + member + "}}}"
    #expect(throws: BoardMessageError.self) { try BoardMessage.decode(Array(text.utf8)) }
  }

  private func page(_ attributes: String) throws -> ForeignDrawing {
    let text = """
      <xournal><page width="300" height="200"><background type="solid" color="#ffffffff" \(attributes)/><layer>
      </layer></page></xournal>
      """
    return ForeignDrawing(try XournalFile.read(Array(text.utf8)), kind: .xournal)
  }

  @Test(
    arguments: [
      #"style="plain""#, #"style="ruled""#, #"style="lined""#, #"style="graph""#, #"style="dotted""#,
      #"style="isodotted""#, #"style="isograph""#, #"style="staves""#, #"style="graph" config="m1=40,rm=1""#,
      #"style="lined" config="f1=ff0000,f2=00ff00,lw=2,m1=-100,r1=30.5""#,
      #"style="dotted" config="af1=010203,lw=3,r1=20""#, #"style="staves" config="lw=1""#,
    ]) func `Each style of Xournal++ is read without loss and written as it was`(attributes: String) throws
  {
    let drawing = try page(attributes)
    #expect(drawing.notes == [])
    let (bytes, losses) = try ForeignDrawing.ink(of: drawing.drawing, as: .xournal)
    let text = String(decoding: try #require(Gzip.unpacked(bytes, limit: 1 << 20)), as: UTF8.self)
    #expect(
      losses == [] && text.contains(##"<background type="solid" color="#ffffffff" \##(attributes)/>"##), "\(text)")
  }

  @Test func `A style and members of a config that are not known are named`() throws {
    #expect(
      try page(#"style="cubes""#).notes == [#"the background's style "cubes" is not known, and is drawn as ruled"#])
    #expect(
      try page(#"style="graph" config="bli=5,m1=40,rm=0,r1=0.1""#).notes == [
        #"the background's "bli=5" is not read"#, #"the background's "r1=0.1" is not read"#,
      ])
  }

  @Test(arguments: [DrawingKind.inkml, .quickdraw, .excalidraw, .drawsana])
  func `Files that have no ruled paper say so`(kind: DrawingKind) throws {
    var drawing = try page(#"style="graph""#).drawing
    let path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 20, y: 20), width: 4))
    try drawing.append(.add(.pen(PenShape(path: path, color: .black))))
    let losses = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).losses
    #expect(losses.contains { $0.contains("the ruling of the paper is left out") || $0 == "the background is lost" })
  }
}
