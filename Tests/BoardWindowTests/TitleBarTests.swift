import Testing

@testable import TouchReelBoardWindow

@MainActor struct TitleBarTests {
  @Test(arguments: [
    ("icon:minimize,maximize,close", ":close"), ("close,minimize:menu", "close:"), ("menu:", ":"), ("", ""),
  ])
  func `Of the desktop's buttons, a narrow title bar has the one that closes`(buttons: String, expected: String) {
    #expect(TitleBar.closing(buttons) == expected)
  }
}
