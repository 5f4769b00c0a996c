import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Save over another program's file.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct ForeignSavingTests {
  private let folder: TemporaryFolder
  private var file: String { folder.path("notes.xopp") }
  private static let stroke = ##"<stroke tool="pen" color="#0000ffff" width="8" fn="a.mp3">50 50 300 50</stroke>"##

  init() throws { folder = try TemporaryFolder() }

  private func page(_ content: String) -> String {
    "<xournal><page width=\"600\" height=\"400\"><background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/>"
      + "<layer>\(content)</layer></page></xournal>"
  }

  private func content(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

  /// How many windows have a title.
  private func count(_ title: String, on screen: VirtualScreen) -> Int {
    let found = try? Programs.run(
      "xdotool", ["search", "--onlyvisible", "--name", title], environment: screen.environment)
    return found?.text.split(separator: "\n").count ?? 0
  }

  /// A window on a page, with a line drawn on it.
  private func open(_ text: String) throws -> OpenWindow {
    _ = try folder.write(text, to: "notes.xopp")
    let window = try OpenWindow(["draw", file], on: VirtualScreen(), in: folder)
    try window.see("the page's stroke") { $0.count(in: Self.board, of: 0x0000ff) > 200 }
    try window.screen.drag([Place(x: 500, y: 500), Place(x: 560, y: 540), Place(x: 620, y: 500)])
    try window.see("a line") { $0[620, 500] == 0 || $0[560, 540] == 0 }
    return window
  }

  private static let board = PixelRect(x: 100, y: 120, width: 900, height: 500)
  /// Over the title bar, where nothing else is this grey.
  private static let corner = PixelRect(x: 0, y: 0, width: 370, height: 90)

  private func isAsking(_ picture: Screenshot) -> Bool { picture.count(in: Self.corner, of: 0xf6f5f4) > 10_000 }

  @Test func `Save asks once what may be lost, and replaces with a backup`() throws {
    let text = page(Self.stroke + "<link>x</link>")
    let window = try open(text)
    try window.screen.press("ctrl+s")
    try window.see("the question", isAsking).attach("what is lost")
    #expect(content("notes.xopp") == text)
    try window.screen.press("Escape")
    try window.see("no question") { !isAsking($0) }
    #expect(content("notes.xopp") == text && content("notes.xopp~") == nil)
    try window.screen.press("ctrl+s")
    try window.see("the question again", isAsking)
    try window.screen.press("alt+r")
    try window.see("another file") { !isAsking($0) && self.content("notes.xopp") != text }
    #expect(content("notes.xopp~") == text)
    let first = try Data(contentsOf: URL(fileURLWithPath: file))
    try window.screen.drag([Place(x: 500, y: 600), Place(x: 560, y: 620), Place(x: 620, y: 600)])
    try window.screen.press("ctrl+s")
    try window.see("a third file, and no question") {
      !isAsking($0) && (try? Data(contentsOf: URL(fileURLWithPath: file))) != first
    }
    #expect(content("notes.xopp~") == text)
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A drawing of ours is offered beside it`() throws {
    let text = page(Self.stroke)
    let window = try open(text)
    try window.screen.press("ctrl+s")
    try window.see("the question", isAsking)
    try window.screen.press("Return")
    try window.screen.act("search", "--sync", "--onlyvisible", "--name", "^Save As$")
    try window.see("the dialog of files") { !isAsking($0) }
    try window.screen.press("Return")
    try window.see("the drawing beside it") { _ in self.content("notes.touchreel.json") != nil }
    #expect(content("notes.xopp") == text && content("notes.xopp~") == nil)
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A page of which nothing is lost is saved without a question, with a backup`() throws {
    let text = page(Self.stroke.replacing(" fn=\"a.mp3\"", with: ""))
    let window = try open(text)
    try window.screen.press("ctrl+s")
    try window.see("another file") { !isAsking($0) && self.content("notes.xopp") != text }
    #expect(content("notes.xopp~") == text)
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }
}
