import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Files come from a dialog, from the menu, and from other programs.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct OpeningTests {
  private func showsPlayer(_ screen: Screenshot) -> Bool { PlayerDesk.place(in: screen) != nil }

  /// Whether the board has more black ink than this many pixels. Dialogs have none.
  private func hasInk(_ screen: Screenshot, _ count: Int, of desk: DrawingDesk) -> Bool {
    desk.places.isShowingBars(screen) && screen.count(in: desk.places.paper, of: 0) > count
  }

  @Test func `What is opened is drawn on, and a recording is replayed by the button beside it`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    let drawing = desk.folder.path("page.touchreel.json")
    try desk.answerDialog(of: "ctrl+s", with: drawing)
    try desk.seeSaved(drawing)
    try desk.screen.press("ctrl+Delete")
    try desk.window.see("an empty board") { $0.equals(desk.empty, in: desk.places.paper) }
    try desk.answerDialog(of: "ctrl+o", with: drawing)
    try desk.window.see("the drawing in a window of its own") {
      $0.equals(seen, in: desk.places.paper) && desk.places.isShowingBars($0)
    }
    let more = try desk.drawLine(at: 350)
    #expect(more[desk.paper(500, 450)] == 0)
    try desk.answerDialog(of: "ctrl+o", with: Fixture.path("ten-fingers.mcap"))
    // Ten lines across the board.
    try desk.window.see("the recording's drawing") { hasInk($0, 5000, of: desk) }.attach("opened recording")
    try desk.screen.click(desk.places.replay)
    try desk.window.see("a player", showsPlayer).attach("replayed recording")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `A window that is closed lets go of its drawing`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    var memory: [Int] = []
    for _ in 0..<6 {
      try desk.screen.press("ctrl+n")
      try desk.window.see("an empty board") { $0.equals(desk.empty, in: desk.places.paper) }
      try desk.drawLine(at: 350)
      try desk.screen.press("ctrl+w")
      try desk.window.see("the first drawing") { $0.equals(seen, in: desk.places.paper) }
      memory.append(desk.window.megabytes)
    }
    // A window takes 10 MB.
    #expect(memory[5] < memory[0] + 20, "\(memory)")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `The next window's page has what was drawn last`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    try desk.drawLine(at: 350)
    #expect(try desk.window.quit() == 0)
    let next = try OpenWindow(["draw"], on: desk.screen, in: desk.folder)
    let empty = try next.see("an empty drawing") { DrawingPlaces(emptyIn: $0) != nil }
    try desk.screen.press("ctrl+shift+o")
    // Below the field to search in, as there are no sessions to go on with.
    let name = PixelRect(x: 735, y: 245, width: 120, height: 20)
    try next.see("the page with a recent file") {
      !$0.equals(empty, in: name) && $0.count(in: name, of: 0xf6f5f4) < 2400
    }.attach("recent files")
    try desk.screen.click(Place(x: 800, y: 255))
    try next.see("what was drawn") { hasInk($0, 500, of: desk) }
    #expect(next.end(with: SIGTERM) == 0, "\(next.log)")
  }

  @Test func `A drawing that is opened is among the recent files`() throws {
    let desk = try DrawingDesk()
    let drawing = desk.folder.path("page.touchreel.json")
    try Touchreel.succeed("convert", Fixture.path("ten-fingers.mcap"), drawing)
    try desk.answerDialog(of: "ctrl+o", with: drawing)
    try desk.window.see("the drawing") { hasInk($0, 5000, of: desk) }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    let recent = try String(contentsOfFile: desk.folder.path("data/recently-used.xbel"), encoding: .utf8)
    #expect(recent.contains("page.touchreel.json"), "\(recent)")
  }

  @Test func `Two windows that are killed at once leave the recent files of both`() throws {
    let desk = try DrawingDesk()
    let drawings = ["first", "second"].map { desk.folder.path("\($0).touchreel.json") }
    for drawing in drawings { try Touchreel.succeed("convert", Fixture.path("ten-fingers.mcap"), drawing) }
    let windows = try drawings.map { try OpenWindow(["draw", $0], on: desk.screen, in: desk.folder) }
    let list = desk.folder.path("data/recently-used.xbel")
    try desk.screen.see("both in the list") { _ in
      let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      return text.contains("first.touchreel.json") && text.contains("second.touchreel.json")
    }
    for window in windows { _ = window.end(with: SIGKILL) }
    let text = try String(contentsOfFile: list, encoding: .utf8)
    #expect(drawings.allSatisfy { text.contains(($0 as NSString).lastPathComponent) }, "\(text)")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `A recording that is dropped is drawn on`() throws {
    let desk = try DrawingDesk()
    let other = try dialogOfAnotherProgram(
      over: desk, with: Data(contentsOf: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap"))), "drop.mcap")
    try drag(Self.row, from: other, to: desk)
    try desk.window.see("its drawing") { hasInk($0, 5000, of: desk) }.attach("dropped recording")
    #expect(other.end(with: SIGTERM) == 0, "\(other.log)")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `A picture that is opened lies under what is drawn on it`() throws {
    let desk = try DrawingDesk()
    let picture = PixelBuffer(size: PixelSize(width: 1000, height: 600), filledWith: 0xffe6_9f00).png()
    let file = desk.folder.path("opened.png")
    try Data(picture).write(to: URL(fileURLWithPath: file))
    try desk.answerDialog(of: "ctrl+o", with: file)
    // Across the middle of the window, as large as fits.
    try desk.window.see("the picture") { $0[desk.paper(500, 300)] == 0xe69f00 && desk.places.isShowingBars($0) }
    let line = [desk.paper(300, 300), desk.paper(400, 350), desk.paper(500, 300)]
    try desk.screen.drag(line)
    try desk.seeDrawn("ink on the picture") { $0[line[2]] == 0 && $0[desk.paper(500, 200)] == 0xe69f00 }
      .attach("opened picture")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  /// The row of the dropped file in the dialog, below two folders.
  private static let row = PixelRect(x: 160, y: 112, width: 300, height: 18)
  /// What is selected, and where a file may be dropped.
  private static let blue: UInt32 = 0x3584e4

  /// Drags a file from its row of a dialog to the right of the drawing's window.
  private func drag(_ row: PixelRect, from other: OpenWindow, to desk: DrawingDesk) throws {
    try other.see("the file") { $0.count(in: row, otherThan: 0xffffff) > 0 }.attach("file to drag")
    let (file, drawing) = (row.middle.moved(-100, 0), Place(x: desk.places.canvas.maxX - 60, y: 300))
    try desk.screen.act("mousemove", "\(file.x)", "\(file.y)", "mousedown", "1")
    try other.see("the file is held") { $0.count(in: row, of: Self.blue) > 1000 }
    for place in [file.moved(20, 10), file.moved(60, 40), drawing.moved(-5, 0), drawing] {
      try desk.screen.act("mousemove", "\(place.x)", "\(place.y)")
    }
    try desk.window.see("the drawing's window takes it") {
      $0[desk.places.canvas.maxX - 2, desk.places.canvas.middle.y] == Self.blue
    }.attach("file over the window")
    try desk.screen.act("mouseup", "1")
  }

  /// A file can be dragged from its list; its window covers all but the right of the drawing's.
  private func dialogOfAnotherProgram(
    over desk: DrawingDesk, with content: Data, _ name: String
  ) throws -> OpenWindow {
    let folder = try TemporaryFolder()
    for name in ["config", "data"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try content.write(to: folder.url.appendingPathComponent(name))
    let other = try OpenWindow(["play", "missing.mcap"], on: desk.screen, in: folder)
    try other.see("another window", \.showsBanner)
    try desk.screen.press("ctrl+o")
    // The first of the places at its left.
    let home = Place(x: 62, y: 22)
    try other.see("its dialog") { $0[home.moved(-50, 0)] == 0xfbfafa }
    try desk.screen.click(home)
    return other
  }
}
