import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// What is said of content that cannot be pasted.
@MainActor
struct PasteSourceTests {
  @Test(arguments: [
    ("image/png", "hello", "The image is damaged or of an unknown format."),
    (
      "application/x-touchreel+json", #"{"version":1,"operations":[{"#,
      "What was copied is damaged and cannot be pasted."
    ),
  ])
  func `What cannot be pasted is said in one sentence`(type: String, content: String, sentence: String) throws {
    let source = PasteSource.content(try #require(PastedContent(type: type, Array(content.utf8))))
    let board = BoardSize(width: 400, height: 300)
    let view = BoardRect(from: BoardPoint(x: 0, y: 0), to: BoardPoint(x: 400, y: 300))
    let look = PastedContent.TextLook(font: TextFont(family: "Sans", size: 20), color: .black, on: board)
    let (shapes, problem) = PasteSource.shapes(of: [source], at: PastePlace(in: view), look)
    #expect(shapes.isEmpty && problem == sentence)
  }
}
