import Testing

@testable import BoardWindow

@MainActor struct ShortcutsTests {
  private static let listed = String(
    decoding: ToolStrip.addKeys(to: PackageResources.draw_shortcuts_ui) + PackageResources.play_shortcuts_ui,
    as: UTF8.self)

  @Test func `The lists for the user have the first key of every action`() {
    for (action, keys) in Shortcuts.always + Shortcuts.outsideText {
      let key = keys[0].replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      #expect(Self.listed.contains("<property name=\"accelerator\">\(key)</property>"), "\(action) \(keys[0])")
    }
  }
}
