import Testing
import TouchReelCanvas
import TouchReelDrawingBoard

@testable import TouchReelBoardWindow

@MainActor struct ToolStripTests {
  @Test func `Every tool has an icon of its own`() throws {
    let icons = try Tool.allCases.map { try $0.icon(color: .black, scale: 2).pixels }
    for (tool, pixels) in zip(Tool.allCases, icons) { #expect(pixels.contains { $0 != 0 }, "\(tool)") }
    #expect(Set(icons).count == Tool.allCases.count)
  }

  @Test func `Every tool has a key of its own`() {
    #expect(Set(Tool.allCases.map(\.key)).count == Tool.allCases.count)
  }

  @Test func `The layout has a button for each tool`() {
    let buttons = String(decoding: ToolStrip.addButtons(to: PackageResources.draw_ui), as: UTF8.self)
    for tool in Tool.allCases { #expect(buttons.contains("id=\"icon-\(tool.rawValue)\"")) }
  }
}
