import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Windows of any size, a program that is stopped for a while, and a display that goes away.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct HardshipTests {
  private func resize(_ desk: DrawingDesk, to width: Int, _ height: Int) throws {
    try desk.screen.act(
      "search", "--onlyvisible", "--name", "TouchReel", "windowsize", "--sync", "\(width)", "\(height)")
  }

  @Test func `A window that was as small as a stamp and larger than its screen is drawn in like any other`() throws {
    let desk = try DrawingDesk()
    let before = try desk.drawLine(at: 300)
    try resize(desk, to: 3000, 2000)
    // Its bars lie beyond the screen, and at first its board is smaller than it is.
    try desk.window.see("a window that is larger") { $0[desk.places.color] == 0xffffff }
    let early = [desk.paper(300, 100), desk.paper(400, 150), desk.paper(500, 100)]
    try desk.screen.drag(early)
    try desk.window.see("both lines, where they were drawn") {
      $0[early[2]] == 0 && $0.equals(before, in: PixelRect(x: 300, y: 330, width: 400, height: 200))
    }
    for (width, height) in [(60, 40), (1, 1)] { try resize(desk, to: width, height) }
    try resize(desk, to: VirtualScreen.size.width, VirtualScreen.size.height)
    try desk.seeDrawn("both lines, where they were drawn") { $0[early[2]] == 0 && $0[early[0]] == 0 }
    let seen = try desk.drawLine(at: 400)
    seen.attach("after all sizes")
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
    // The board has kept the largest size, of which the window shows the upper left part.
    let dump = try Touchreel.succeed("dump", desk.recording).text
    let size = try #require(dump.matches(of: #/"size","value":\[(\d+),(\d+)/#).last?.output)
    #expect(Int(size.1) ?? 0 > 2900 && Int(size.2) ?? 0 > 1900)
    let picture = desk.folder.path("board.png")
    try Touchreel.succeed("render", desk.recording, "-o", picture, "--size", "\(size.1)x\(size.2)")
    let board = try Screenshot(png: picture)
    for y in desk.places.paper.y..<desk.places.paper.maxY {
      for x in desk.places.paper.x..<desk.places.paper.maxX {
        let (left, top) = (desk.places.canvas.x, desk.places.canvas.y)
        if seen[x, y] != board[x - left, y - top] { Issue.record("pixels differ at \(x), \(y)") }
      }
    }
  }

  @Test func `A program that is stopped in the middle of a stroke goes on with it`() throws {
    let desk = try DrawingDesk()
    let line = [desk.paper(300, 300), desk.paper(400, 350), desk.paper(500, 300), desk.paper(600, 350)]
    try desk.screen.act("mousemove", "\(line[0].x)", "\(line[0].y)", "mousedown", "1")
    try desk.screen.act("mousemove", "\(line[1].x)", "\(line[1].y)")
    try desk.window.see("the beginning") { $0[line[1]] == 0 }
    desk.window.send(SIGSTOP)
    try desk.screen.act("mousemove", "\(line[2].x)", "\(line[2].y)")
    desk.window.send(SIGCONT)
    try desk.screen.act("mousemove", "\(line[3].x)", "\(line[3].y)", "mouseup", "1")
    let seen = try desk.seeDrawn("all of the stroke") { screen in screen[line[3]] == 0 && screen[line[0]] == 0 }
    try desk.expectRecorded(seen, "stopped and continued")
    let touches = try Touchreel.succeed("dump", "--touches", desk.recording).text.split(separator: "\n")
    #expect(touches.count { $0.contains(" began ") } == 1 && touches.count { $0.contains(" ended ") } == 1)
  }

  @Test func `When the display goes away, what was drawn is recorded, and offered at the next start`() throws {
    let folder = try TemporaryFolder()
    var screen: VirtualScreen? = try VirtualScreen()
    var window: OpenWindow? = try OpenWindow(["draw"], on: #require(screen), in: folder)
    try window?.see("an empty drawing") { DrawingPlaces(emptyIn: $0) != nil }
    try screen?.drag([Place(x: 300, y: 200), Place(x: 400, y: 260), Place(x: 500, y: 200)])
    try window?.see("ink, and a recording of it") { screen in
      screen[Place(x: 500, y: 200)] == 0
        && folder.files(endingIn: ".mcap").contains {
          (try? Touchreel.succeed("dump", "--touches", $0.path).text.contains("ended")) == true
        }
    }
    screen?.stop()
    #expect(window?.ended() == 1)
    #expect(window?.log.contains("touchreel: the display went away") == true, "\(window?.log ?? "")")
    (window, screen) = (nil, nil)
    let next = try OpenWindow(["draw"], on: VirtualScreen(), in: folder)
    try next.see("an offer", \.showsBanner)
    // It slides in.
    _ = try next.still(in: PixelRect(x: 10, y: 52, width: 1100, height: 60))
    try next.screen.click(DrawingDesk.offer)
    try next.see("the ink") { $0[Place(x: 500, y: 200)] == 0 }.attach("after the display went away")
    #expect(next.end(with: SIGTERM) == 0)
  }
}
