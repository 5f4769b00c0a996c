import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The values of the touch under the pointer.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerPointingTests {
  /// The background of the values on white.
  private static func hasValues(_ screen: Screenshot) -> Bool {
    screen.count(in: PlayerDesk.canvas, of: 0x343434) > 1000
  }

  @Test func `The pointer on ink shows its values, and none beside it`() throws {
    let desk = try PlayerDesk(Fixture.path("ten-fingers.mcap"), "--speed", "16")
    let end = try desk.seeEnd()
    let row = PlayerDesk.canvas.y + 220
    let x = try #require((300..<700).first { end[$0, row] == 0 })
    try desk.screen.act("mousemove", "\(x)", "\(row)")
    try desk.window.see("values", Self.hasValues).attach("values of a touch")
    try desk.screen.act("mousemove", "60", "\(row)")
    try desk.window.see("no values") { !Self.hasValues($0) }
    try desk.screen.act("mousemove", "\(x)", "\(row)")
    try desk.window.see("values", Self.hasValues)
    // Where the touch has not begun there is nothing.
    try desk.screen.press("Home")
    try desk.window.see("an empty board") { !PlayerDesk.hasInk($0) && !Self.hasValues($0) }
    #expect(try desk.window.quit() == 0)
  }
}
