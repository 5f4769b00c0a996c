import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The clipboard, as another program reads it.
@Suite(
  .slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence),
  .enabled(if: Programs.installed("xclip") != nil, "skipped: no xclip (scripts/test installs it)"))
struct ClipboardTests {
  private func clipboard(_ screen: VirtualScreen, as type: String) throws -> Data {
    try Programs.run("xclip", ["-selection", "clipboard", "-t", type, "-o"], environment: screen.environment).output
  }

  @Test func `The picture that is copied is the drawing`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    try desk.screen.press("ctrl+c")
    try desk.window.see("what says so") { !$0.equals(seen, in: desk.toast) }.attach("picture copied")
    let file = desk.folder.path("clipboard.png")
    try clipboard(desk.screen, as: "image/png").write(to: URL(fileURLWithPath: file))
    #expect(try desk.difference(seen, from: Screenshot(png: file)) == nil)
    try desk.expectRecorded(seen, "copied")
  }

  @Test func `Where a text is typed, its letters are copied and undone`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    let area = PixelRect(x: place.x - 100, y: place.y - 40, width: 300, height: 80)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    try desk.screen.type("Reels")
    try desk.window.see("five letters") { $0.count(in: area, otherThan: 0xffffff) > 200 }
    try desk.screen.press("ctrl+a", "ctrl+c")
    try desk.window.see("the letters on the clipboard") { _ in
      (try? clipboard(desk.screen, as: "UTF8_STRING")) == Data("Reels".utf8)
    }
    try desk.screen.press("ctrl+z")
    try desk.window.see("no letters") { (1..<100).contains($0.count(in: area, otherThan: 0xffffff)) }
    #expect(try desk.window.quit() == 0)
  }
}
