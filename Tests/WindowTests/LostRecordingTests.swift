import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Drawings whose recording another program takes away.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct LostRecordingTests {
  /// Below the banner and beside the bars.
  private func line(_ number: Int) -> [Place] {
    [Place(x: 300, y: 200 + 60 * number), Place(x: 400, y: 240 + 60 * number), Place(x: 500, y: 200 + 60 * number)]
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
    try desk.screen.press("ctrl+w")
    try desk.window.see("a question whether to save") {
      $0.count(in: PixelRect(x: 0, y: 0, width: 370, height: 90), of: 0xf6f5f4) > 10_000
    }
    // The answer that the question proposes.
    try desk.screen.press("Return")
    try desk.window.see("the dialog of files") { $0[50, 180] != 0xffffff }
    try desk.screen.press("ctrl+a")
    try desk.screen.type(desk.folder.path("saved.touchreel.json"))
    try desk.screen.press("Return")
    #expect(desk.window.ended() == 0, "\(desk.window.log)")
    let info = try Touchreel.succeed("info", desk.folder.path("saved.touchreel.json")).text
    #expect(info.contains("2 operations"), "\(info)")
    if isReplaced { #expect(try desk.folder.text("session.mcap") == "of another program") }
  }
}
