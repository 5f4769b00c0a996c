import SystemPackage
import Testing
import TouchReelDrawingFiles

@testable import TouchReelBoardWindow

@MainActor
struct SavedFileTests {
  @Test(arguments: [
    // The name as it was suggested, and another kind.
    (
      "page.mcap", SavedFile.drawing(.touchreel), SavedFile.recording, SavedFile.drawing(.touchreel),
      "page.touchreel.json"
    ),
    ("drawing.png", .recording, .png, .recording, "drawing.mcap"),
    // Another suffix was typed.
    ("page.png", .recording, .recording, .png, "page.png"),
    ("page.touchreel.json", .png, .png, .drawing(.touchreel), "page.touchreel.json"),
    // A suffix that says nothing, or none.
    ("page", .drawing(.touchreel), .png, .drawing(.touchreel), "page.touchreel.json"),
    ("v1.2", .png, .png, .png, "v1.2.png"),
    ("page", .recording, .recording, .recording, "page.mcap"),
  ]) func `The kind that was chosen counts unless the name was given another one`(
    typed: String, chosen: SavedFile, suggested: SavedFile, kind: SavedFile, name: String
  ) {
    let path = FilePath(typed)
    let saved = SavedFile(path, choosing: chosen, suggested: suggested)
    #expect(saved == kind)
    #expect(saved.named(path) == FilePath(name))
  }

  @Test(arguments: [
    ("page.png", SavedFile.drawing(.touchreel), SavedFile.png, "page.png"),
    ("page", .drawing(.touchreel), .drawing(.touchreel), "page.touchreel.json"),
    ("page.touchreel.json", .png, .drawing(.touchreel), "page.touchreel.json"),
    ("v1.2", .recording, .recording, "v1.2.mcap"), ("notes.xopp", .png, .drawing(.xournal), "notes.xopp"),
    ("plan", .svg, .svg, "plan.svg"),
  ]) func `Where the name follows the kind, the name is the file's`(
    typed: String, chosen: SavedFile, kind: SavedFile, name: String
  ) {
    let saved = SavedFile(FilePath(typed), choosing: chosen)
    #expect(saved == kind)
    #expect(saved.named(FilePath(typed)) == FilePath(name))
  }
}
