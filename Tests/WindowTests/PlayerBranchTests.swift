import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Drawing on from what is played, and playing what is being drawn.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerBranchTests {
  /// The places in the window that one draws in.
  private let places = DrawingPlaces(canvas: PixelRect(minX: 5, minY: 51, maxX: 1115, maxY: 755))

  /// Whether a part of the screen shows a board at its own size, in the middle of that canvas or half a point beside.
  private func shows(_ board: Screenshot, _ screen: Screenshot) -> Bool {
    let corner = Place(
      x: places.paper.x - places.canvas.middle.x + board.size.width / 2,
      y: places.paper.y - places.canvas.middle.y + board.size.height / 2)
    let corners = (-2...2).flatMap { dx in (-2...2).map { corner.moved(dx, $0) } }
    return corners.contains { screen.shows(places.paper, at: $0, of: board) }
  }

  @Test func `Drawing on from the middle makes a recording of its own, which begins with what was there`() throws {
    let folder = try TemporaryFolder()
    let original = folder.path("original.mcap")
    try FileManager.default.copyItem(atPath: Fixture.path("ten-fingers.mcap"), toPath: original)
    let desk = try PlayerDesk(original, "--speed", "16", in: folder)
    _ = try desk.seeEnd()
    // 3.07 s: the first ten fingers have gone, the others have not come.
    try desk.click(at: 580)
    let board = try desk.render("--at", PlayerDesk.percent(at: 580))
    try desk.screen.press("ctrl+d")
    try desk.window.see("a second window, with its bars and the drawing") {
      places.isShowingBars($0) && $0.count(in: places.paper, of: 0) > 1000
    }
    try desk.screen.act("mousemove", "560", "300")
    try desk.screen.press("ctrl+0")
    try desk.window.see("what was played, at its own size") { shows(board, $0) }.attach("branch")
    try desk.screen.drag([Place(x: 200, y: 600), Place(x: 500, y: 620), Place(x: 900, y: 600)])
    let drawn = try desk.window.see("a stroke more, and the bars") {
      $0[Place(x: 900, y: 600)] == 0 && places.isShowingBars($0)
    }
    drawn.attach("branch drawn on")
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
    let branch = try #require(folder.files(endingIn: ".mcap").first { $0.path != original }).path
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: original))
        == Data(contentsOf: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap"))))
    #expect(try began(branch) == 11)
    try Touchreel.succeed("render", branch, "-o", folder.path("branch.png"))
    #expect(shows(try Screenshot(png: folder.path("branch.png")), drawn))
    #expect(!shows(board, drawn))
  }

  private func began(_ recording: String) throws -> Int {
    try Touchreel.succeed("dump", "--touches", recording).text.split(separator: "\n").count { $0.contains(" began ") }
  }

  /// The number of touches that have ended in what has been written so far.
  private func ended(_ recording: String) throws -> Int {
    try Programs.run(Touchreel.path, ["dump", "--touches", recording]).text.split(separator: "\n").count {
      $0.contains(" ended ")
    }
  }

  @Test func `A recording that is being written plays up to where it is`() throws {
    let drawing = try DrawingDesk()
    for y in [150, 250] {
      try drawing.draw([drawing.paper(50, y), drawing.paper(300, y + 100), drawing.paper(550, y)])
    }
    while try ended(drawing.recording) < 2 {}
    let desk = try PlayerDesk(drawing.recording, "--speed", "16")
    _ = try desk.seeEnd()
    try desk.screen.press("t", "ctrl+0")
    let written = try desk.render()
    let seen = try desk.still()
    // The message about the missing end lies above.
    desk.expect(seen, shows: written, below: 120, "being written")
    #expect(seen.count(in: PlayerDesk.canvas, of: 0) > 500)
    // It goes on, and was not touched.
    try drawing.draw([drawing.paper(50, 350), drawing.paper(300, 450), drawing.paper(550, 350)])
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
    #expect(try drawing.window.quit() == 0, "\(drawing.window.log)")
    #expect(try began(drawing.recording) == 3)
  }
}
