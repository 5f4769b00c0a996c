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

  @Test(arguments: [300, 500, 800])
  func `A colour that is tapped soon after each stroke is the next one's, and there is no dot`(_ pause: Int) throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    try desk.expectColors(
      after: .milliseconds(pause), drag: { try touchscreen.drag($0) }, tap: { try touchscreen.tap($0) })
  }

  @Test func `A finger on a faded bar works it and brings the bars back, while another draws on below them`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    let start = desk.paper(300, 200)
    let (bar, swatch) = (Place(x: desk.places.tool("eraser").x + 10, y: start.y), desk.places.swatch(3))
    try touchscreen.touch(0, .began, at: start)
    try touchscreen.touch(0, .moved, at: start.moved(-100, 0))
    try desk.window.see("no bars") { desk.places.isHidingBars($0) }
    try touchscreen.touch(1, .began, at: swatch)
    try touchscreen.touch(1, .ended, at: swatch)
    try desk.window.see("the bars") { desk.places.isShowingBars($0) }
    try touchscreen.touch(0, .moved, at: bar)
    try touchscreen.touch(0, .ended, at: bar)
    let second = desk.paper(300, 300)
    try touchscreen.drag([second, second.moved(100, 0), second.moved(200, 0)])
    let seen = try desk.seeDrawn("a line in the colour") { $0[second.moved(100, 0)] == DrawingPlaces.palette[3] }
    #expect(seen[start.moved(-100, 0)] == 0)
    try desk.expectRecorded(seen, "below a bar")
    #expect(try desk.shapes().count == 2)
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
