import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The player under a finger, on an X server's touchscreen.
@Suite(.slow, .enabled(if: TouchScreen.isAvailable, TouchScreen.absence))
struct PlayerTouchTests {
  @Test func `A finger scrubs along the timeline, and its taps press the buttons`() throws {
    let touchscreen = try TouchScreen()
    let desk = try PlayerDesk(Fixture.path("ten-fingers.mcap"), "--speed", "16", on: touchscreen.screen)
    _ = try desk.seeEnd()
    try touchscreen.tap(PlayerDesk.touches)
    try desk.showOriginalSize()
    for way in [Array(stride(from: 100, through: 700, by: 30)), Array(stride(from: 700, through: 250, by: -50))] {
      try touchscreen.drag(way.map(PlayerDesk.timeline))
      let last = Double(way[way.count - 1])
      try desk.window.see("the mark at \(last)") { abs((PlayerDesk.place(in: $0) ?? 2) * 966 - last) < 3 }
      // A finger's place on the screen is no whole pixel.
      try desk.still().attach("scrubbed by a finger to \(Int(last))")
    }
    let ink = try desk.still().count(in: PlayerDesk.canvas, of: 0)
    try touchscreen.tap(PlayerDesk.playButton)
    let end = try desk.seeEnd()
    #expect(end.count(in: PlayerDesk.canvas, of: 0) > ink)
    desk.expect(end, shows: try desk.render(), "played after a finger's tap")
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
    #expect(!desk.window.log.contains("Gtk"), "\(desk.window.log)")
  }

  @Test func `Two fingers zoom what is played, and one moves it`() throws {
    let touchscreen = try TouchScreen()
    let desk = try PlayerDesk(Fixture.path("ten-fingers.mcap"), "--speed", "16", on: touchscreen.screen)
    _ = try desk.seeEnd()
    try touchscreen.tap(PlayerDesk.touches)
    let before = try desk.still()
    let steps = Array(stride(from: 20, through: 200, by: 20))
    try touchscreen.drag([steps.map { Place(x: 500 - $0, y: 350) }, steps.map { Place(x: 500 + $0, y: 350) }])
    let zoomed = try desk.still()
    zoomed.attach("player zoomed by two fingers")
    // Lines are ten times as wide.
    #expect(zoomed.count(in: PlayerDesk.canvas, of: 0) > 2 * before.count(in: PlayerDesk.canvas, of: 0))
    try touchscreen.drag((0...10).map { Place(x: 600 - 10 * $0, y: 300) })
    #expect(try !desk.still().equals(zoomed, in: PlayerDesk.canvas))
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }
}
