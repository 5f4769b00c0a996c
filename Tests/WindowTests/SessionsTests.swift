import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The page with what was drawn before, with one session.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct SessionsTests {
  /// Places of the page, at the right of the board: the first row's, and the field to search in.
  private static let picture = PixelRect(x: 738, y: 305, width: 96, height: 54)
  private static let (row, pencil, bin) = (Place(x: 880, y: 332), Place(x: 1030, y: 332), Place(x: 1076, y: 332))
  private static let (goOn, new, search) = (Place(x: 915, y: 140), Place(x: 915, y: 190), Place(x: 940, y: 240))

  private let folder: TemporaryFolder
  private let screen: VirtualScreen
  private let places = DrawingPlaces(canvas: PixelRect(x: 4, y: 51, width: 1112, height: 705))

  init() throws {
    folder = try TemporaryFolder()
    screen = try VirtualScreen()
    let sessions = folder.url.appendingPathComponent("data/touchreel/sessions")
    try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")), to: sessions.appendingPathComponent("old.mcap"))
  }

  /// A window that shows the page.
  private func open() throws -> OpenWindow {
    let window = try OpenWindow(["draw"], on: screen, in: folder)
    try window.see("the page with a picture", hasPicture).attach("sessions")
    return window
  }

  private func hasPicture(_ screen: Screenshot) -> Bool {
    let ink = screen.count(in: Self.picture, otherThan: 0xffffff)
    // A field for a name is not as high.
    let lowest = PixelRect(x: 745, y: 348, width: 80, height: 8)
    let isField = screen.count(in: lowest, of: 0xf6f5f4) > 0
    return (300..<4500).contains(ink) && !isField && isShowingPage(screen)
  }

  /// The page's ground, beside the button that begins a new drawing.
  private func isShowingPage(_ screen: Screenshot) -> Bool { screen[729, 420] == 0xf6f5f4 }

  private func sessions(_ name: String = "") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path("data/touchreel/sessions\(name)"))
    return (names ?? []).filter { !$0.hasPrefix("drawing-") }.sorted()
  }

  private func recordings() -> Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path("data/touchreel/sessions"))
    return (names ?? []).count { $0.hasPrefix("drawing-") && $0.hasSuffix(".mcap") }
  }

  /// Ink that was drawn by the fixture's fingers.
  private func hasDrawing(_ screen: Screenshot) -> Bool {
    let paper = PixelRect(x: 140, y: 70, width: 560, height: 560)
    // While one window gives way to another, there is no paper.
    return (5000..<200_000).contains(screen.count(in: paper, otherThan: 0xffffff)) && places.isShowingBars(screen)
  }

  @Test func `A session is deleted, and comes back until the banner goes`() throws {
    let window = try open()
    try screen.click(Self.bin)
    try window.see("a banner, and no session") { $0.showsBanner && sessions() == ["deleted"] }.attach("deleted")
    _ = try window.still(in: PixelRect(x: 10, y: 52, width: 1100, height: 60))
    try screen.click(DrawingDesk.offer)
    try window.see("the session again") { hasPicture($0) && !$0.showsBanner && sessions().contains("old.mcap") }
    try screen.click(Self.bin)
    try window.see("a banner again") { $0.showsBanner && sessions() == ["deleted"] }
    _ = try window.still(in: PixelRect(x: 10, y: 52, width: 1100, height: 60))
    #expect(sessions("/deleted") == ["old.mcap"])
    try screen.click(DrawingDesk.dismissal)
    try window.see("nothing left of it") { !$0.showsBanner && sessions("/deleted") == [] }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `What was deleted is gone when the window is closed`() throws {
    let window = try open()
    try screen.click(Self.bin)
    try window.see("a banner") { $0.showsBanner && sessions("/deleted") == ["old.mcap"] }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    #expect(sessions() == ["deleted"] && sessions("/deleted") == [])
  }

  @Test(arguments: [Self.row, Self.goOn])
  func `A session is gone on with, and a copy on which nothing is drawn is not kept`(_ button: Place) throws {
    let window = try open()
    try screen.click(button)
    try window.see("the drawing", hasDrawing).attach("opened session")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    #expect(sessions() == ["old.mcap"] && recordings() == 0)
  }

  @Test(arguments: ["page.mcap", "page.touchreel.json"])
  func `Nothing is kept of a file that is only looked at`(_ name: String) throws {
    let file = folder.path(name)
    try Touchreel.succeed("convert", Fixture.path("ten-fingers.mcap"), file)
    let window = try OpenWindow(["draw", file], on: screen, in: folder)
    let paper = PixelRect(x: 140, y: 70, width: 560, height: 560)
    try window.see("the drawing") { hasDrawing($0) && $0.count(in: paper, of: 0xffffff) > 200_000 }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    #expect(sessions() == ["old.mcap"] && recordings() == 0)
  }

  @Test func `A session gets a name, which is found and goes on with it`() throws {
    let window = try open()
    try screen.click(Self.pencil)
    try window.see("a field") { !hasPicture($0) }
    try screen.type("Flower pot")
    try screen.press("Return")
    try window.see("the name kept") { hasPicture($0) && sessions().contains("old.mcap.name") }.attach("named session")
    // Letters are no tools here.
    try screen.click(Self.search)
    try screen.type("eraser")
    try window.see("nothing found") { isShowingPage($0) && $0[Self.bin] == 0xf6f5f4 && !hasPicture($0) }
    let seen = try screen.picture()
    #expect(places.isChosen("pencil", in: seen))
    try screen.press("Escape")
    try window.see("all", hasPicture)
    try screen.type("pot flow")
    try window.see("what was found", hasPicture)
    try screen.click(Self.row)
    let opened = try window.see("the drawing", hasDrawing)
    try screen.drag([Place(x: 300, y: 600), Place(x: 600, y: 600)])
    // Lines of the drawing cross the way of this one.
    let way = PixelRect(x: 300, y: 597, width: 300, height: 6)
    try window.see("a line") { $0.count(in: way, otherThan: 0xffffff) > 1000 }
    opened.attach("a named drawing")
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path("data/touchreel/sessions"))
    #expect(all.count { $0.hasSuffix(".name") } == 2, "\(all)")
  }

  @Test func `The board is there at once: a stroke, Escape or a button takes the page away`() throws {
    let window = try open()
    try screen.drag([Place(x: 300, y: 300), Place(x: 500, y: 300)])
    try window.see("a line, and no page") { $0[400, 300] == 0 && !isShowingPage($0) && places.isShowingBars($0) }
    for key in ["Escape", ""] {
      try screen.press("ctrl+shift+o")
      try window.see("the page with its picture", hasPicture)
      if key.isEmpty { try screen.click(Place(x: 1082, y: 84)) } else { try screen.press(key) }
      try window.see("no page") { !isShowingPage($0) && $0[400, 300] == 0 }
    }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    #expect(sessions() == ["old.mcap"] && recordings() == 1)
  }

  @Test func `A damaged session is repaired, and what is no recording harms nothing`() throws {
    let sessions = folder.url.appendingPathComponent("data/touchreel/sessions")
    let whole = try Data(contentsOf: sessions.appendingPathComponent("old.mcap"))
    // Damaged within, with its end: no recovery offers it.
    var bytes = whole
    for index in whole.count / 2..<whole.count / 2 + 64 { bytes[index] ^= 0x55 }
    try bytes.write(to: sessions.appendingPathComponent("old.mcap"))
    try Data("none".utf8).write(to: sessions.appendingPathComponent("none.mcap"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: sessions.path + "/none.mcap")
    let window = try OpenWindow(["draw"], on: screen, in: folder)
    // Below the row's picture.
    let button = Place(x: 759, y: 390)
    try window.see("a button that repairs it") { isShowingPage($0) && $0[button.moved(-22, 0)] != 0xf6f5f4 }
      .attach("damaged session")
    try screen.click(button)
    try window.see("a whole session") { _ in
      FileManager.default.fileExists(atPath: sessions.path + "/old.mcap.damaged")
    }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
    let repaired = try Touchreel.succeed("info", sessions.path + "/old.mcap")
    #expect(!"\(repaired)".contains("warning"), "\(repaired)")
  }

  @Test func `The title names the drawing by a click and by a key`() throws {
    let desk = try DrawingDesk(on: screen, recording: "data/touchreel/sessions/new.mcap", in: folder)
    let title = PixelRect(x: 430, y: 8, width: 260, height: 20)
    let before = try desk.window.still(in: title)
    try screen.press("F2")
    try desk.window.see("a field") { !$0.equals(desk.empty, in: PixelRect(x: 440, y: 60, width: 200, height: 44)) }
      .attach("naming")
    try screen.type("Map")
    try screen.press("Return")
    try desk.window.see("the name in the title") { !$0.equals(before, in: title) }.attach("named")
    #expect(try String(contentsOfFile: desk.recording + ".name", encoding: .utf8) == "Map\n")
    try screen.click(Place(x: 560, y: 19))
    try screen.press("ctrl+a")
    try screen.type("Plan")
    try screen.press("Escape")
    try desk.draw([desk.paper(300, 300), desk.paper(400, 300)])
    #expect(try String(contentsOfFile: desk.recording + ".name", encoding: .utf8) == "Map\n")
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Who switches recording off leaves no file`() throws {
    let desk = try DrawingDesk(on: screen, in: folder)
    try desk.prefer(DrawingDesk.recordPreference)
    let settings = folder.path("config/touchreel/window.ini")
    #expect(try String(contentsOfFile: settings, encoding: .utf8).contains("recording=false"))
    #expect(try desk.window.quit() == 0)
    let unrecorded = try OpenWindow(["draw"], on: screen, in: folder)
    try unrecorded.see("the page", isShowingPage)
    try screen.drag([desk.paper(300, 300), desk.paper(400, 300)])
    try unrecorded.see("a line") { $0[desk.paper(350, 300)] == 0 }
    #expect(unrecorded.end(with: SIGTERM) == 1, "\(unrecorded.log)")
    #expect(sessions() == ["old.mcap"] && recordings() == 0)
  }
}
