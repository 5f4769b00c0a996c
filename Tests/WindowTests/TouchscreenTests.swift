import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Ten fingers on an X server's touchscreen.
@Suite(.slow, .enabled(if: TouchScreen.isAvailable, TouchScreen.absence))
struct TouchscreenTests {
  /// Ways from left to right, in waves of their own, one below the other.
  private static func ways(on paper: PixelRect) -> [[Place]] {
    (0..<10).map { finger in
      (0..<60).map { step in
        let wave = abs((step + 5 * finger) % 20 - 10)
        return Place(x: paper.x + 20 + 12 * step, y: paper.y + 20 + 40 * finger + 3 * wave)
      }
    }
  }

  @Test func `Ten fingers draw at once, the bars give way, and what is seen is what is recorded`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    let ways = Self.ways(on: desk.places.paper)
    // Up to where the fingers are.
    let drawn = ways.map { $0[$0.count - 1] }
    try touchscreen.draw(ways)
    let held = try desk.window.see("the ink of ten fingers, and no bars") { screen in
      drawn.allSatisfy { screen[$0] == 0 } && desk.places.isHidingBars(screen)
    }
    held.attach("ten fingers down")
    try touchscreen.lift(ways)
    let seen = try desk.window.see("the bars, and all ink") { screen in
      desk.places.isShowingBars(screen) && ways.allSatisfy { screen[$0[$0.count - 2]] == 0 }
    }
    try desk.expectRecorded(seen, "ten fingers")
    let touches = try Touchreel.succeed("dump", "--touches", desk.recording).text.split(separator: "\n")
    let (began, ended) = (touches.lastIndex { $0.contains(" began ") }, touches.firstIndex { $0.contains(" ended ") })
    #expect(touches.count { $0.contains(" began ") } == 10 && touches.count { $0.contains(" ended ") } == 10)
    #expect(try #require(began) < #require(ended), "all ten were down together")
  }

  @Test func `A finger chooses tools and colours, and undoes`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    try touchscreen.tap(desk.places.tool("rectangle"))
    try desk.window.see("the rectangle is chosen") { desk.places.isChosen("rectangle", in: $0) }
    let corners = [desk.paper(100, 100), desk.paper(200, 150), desk.paper(300, 200)]
    try touchscreen.drag(corners)
    try desk.window.see("a rectangle, and the bars") { $0[corners[2]] == 0 && desk.places.isShowingBars($0) }
    try touchscreen.tap(desk.places.undo)
    let seen = try desk.window.see("nothing") { $0[corners[2]] == 0xffffff }
    try desk.expectRecorded(seen, "undone by a finger")
  }
}
