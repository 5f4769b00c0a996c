import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Windows as narrow as a phone that is held upright, or as low as one that lies on its side.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct NarrowWindowTests {
  private static let upright = PixelSize(width: 360, height: 640)
  private static let onItsSide = PixelSize(width: 640, height: 300)
  /// Below the title bar.
  private static let names = PixelRect(x: 8, y: 54, width: 344, height: 14)
  private static let replay = Place(x: 111, y: 26)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A window that fills its screen.
  private func open(_ arguments: [String], _ size: PixelSize) throws -> OpenWindow {
    let screen = try VirtualScreen(server: "Xvfb", ["-screen", "0", "\(size.width)x\(size.height)x24"])
    let window = try OpenWindow(arguments, on: screen, in: folder)
    try fill(screen, size)
    try window.see("a board as large as the screen") {
      $0[size.width - 10, size.height / 2] == 0xffffff && $0[size.width - 25, 20] != 0xffffff
    }
    return window
  }

  private func fill(_ screen: VirtualScreen, _ size: PixelSize) throws {
    let sides = ["\(size.width)", "\(size.height)"]
    try screen.act(
      ["search", "--sync", "--onlyvisible", "--name", "TouchReel", "windowmove", "0", "0", "windowsize"] + sides)
    try screen.act("mousemove", "\(size.width - 30)", "\(size.height / 2)")
  }

  /// How many windows have a title.
  private func count(_ title: String, on screen: VirtualScreen) -> Int {
    let found = try? Programs.run(
      "xdotool", ["search", "--onlyvisible", "--name", title], environment: screen.environment)
    return found?.text.split(separator: "\n").count ?? 0
  }

  /// The widths of the two texts in the line of names.
  private func texts(_ screen: Screenshot) -> [Int] {
    let row = Self.names
    let columns = (row.x..<row.maxX).filter { x in
      (row.y..<row.maxY).contains { screen[x, $0] != screen[row.maxX, row.y] }
    }
    let gap = zip(columns, columns.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 }
    guard let gap, let first = columns.first, let last = columns.last else { return [] }
    return [gap.0 - first, last - gap.1]
  }

  private func showsBoth(_ screen: Screenshot, name: Int, state: Int) -> Bool {
    let texts = texts(screen)
    return texts.count == 2 && texts[0] > name && texts[1] > state
  }

  @Test func `A phone's window says that nothing is recorded`() throws {
    let settings = folder.url.appendingPathComponent("config/touchreel")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[window]\ngestures=false\nrecording=false\n".utf8).write(
      to: settings.appendingPathComponent("window.ini"))
    let window = try open(["draw"], Self.upright)
    try window.see("a name and a state") { showsBoth($0, name: 60, state: 65) }.attach("unrecorded on a phone")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `The wheel scrolls the bar of inks where it is narrower than what is in it`() throws {
    let window = try open(["draw"], Self.upright)
    let bar = PixelRect(x: 20, y: 580, width: 320, height: 40)
    // What the pointer is over looks another way.
    let away = ["mousemove", "180", "300"]
    try window.screen.act(away)
    let before = try window.still(in: bar)
    try window.screen.act(["mousemove", "180", "600", "click", "5", "click", "5"] + away)
    try window.see("what lay beyond its end") { !$0.equals(before, in: bar) }.attach("scrolled inks")
    try window.screen.act(["mousemove", "180", "600", "click", "4", "click", "4"] + away)
    try window.see("its start again") { $0.equals(before, in: bar) }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A phone's player says which recording it plays and how long that is`() throws {
    try FileManager.default.copyItem(
      atPath: Fixture.path("ten-fingers.mcap"), toPath: folder.path("a name to read.mcap"))
    let window = try open(["play", folder.path("a name to read.mcap")], Self.upright)
    try window.see("a name and a length") { showsBoth($0, name: 120, state: 100) }.attach("player on a phone")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A recording that is opened on a phone is replayed by the button in the title bar`() throws {
    let window = try open(["draw"], Self.upright)
    try window.screen.press("ctrl+o")
    try window.screen.act("search", "--sync", "--onlyvisible", "--name", "^Open$")
    try window.screen.type(Fixture.path("ten-fingers.mcap"))
    try window.screen.press("Return")
    try window.see("a window of its own") { _ in count("^ten-fingers.mcap", on: window.screen) == 1 }
    try fill(window.screen, Self.upright)
    try window.see("its name") { showsBoth($0, name: 90, state: 65) }.attach("recording on a phone")
    try window.screen.click(Self.replay)
    try window.see("a player") { _ in count("^ten-fingers.mcap", on: window.screen) == 2 }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A drawing is saved and opened by taps where GTK's dialog would not fit`() throws {
    let window = try open(["draw", folder.path("session.mcap")], Self.onItsSide)
    try window.screen.drag([Place(x: 300, y: 100), Place(x: 400, y: 120), Place(x: 500, y: 100)])
    try window.see("a line") { $0[320, 104] == 0 }
    try window.screen.press("ctrl+s")
    try window.screen.act("search", "--sync", "--onlyvisible", "--name", "^Save As$")
    try window.see("the sheet") { $0[320, 104] != 0 }.attach("save sheet")
    let saved = folder.path("drawing.png")
    try window.screen.click(Place(x: 530, y: 26))
    try window.see("the file") { $0[320, 104] == 0 && FileManager.default.fileExists(atPath: saved) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: saved))
    try window.screen.press("ctrl+Delete")
    try window.see("an empty board") { $0[320, 104] == 0xffffff }
    // Saved again, it is asked about.
    try window.screen.press("ctrl+shift+s")
    try window.see("the sheet again") {
      $0[515, 12] == $0[520, 12] && $0[515, 12] != 0xffffff && $0[60, 78] != 0xffffff
    }
    try window.screen.click(Place(x: 520, y: 26))
    try window.see("the question") { $0.count(in: PixelRect(x: 8, y: 152, width: 200, height: 24), of: 0xcc0000) > 20 }
      .attach("save sheet asks")
    #expect(try Data(contentsOf: URL(fileURLWithPath: saved)) == bytes)
    try window.screen.click(Place(x: 520, y: 26))
    try window.see("another file") { _ in (try? Data(contentsOf: URL(fileURLWithPath: saved))) != bytes }
    try window.screen.press("ctrl+o")
    try window.screen.act("search", "--sync", "--onlyvisible", "--name", "^Open$")
    try window.see("what can be opened") { $0[30, 60] != 0xffffff && $0[60, 130] != 0 }.attach("open sheet")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `The list of keys fits a phone's screen, and scrolls to its end`() throws {
    let size = PixelSize(width: 360, height: 300)
    let window = try open(["draw"], size)
    try window.screen.press("F1")
    let question = ["search", "--sync", "--onlyvisible", "--name", "^Keyboard Shortcuts$", "getwindowgeometry"]
    let said = try Programs.run("xdotool", question, environment: window.screen.environment)
    let geometry = try #require(said.text.firstMatch(of: #/Geometry: (\d+)x(\d+)/#), "\(said)")
    #expect(Int(geometry.1) ?? .max <= size.width && Int(geometry.2) ?? .max <= size.height)
    let list = PixelRect(x: 10, y: 60, width: 330, height: 210)
    var seen = try window.still(in: list)
    seen.attach("keys on a phone")
    var pages = 1
    while true {
      try window.screen.press("Next")
      let next = try window.still(in: list)
      if next.equals(seen, in: list) { break }
      (seen, pages) = (next, pages + 1)
    }
    seen.attach("last keys on a phone")
    // Some forty keys, five or six at a time.
    #expect(pages > 5)
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  /// The size of a dialog, by its title.
  private func size(of title: String, on screen: VirtualScreen) throws -> PixelSize {
    let question = ["search", "--sync", "--onlyvisible", "--name", title, "getwindowgeometry"]
    let said = try Programs.run("xdotool", question, environment: screen.environment)
    let geometry = try #require(said.text.firstMatch(of: #/Geometry: (\d+)x(\d+)/#), "\(said)")
    return PixelSize(width: Int(geometry.1) ?? .max, height: Int(geometry.2) ?? .max)
  }

  @Test func `The dialog about the program fits a phone's screen, and is closed by its button`() throws {
    let screen = Self.upright
    let window = try open(["draw"], screen)
    let board = PixelRect(x: 130, y: 60, width: 200, height: 150)
    let before = try window.still(in: board)
    try window.screen.press("F10")
    try window.see("the menu") { !$0.equals(before, in: board) }
    let menu = try window.still(in: board)
    try window.screen.act(["mousemove", "230", "400"] + Array(repeating: ["click", "5"], count: 20).flatMap { $0 })
    try window.see("the end of the menu") { !$0.equals(menu, in: board) }
    let end = try window.still(in: board)
    try window.screen.click(Place(x: 185, y: 604))
    try window.see("the menu of help") { !$0.equals(end, in: board) }
    _ = try window.still(in: board)
    try window.screen.click(Place(x: 230, y: 220))
    let size = try size(of: "^About TouchReel$", on: window.screen)
    #expect(size.width <= screen.width && size.height <= screen.height, "\(size)")
    _ = try window.still(in: board)
    try window.screen.picture().attach("about on a phone")
    try window.screen.click(Place(x: size.width - 22, y: 22))
    try window.see("no dialog") { $0.equals(before, in: board) }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A tool that is chosen by its key is seen where the strip scrolls`() throws {
    let window = try open(["draw"], PixelSize(width: 360, height: 300))
    let strip = PixelRect(x: 10, y: 60, width: 100, height: 160)
    let before = try window.still(in: strip)
    try window.screen.press("t")
    // A chosen tool is darker, above its icon.
    try window.see("the strip's end") { !$0.equals(before, in: strip) }
    try window.still(in: strip).attach("text by its key on a phone")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A name of several lines takes one`() throws {
    let file = folder.path("two\nlines.mcap")
    try FileManager.default.copyItem(atPath: Fixture.path("ten-fingers.mcap"), toPath: file)
    let window = try open(["play", file], Self.upright)
    try window.see("a name and a length") { showsBoth($0, name: 90, state: 100) }.attach("a name of two lines")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }
}
