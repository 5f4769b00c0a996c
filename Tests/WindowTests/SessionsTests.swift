import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The list of sessions, with one that was recorded before.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct SessionsTests {
  /// Places of the list, which is a window in the corner of the screen: the first row's, and the switch above.
  private static let picture = PixelRect(x: 20, y: 160, width: 140, height: 88)
  private static let (openButton, deleteButton) = (Place(x: 205, y: 223), Place(x: 282, y: 223))
  private static let recordSwitch = Place(x: 29, y: 126)

  private let folder: TemporaryFolder
  private let desk: DrawingDesk

  init() throws {
    folder = try TemporaryFolder()
    let sessions = folder.url.appendingPathComponent("data/touchreel/sessions")
    try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")), to: sessions.appendingPathComponent("old.mcap"))
    desk = try DrawingDesk(on: VirtualScreen(), in: folder)
    try desk.screen.press("ctrl+shift+o")
    try desk.window.see("the list with a picture", Self.hasPicture).attach("sessions")
  }

  private static func hasPicture(_ screen: Screenshot) -> Bool {
    let ink = screen.count(in: picture, otherThan: 0xffffff)
    return (1000..<8000).contains(ink)
  }

  private func sessions() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("data/touchreel/sessions"))
  }

  @Test func `A session is deleted after a question`() throws {
    let before = try desk.screen.picture()
    try desk.screen.click(Self.deleteButton)
    // Over the text at the top.
    let question = PixelRect(x: 10, y: 60, width: 320, height: 32)
    try desk.window.see("the question") { !$0.equals(before, in: question) }.attach("delete question")
    #expect(try sessions() == ["old.mcap"])
    try desk.screen.click(Place(x: 250, y: 79))
    try desk.window.see("an empty list") { _ in (try? sessions()) == [] }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `A session is opened to be drawn on`() throws {
    try desk.screen.click(Self.openButton)
    let paper = desk.places.paper
    try desk.window.see("the drawing") { $0.count(in: paper, otherThan: 0xffffff) > 5000 }.attach("opened session")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `Who switches recording off leaves no file`() throws {
    try desk.screen.click(Self.recordSwitch)
    let settings = folder.path("config/touchreel/window.ini")
    try desk.window.see("the choice kept") { _ in
      (try? String(contentsOfFile: settings, encoding: .utf8))?.contains("recording=false") == true
    }
    try desk.screen.press("Escape")
    try desk.window.see("the bars") { desk.places.isShowingBars($0) }
    #expect(try desk.window.quit() == 0)
    let unrecorded = try OpenWindow(["draw"], on: desk.screen, in: folder)
    try unrecorded.see("an empty drawing") { desk.places.isShowingBars($0) && $0[desk.paper(300, 300)] == 0xffffff }
    try desk.screen.drag([desk.paper(300, 300), desk.paper(400, 300)])
    try unrecorded.see("a line") { $0[desk.paper(350, 300)] == 0 }
    #expect(try sessions() == ["old.mcap"])
    #expect(unrecorded.end(with: SIGTERM) == 0, "\(unrecorded.log)")
    #expect(try sessions() == ["old.mcap"])
  }
}
