import SystemPackage
import Testing
import TouchReelDrawingFiles

@testable import TouchReelBoardWindow

/// The suffix that the user typed.
@MainActor
struct TypedNameTests {
  @Test(arguments: [
    ("page", SavedFile.drawing(.inkml), "page.inkml"), ("page.inkml", .drawing(.inkml), "page.inkml"),
    ("v1.2", .png, "v1.2.png"), ("Nov. 26", .recording, "Nov. 26.mcap"), ("page.PNG", .png, "page.PNG"),
    // Our own drawing need not say whose it is.
    ("k.json", .drawing(.touchreel), "k.json"), ("k.JSON", .drawing(.drawsana), "k.JSON"),
  ]) func `A name keeps the suffix that it has, and gets one that it has not`(
    typed: String, kind: SavedFile, name: String
  ) {
    #expect(TypedName(FilePath(typed), as: kind) == .file(Document(path: FilePath(name), kind: kind)))
  }

  @Test(arguments: [
    ("k.jpg", SavedFile.drawing(.inkml), ".jpg", SavedFile.png, "k.png"),
    ("a/k.WEBP", .recording, ".webp", .png, "a/k.png"), ("k.docx", .pdf, ".docx", .pdf, "k.pdf"),
    ("k.xoj", .drawing(.xournal), ".xoj", .drawing(.xournal), "k.xopp"),
    ("k.json", .png, ".json", .drawing(.touchreel), "k.touchreel.json"),
  ]) func `A suffix that is not written is answered with the nearest one that is`(
    typed: String, kind: SavedFile, suffix: String, nearest: SavedFile, name: String
  ) {
    let instead = Document(path: FilePath(name), kind: nearest)
    #expect(TypedName(FilePath(typed), as: kind) == .notWritten(suffix: suffix, instead: instead))
    #expect(TypedName.reason(suffix) == "This window saves no \(suffix) files.")
  }
}
