import Canvas
import DrawingBoard
import Testing

@testable import BoardWindow

@Suite @MainActor struct ToolStripTests {
  @Test func everyToolHasAnIconOfItsOwn() throws {
    let icons = try Tool.allCases.map { try $0.icon(color: .black, scale: 2).pixels }
    for (tool, pixels) in zip(Tool.allCases, icons) { #expect(pixels.contains { $0 != 0 }, "\(tool)") }
    #expect(Set(icons).count == Tool.allCases.count)
  }

  @Test func everyToolHasAKeyOfItsOwn() {
    #expect(Set(Tool.allCases.map(\.key)).count == Tool.allCases.count)
  }

  @Test func theLayoutsHaveAPlaceForEachTool() {
    let buttons = String(decoding: ToolStrip.addButtons(to: Array("<!-- tool buttons -->".utf8)), as: UTF8.self)
    let keys = String(decoding: ToolStrip.addKeys(to: Array("<!-- tool keys -->".utf8)), as: UTF8.self)
    for tool in Tool.allCases {
      #expect(buttons.contains("id=\"icon-\(tool.rawValue)\""))
      #expect(keys.contains("<property name=\"title\">\(tool.title)</property>"))
    }
  }
}
