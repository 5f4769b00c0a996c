import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Drawings whose recording another program takes away, or whose end finds no room.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct LostRecordingTests {
  /// Below the banner and beside the bars.
  private func line(_ number: Int) -> [Place] {
    [Place(x: 300, y: 200 + 60 * number), Place(x: 400, y: 240 + 60 * number), Place(x: 500, y: 200 + 60 * number)]
  }

  /// Closes the window, and saves when it asks.
  private func close(_ desk: DrawingDesk, whenAsked: () throws -> Void = {}) throws {
    try desk.screen.press("ctrl+w")
    try desk.window.see("a question whether to save") {
      $0.count(in: PixelRect(x: 0, y: 0, width: 370, height: 90), of: 0xf6f5f4) > 10_000
    }
    try whenAsked()
    // The answer that the question proposes.
    try desk.screen.press("Return")
    try desk.window.see("the dialog of files") { $0[50, 180] != 0xffffff }
    try desk.screen.press("ctrl+a")
    try desk.screen.type(desk.folder.path("saved.touchreel.json"))
    try desk.screen.press("Return")
    #expect(desk.window.ended() == 0, "\(desk.window.log)")
  }

  private func expectOperations(_ count: Int, in file: String) throws {
    let info = try Touchreel.succeed("info", file).text
    #expect(info.contains("\(count) operation\(count == 1 ? "" : "s")"), "\(info)")
  }

  @Test(arguments: [false, true])
  func `It is missed, said, and asked about before all is lost`(isReplaced: Bool) throws {
    let desk = try DrawingDesk()
    try desk.draw(line(0))
    if isReplaced { try desk.folder.write("of another program", to: "other") }
    try FileManager.default.removeItem(atPath: desk.recording)
    if isReplaced { try FileManager.default.moveItem(atPath: desk.folder.path("other"), toPath: desk.recording) }
    try desk.draw(line(1))
    try desk.window.see("a banner", \.showsBanner).attach("a recording that was lost")
    try close(desk)
    try expectOperations(2, in: desk.folder.path("saved.touchreel.json"))
    if isReplaced { #expect(try desk.folder.text("session.mcap") == "of another program") }
  }

  /// A desk with a line that is on the disk, whose recording may have no more bytes.
  private func fullDesk() throws -> DrawingDesk {
    let desk = try DrawingDesk()
    try desk.draw(line(0))
    var (size, looks) = (0, 0)
    try desk.window.see("all of the line in the file") { _ in
      let found = (try? FileManager.default.attributesOfItem(atPath: desk.recording)[.size] as? Int) ?? 0
      (size, looks) = (found, found == size ? looks + 1 : 0)
      return looks == 30
    }
    try desk.window.limitFiles(to: size)
    return desk
  }

  @Test func `A recording whose end finds no room is asked about`() throws {
    let desk = try fullDesk()
    try close(desk, whenAsked: { try desk.window.limitFiles(to: nil) })
    try expectOperations(1, in: desk.folder.path("saved.touchreel.json"))
  }

  @Test func `A window that is told to end says that the end of its recording found no room`() throws {
    let desk = try fullDesk()
    #expect(desk.window.end(with: SIGTERM) == 1)
    #expect(desk.window.log.contains("session.mcap: cannot be written: "), "\(desk.window.log)")
    let info = try Touchreel.succeed("info", desk.recording).text
    #expect(info.contains("1 touch"), "\(info)")
  }
}
