import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Pages in the window: by keys, by the bar, in the panel beside the board, and by the wheel.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct WindowPageTests {
  /// The buttons of the bar at the lower right, from its right end.
  private static let (add, next, list, previous) = (-36, -82, -135, -190)

  private func bar(_ desk: DrawingDesk, _ button: Int) -> Place {
    Place(x: desk.places.canvas.maxX + button, y: desk.places.canvas.maxY - 107)
  }

  /// Draws a short line that no bar covers, and says where its middle is.
  private func drawLine(_ desk: DrawingDesk, at y: Int) throws -> Place {
    let middle = desk.paper(300, y)
    try desk.draw([middle.moved(-60, 0), middle, middle.moved(60, 0)], inkAt: middle)
    return middle
  }

  @Test func `Each page keeps its ink, by keys and by the bar, and all of it is saved and replayed`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let first = try drawLine(desk, at: 60)
    try desk.screen.press("shift+Next")
    try desk.window.see("a blank page") { $0[first] == 0xffffff }
    let second = try drawLine(desk, at: 120)
    try desk.screen.press("Prior")
    try desk.window.see("the first page") { $0[first] == 0 && $0[second] == 0xffffff }
    try desk.screen.click(bar(desk, Self.next))
    try desk.window.see("the second page") { $0[second] == 0 && $0[first] == 0xffffff }
    try desk.screen.click(bar(desk, Self.add))
    try desk.window.see("another blank page") { $0[second] == 0xffffff && $0[first] == 0xffffff }
    try desk.screen.press("ctrl+z")
    try desk.window.see("the second page again") { $0[second] == 0 }
    try desk.screen.click(bar(desk, Self.previous))
    let seen = try desk.seeDrawn("the first page again") { $0[first] == 0 && $0[second] == 0xffffff }
    let pages = PixelRect(x: bar(desk, -250).x, y: bar(desk, 0).y - 45, width: 250, height: 90)
    try desk.expectRecorded(seen, "the first page", hidden: [pages])
  }

  @Test func `A page has any size that is typed`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    try chooseSize(at: 440, desk)
    try desk.window.see("the dialog", desk.hasDialog).attach("size of a page")
    try desk.screen.type("100")
    try desk.screen.press("Tab")
    try desk.screen.type("50")
    try desk.screen.click(Place(x: 285, y: 27))
    // The page is as wide as the window, and half as high.
    let (middle, edge) = (desk.places.canvas.middle, desk.places.canvas.y + 4)
    try desk.window.see("a low page") { seen in
      seen[middle.x, middle.y] == 0xffffff && seen[middle.x, edge] != 0xffffff
    }.attach("page of a size")
    #expect(try desk.window.quit() == 0)
  }

  /// Chooses an entry of *Pages ▸ Size of the Page*.
  private func chooseSize(at y: Int, _ desk: DrawingDesk) throws {
    try desk.screen.press("F10")
    var seen = try menu(of: desk, otherThan: desk.empty)
    // The entries of the menu, of the pages and of their sizes, which lie below each other.
    for y in [467, 511] {
      try desk.screen.click(Place(x: 880, y: y))
      seen = try menu(of: desk, otherThan: seen)
    }
    try desk.screen.click(Place(x: 880, y: y))
  }

  /// What is where the menu opens, once it is another one and has come to rest.
  private func menu(of desk: DrawingDesk, otherThan before: Screenshot) throws -> Screenshot {
    var last = before
    return try desk.window.see("another menu at rest") { seen in
      defer { last = seen }
      return !seen.equals(before, in: Self.menu) && seen.equals(last, in: Self.menu)
    }
  }

  private static let menu = PixelRect(x: 840, y: 70, width: 230, height: 300)

  @Test func `A page is chosen by its picture beside the board`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let first = try drawLine(desk, at: 60)
    try desk.screen.press("shift+Next")
    try desk.window.see("a blank page") { $0[first] == 0xffffff }
    try desk.screen.click(bar(desk, Self.list))
    let side = PixelRect(
      x: desk.places.canvas.maxX - 100, y: desk.places.canvas.y + 8, width: 80, height: 110)
    // The line in the picture of the first page, on the white of paper.
    try desk.window.see("pictures of pages") {
      $0.count(in: side, of: 0xffffff) > 1000 && $0[side.middle.x, desk.places.canvas.y + 4] != 0xffffff
    }.attach("panel")
    try desk.screen.click(Place(x: side.middle.x, y: side.middle.y))
    try desk.window.see("the first page") { $0[first] == 0 }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The wheel goes on to the next page at the edge of the board`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let first = try drawLine(desk, at: 60)
    try desk.screen.press("shift+Next")
    try desk.window.see("a blank page") { $0[first] == 0xffffff }
    let turns = { (button: String) in (0..<4).flatMap { _ in ["click", button] } }
    try desk.screen.act(["mousemove", "\(first.x)", "\(first.y + 200)"] + turns("4"))
    try desk.window.see("the first page") { $0[first] == 0 }
    try desk.screen.act(turns("5"))
    try desk.window.see("the second page") { $0[first] == 0xffffff }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The pages of a PDF are written on, saved with it and replayed`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let paper = try desk.folder.write(TestPaper.pdf(pages: 3), to: "paper.pdf")
    try desk.answerDialog(of: "ctrl+o", with: paper)
    // Its page fills the height of the paper, and the square a third of that.
    try desk.window.see("the first page, with a red square") { $0.count(in: desk.places.paper, of: 0xff0000) > 9000 }
    try desk.screen.press("Next")
    try desk.window.see("the second page, with a green one") {
      $0.count(in: desk.places.paper, of: 0x00ff00) > 9000 && $0.count(in: desk.places.paper, of: 0xff0000) == 0
    }.attach("page of a PDF")
    let line = try drawLine(desk, at: 60)
    let drawing = desk.folder.path("written.touchreel.json")
    // The desk beside the page, where the dialog opens.
    let beside = PixelRect(x: 4, y: 60, width: 40, height: 60)
    let drawn = try desk.window.see("the line") { $0[line] == 0 }
    try desk.screen.press("ctrl+s")
    try desk.window.see("the dialog") { !$0.equals(drawn, in: beside) }
    try desk.screen.press("ctrl+a")
    try desk.screen.type(drawing)
    try desk.screen.press("Return")
    try desk.window.see("no dialog, and the file") {
      $0.equals(drawn, in: beside) && FileManager.default.fileExists(atPath: drawing)
    }
    try FileManager.default.removeItem(atPath: paper)
    let written = try desk.render(drawing)
    let all = PixelRect(x: 0, y: 0, width: desk.places.canvas.width, height: desk.places.canvas.height)
    #expect(written.count(in: all, of: 0x00ff00) > 9000 && written.count(in: all, of: 0) > 200)
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }
}
