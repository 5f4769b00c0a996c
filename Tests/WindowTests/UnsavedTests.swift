import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Drawings that are not recorded, since their folder is none: what closing asks, and what saving answers.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct UnsavedTests {
  private let folder: TemporaryFolder
  private let window: OpenWindow

  private var screen: VirtualScreen { window.screen }

  /// Below the banner and beside the bars.
  private let line = [Place(x: 300, y: 200), Place(x: 400, y: 260), Place(x: 500, y: 200)]
  /// A corner of the question over the title bar, where nothing else is this grey.
  private let corner = PixelRect(x: 0, y: 0, width: 370, height: 90)

  init() throws {
    folder = try TemporaryFolder()
    try Data("no folder".utf8).write(to: folder.url.appendingPathComponent("file"))
    window = try OpenWindow(["draw", folder.path("file/session.mcap")], on: VirtualScreen(), in: folder)
    try window.see("a banner", \.showsBanner).attach("not recorded")
  }

  private func draw(lower: Int = 0) throws {
    let places = line.map { $0.moved(0, lower) }
    try screen.drag(places)
    try window.see("ink under the banner") { $0[places[2]] == 0 }
  }

  private func isAsking(_ picture: Screenshot) -> Bool { picture.count(in: corner, of: 0xf6f5f4) > 10_000 }

  /// Whether the dialog of files lies over the board, above its tools.
  private func isChoosing(_ picture: Screenshot) -> Bool { !isAsking(picture) && picture[50, 180] != 0xffffff }

  /// Asks to close, and to save first.
  private func saveByClosing() throws {
    try screen.press("ctrl+w")
    try window.see("a question whether to save", isAsking)
    try screen.press("Return")
    try window.see("the dialog of files", isChoosing).attach("where to save")
  }

  /// Answers the dialog of files.
  private func answer(_ name: String) throws {
    try screen.press("ctrl+a")
    try screen.type(folder.path(name))
    try screen.press("Return")
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

  private func closeBanner() throws {
    // It slides in.
    _ = try window.still(in: PixelRect(x: 10, y: 52, width: 1100, height: 60))
    try screen.click(DrawingDesk.dismissal)
    try window.see("no banner") { !$0.showsBanner }
  }

  private func save(as name: String) throws {
    try screen.press("ctrl+s")
    try window.see("the dialog of files", isChoosing)
    try answer(name)
    try window.see("the file") { _ in exists(name) }
    try window.see("no dialog") { !isChoosing($0) }
  }

  @Test func `The drawing goes on, and closing asks whether to save it`() throws {
    try draw()
    try screen.press("ctrl+q")
    try window.see("a question whether to save", isAsking).attach("unsaved")
    #expect(window.end(with: SIGTERM) == 1, "a signal asks nothing")
    #expect(window.log.contains("session.mcap: what was drawn was not recorded to its end"), "\(window.log)")
  }

  @Test func `Who saves before closing closes the window with it`() throws {
    try draw()
    try saveByClosing()
    try screen.press("Escape")
    try window.see("the drawing again") { $0[300, 300] == 0xffffff }
    #expect(window.isRunning)
    try saveByClosing()
    try answer("kept.png")
    #expect(window.ended() == 0, "\(window.log)")
    #expect(exists("kept.png"))
  }

  @Test func `A text that is being typed is asked about, and saved`() throws {
    let area = PixelRect(x: 280, y: 260, width: 300, height: 80)
    try screen.press("t")
    try screen.click(Place(x: 300, y: 300))
    try window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    try screen.type("Reels")
    try window.see("five letters") { $0.count(in: area, otherThan: 0xffffff) > 200 }
    try saveByClosing()
    try answer("text.touchreel.json")
    #expect(window.ended() == 0, "\(window.log)")
    #expect(try String(contentsOfFile: folder.path("text.touchreel.json"), encoding: .utf8).contains("Reels"))
  }

  @Test func `A save that fails is reported above what was said before`() throws {
    try draw()
    let before = try window.still(in: PixelRect(x: 10, y: 52, width: 900, height: 50))
    try screen.press("ctrl+s")
    try window.see("the dialog of files", isChoosing)
    try screen.press("ctrl+a")
    // Nobody makes files there, root neither.
    try screen.type("/sys/drawing.png")
    try screen.press("Return")
    let text = PixelRect(x: 10, y: 70, width: 700, height: 20)
    try window.see("another banner") { $0.showsBanner && !isChoosing($0) && !$0.equals(before, in: text) }
      .attach("failed save above an older banner")
    try screen.click(DrawingDesk.dismissal)
    try window.see("the older banner again") { $0.equals(before, in: text) }
    #expect(window.end(with: SIGTERM) == 1, "\(window.log)")
  }

  @Test func `Who closes the question about replacing goes on drawing, and later saves close nothing`() throws {
    try Data("not to be lost".utf8).write(to: folder.url.appendingPathComponent("old.png"))
    try closeBanner()
    try draw()
    try saveByClosing()
    // The dialog knows nothing of an end that is added to the name.
    try answer("old")
    try window.see("the question in a banner") { $0.showsBanner && !isChoosing($0) }
    try closeBanner()
    try draw(lower: 150)
    try save(as: "new.png")
    try draw(lower: 300)
    #expect(window.isRunning)
    #expect(try String(contentsOfFile: folder.path("old.png"), encoding: .utf8) == "not to be lost")
    #expect(window.end(with: SIGTERM) == 1, "the third line is not saved: \(window.log)")
  }
}
