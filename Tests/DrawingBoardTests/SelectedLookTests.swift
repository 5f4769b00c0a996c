import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct SelectedLookTests {
  private static let red = PixelColor(red: 255, green: 0, blue: 0)

  /// A black arrow, 4 wide, and a red rectangle, 4 wide.
  private func bench(_ steps: [Gesture]) throws -> Bench {
    try Bench(
      width: 300, height: 300,
      [.set(\.width, 4), .set(\.tool, .arrow)] + stroke(1, (50, 50), (150, 50))
        + [.set(\.tool, .rectangle), .set(\.color, Self.red)] + stroke(2, (200, 200), (260, 240))
        + [.set(\.tool, .selection), .set(\.width, 9), .set(\.color, .white)] + steps)
  }

  @Test func `Nothing selected has no look`() throws {
    #expect(try bench([]).board.selectedLook == nil)
  }

  @Test func `A shape has its own look, not that of what is drawn next`() throws {
    #expect(
      try bench(stroke(3, (100, 50))).board.selectedLook == SelectedLook(tool: .arrow, color: .black, width: 4))
    #expect(
      try bench(stroke(3, (200, 220))).board.selectedLook
        == SelectedLook(tool: .rectangle, color: Self.red, width: 4))
  }

  @Test func `A text has no width, and those beside it keep theirs`() throws {
    let text = TextShape(
      "Hello", font: TextFont(family: "Sans", size: 20), color: .black, at: BoardPoint(x: 100, y: 150),
      width: .fitting(limit: 320))
    var bench = try bench([])
    try bench.board.perform(.add(.text(text)))
    try bench.play([.command(.select([ElementID(rawValue: 3)]))])
    let alone = try #require(bench.board.selectedLook)
    #expect(!alone.hasLines && alone.width == nil && alone.tool == .text)
    try bench.play([.command(.selectAll)])
    let all = try #require(bench.board.selectedLook)
    #expect(all.hasLines && all.width == 4)
  }

  @Test func `Several have what they have in common`() throws {
    let look = try bench(stroke(3, (30, 30), (280, 280))).board.selectedLook
    #expect(look == SelectedLook(tool: nil, color: nil, width: 4))
  }
}
