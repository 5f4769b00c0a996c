import Testing
import TouchReelLiveDrawing

@testable import TouchReelBoardWindow

struct OpenedPaletteTests {
  private func complaint(_ lines: [String]) throws -> String? {
    let text = (["GIMP Palette", "1 2 3"] + lines).joined(separator: "\n")
    return OpenedPalette.complaint(about: try GimpPalette(Array(text.utf8)).problems, in: "a.gpl")
  }

  @Test func `A palette of which everything is used has nothing to complain of`() throws {
    #expect(try complaint(["4 5 6"]) == nil)
  }

  @Test func `Lines that are no colours are named`() throws {
    #expect(try complaint(["x", "4 5 6", "1 2 300"]) == "Lines of a.gpl that are no colours were left out: 3, 5")
  }

  @Test func `Colours beyond the last that is used are not said to be none`() throws {
    let many = Array(repeating: "4 5 6", count: GimpPalette.colorLimit)
    #expect(try complaint(many) == "Only the first 512 colours of a.gpl are used")
    let both = try complaint(["x"] + many)
    #expect(both == "Lines of a.gpl that are no colours were left out: 3. Only the first 512 colours of a.gpl are used")
  }
}
