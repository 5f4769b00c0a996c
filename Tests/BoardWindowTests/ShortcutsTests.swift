import Testing

@testable import TouchReelBoardWindow

@MainActor struct ShortcutsTests {
  private static let listed = Set((ShortcutGroup.drawing + ShortcutGroup.playing).flatMap(\.entries).map(\.key))

  @Test func `The lists for the user have the first key of every action`() {
    for (action, keys) in Shortcuts.all {
      #expect(Self.listed.contains(keys[0]), "\(action) \(keys[0])")
    }
    #expect(!Self.listed.contains(""), "an action that is listed has no key")
  }
}
