import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Touches are chosen in the player, deleted, and the recording is written so.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerEditingTests {
  private static let replace = Place(x: 893, y: 80)

  /// A player at the end of a copy of ten fingers, without circles, and a place on ink.
  private func desk() throws -> (desk: PlayerDesk, end: Screenshot, ink: Place) {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Fixture.path("ten-fingers.mcap"), toPath: folder.path("fingers.mcap"))
    let desk = try PlayerDesk(folder.path("fingers.mcap"), "--speed", "16", in: folder)
    _ = try desk.seeEnd()
    try desk.screen.press("t")
    try desk.screen.act("mousemove", "60", "300")
    let end = try desk.still()
    let row = PlayerDesk.canvas.y + 323
    let x = try #require((PlayerDesk.canvas.x..<500).first { end[$0, row] == 0 })
    return (desk, end, Place(x: x, y: row))
  }

  private func deleteTouch(at ink: Place, in desk: PlayerDesk, _ end: Screenshot) throws -> Screenshot {
    try desk.screen.click(ink)
    try desk.screen.act("mousemove", "60", "300")
    try desk.window.see("an outline, and no values") { !$0.equals(end, in: PlayerDesk.canvas) && $0[ink.x, ink.y] != 0 }
      .attach("a chosen touch")
    try desk.screen.press("Delete")
    let ending = end.count(in: PlayerDesk.canvas, of: 0)
    try desk.window.see("less ink") { $0[ink.x, ink.y] == 0xffffff && $0.count(in: PlayerDesk.canvas, of: 0) < ending }
    // The toast goes.
    return try desk.window.see("no toast") { $0[500, 590] == end[500, 590] }
  }

  @Test func `A touch is deleted, brought back, and deleted in the recording`() throws {
    let (desk, end, ink) = try desk()
    let without = try deleteTouch(at: ink, in: desk, end)
    try desk.screen.press("ctrl+z")
    try desk.window.see("the ink again") { $0.equals(end, in: PlayerDesk.canvas) }
    try desk.screen.press("ctrl+y")
    try desk.window.see("less ink again") { $0.equals(without, in: PlayerDesk.canvas) }
    try desk.screen.press("ctrl+s")
    try desk.window.see("the question") { !$0.equals(without, in: PlayerDesk.banner) }
    _ = try desk.still()
    try desk.screen.click(Self.replace)
    try desk.window.see("the file") { _ in
      (try? Touchreel.succeed("dump", desk.recording).text.contains("\"hidden\":true")) == true
    }
    try desk.window.see("no question") { $0.equals(without, in: PlayerDesk.banner) }
    // Nothing is asked.
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
    let again = try PlayerDesk(desk.recording, "--speed", "16")
    _ = try again.seeEnd()
    try again.screen.press("t")
    try again.screen.act("mousemove", "60", "300")
    try again.window.see("less ink") { $0.equals(without, in: PlayerDesk.canvas) }
    #expect(try again.window.quit() == 0)
  }

  @Test func `Closing asks whether to save what was deleted`() throws {
    let (desk, end, ink) = try desk()
    let without = try deleteTouch(at: ink, in: desk, end)
    try desk.screen.press("ctrl+q")
    try desk.window.see("the question") { $0[150, 20] != without[150, 20] }.attach("a question")
    #expect(desk.window.isRunning)
    // Discard.
    try desk.screen.click(Place(x: 65, y: 85))
    #expect(desk.window.ended() == 0, "\(desk.window.log)")
    #expect(try !Touchreel.succeed("dump", desk.recording).text.contains("hidden"))
  }
}
