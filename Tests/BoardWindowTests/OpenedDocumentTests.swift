import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// What Save does with a file that was opened.
@MainActor
struct OpenedDocumentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

  private func read(_ name: String) throws -> InitialContent.Reading {
    try InitialContent.file(path(name)).read(TaskProgress())
  }

  private func line() throws -> Board {
    var board = try Board(size: BoardSize(width: 300, height: 200))
    var stroke = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 20, y: 30), width: 4))
    stroke.extend(to: StrokePath.Vertex(BoardPoint(x: 200, y: 90), width: 4))
    var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
    try drawing.append(.add(.pen(PenShape(path: stroke, color: .black))))
    try board.handle(.drawing(drawing))
    return board
  }

  @Test(arguments: [
    ("notes.xopp", DrawingKind.xournal), ("plain.json", .drawsana), ("scene.excalidraw", .excalidraw),
    ("page.touchreel.json", .touchreel),
  ]) func `A drawing is saved as it was opened, whatever its name`(_ name: String, _ kind: DrawingKind) throws {
    _ = try SavedContent.drawing(line().saved, kind).write(to: path(name))
    let document = try Document(opened: path(name), read(name))
    #expect(document == Document(path: path(name), kind: .drawing(kind)))
    _ = try SavedContent.drawing(line().saved, kind).write(to: path(name))
    guard case .drawing(let drawing, _) = try read(name).content else { throw CocoaError(.fileReadCorruptFile) }
    #expect(drawing.elements.count == 1)
  }

  @Test func `A file with parts that were not understood is saved after a question, or beside it`() throws {
    let scene = #"{"type":"excalidraw","version":2,"elements":[{"type":"future","id":"a"}]}"#
    try Data(scene.utf8).write(to: folder.url.appendingPathComponent("scene.excalidraw"))
    let reading = try read("scene.excalidraw")
    let document = try #require(Document(opened: path("scene.excalidraw"), reading))
    let original = ReplacedFiles(opened: path("scene.excalidraw"), reading).original(of: document)
    #expect(original?.losses().map(\.description) == [#"1 × "future" element is lost"#])
    let replacement = Document(replacing: path("scene.excalidraw"), reading)
    #expect(replacement == Document(path: path("scene.touchreel.json"), kind: .drawing(.touchreel)))
  }

  @Test func `A recording of another program is replaced by one of ours`() throws {
    try FileManager.default.copyItem(atPath: Fixture.path("ten-fingers.mcap"), toPath: folder.path("a.mcap"))
    try Touchreel.succeed("convert", folder.path("a.mcap"), folder.path("a.evemu"))
    #expect(try Document(opened: path("a.mcap"), read("a.mcap")) == Document(path: path("a.mcap"), kind: .recording))
    #expect(try Document(opened: path("a.evemu"), read("a.evemu")) == nil)
    #expect(try Document(replacing: path("a.evemu"), read("a.evemu"))?.path == path("a.mcap"))
  }

  @Test func `A picture is suggested anew`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: 0xFF12_3456).png()
    try Data(picture).write(to: folder.url.appendingPathComponent("photo.png"))
    let reading = try read("photo.png")
    #expect(Document(opened: path("photo.png"), reading) == nil)
    #expect(Document(replacing: path("photo.png"), reading) == nil)
  }

  @Test(arguments: ["drawn.svg", "drawn.pdf"])
  func `A drawing is saved as a picture of vectors`(_ name: String) throws {
    let format = try #require(PictureFormat(fileName: name))
    _ = try SavedContent.picture(line(), format).write(to: path(name))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    #expect(bytes.starts(with: Data((name.hasSuffix("svg") ? "<" : "%PDF").utf8)))
  }
}
