import Canvas
import Foundation
import Testing

/// The player on a screen in memory. It plays ten fingers, 5.116 s long.
@Suite(.enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerTests {
  /// Places in its window of 1000 × 760, which opens in the top left corner.
  private enum Places {
    /// Without its border.
    static let window = PixelRect(x: 4, y: 4, width: 992, height: 752)
    static let canvas = PixelRect(minX: 5, minY: 51, maxX: 995, maxY: 647)
    /// Where the times of the recording are told.
    static let time = PixelRect(x: 195, y: 720, width: 130, height: 24)
    static let timeline = PixelRect(minX: 17, minY: 653, maxX: 983, maxY: 709)
    static let playButton = Place(x: 119, y: 732)
    static let touches = Place(x: 727, y: 732)
    static let loop = Place(x: 898, y: 732)

    static func timeline(at fraction: Double) -> Place {
      Place(x: timeline.x + Int(fraction * Double(timeline.width)), y: timeline.middle.y)
    }
  }

  private static let recording = Fixture.path("ten-fingers.mcap")
  /// Of the line that shows where the player is.
  private static let mark: UInt32 = 0x3584e4

  private func open(_ arguments: String...) throws -> OpenWindow {
    let window = try OpenWindow(["play", Self.recording] + arguments, on: VirtualScreen(), in: TemporaryFolder())
    try window.see("the timeline's mark") { markPlace($0) != nil }
    return window
  }

  /// Where the mark is, from 0 to 1.
  private func markPlace(_ screen: Screenshot) -> Double? {
    let line = Places.timeline
    let x = (line.x..<line.maxX).first { screen[$0, line.y + 6] == Self.mark }
    return x.map { Double($0 - line.x) / Double(line.width) }
  }

  private func hasInk(_ screen: Screenshot) -> Bool { screen.count(in: Places.canvas, of: 0) > 500 }

  /// Waits for the last picture of the recording.
  private func seeEnd(_ window: OpenWindow) throws -> Screenshot {
    try window.see("the end") { (markPlace($0) ?? 0) > 0.995 && hasInk($0) }
    return try still(window)
  }

  @Test func `It plays to the end, and shows what the recording renders to`() throws {
    let window = try open("--speed", "16")
    let seen = try seeEnd(window)
    seen.attach("player at the end")
    let picture = window.folder.path("render.png")
    try Programs.touchreel("render", Self.recording, "-o", picture)
    let board = try Screenshot(png: picture)
    // At its own size the board is larger than the view, which shows its middle.
    try window.screen.press("ctrl+0")
    let large = try window.see("nothing but the board") { $0[Places.canvas.x + 20, Places.canvas.y + 5] == 0xffffff }
    large.attach("player at the end, full size")
    let view = PixelRect(minX: 100, minY: 100, maxX: 900, maxY: 600)
    let middle = Place(
      x: view.x - Places.canvas.middle.x + board.size.width / 2,
      y: view.y - Places.canvas.middle.y + board.size.height / 2)
    let corners = (-3...3).flatMap { dx in (-3...3).map { middle.moved(dx, $0) } }
    #expect(corners.contains { large.shows(view, at: $0, of: board) })
    #expect(try window.quit() == 0)
  }

  /// A key that comes while the window is given the focus is lost, and nothing tells of that: a second window is asked then.
  @Test func `Space pauses and plays, arrows step by frames`() throws {
    do { try playByKeys() } catch is Failure { try playByKeys() }
  }

  private func playByKeys() throws {
    let window = try open("--speed", "0.1")
    try window.screen.act("mousemove", "500", "300")
    try window.see("ink", hasInk)
    try window.screen.press("space")
    let paused = try still(window)
    paused.attach("player paused")
    try window.screen.press("Right")
    let stepped = try window.see("a frame later") { !$0.equals(paused, in: Places.time) }
    try window.screen.press("Left")
    try window.see("the frame before, pixel for pixel") {
      !$0.equals(stepped, in: Places.time) && $0.equals(paused, in: Places.canvas)
    }
    try window.screen.click(Places.playButton)
    try window.see("more ink") { $0.count(in: Places.canvas, of: 0) > paused.count(in: Places.canvas, of: 0) + 500 }
    #expect(try window.quit() == 0)
  }

  /// A picture that does not change any more.
  private func still(_ window: OpenWindow) throws -> Screenshot {
    var (before, alike) = (try window.screen.picture(), 0)
    return try window.see("a picture that stands still") { picture in
      alike = picture.equals(before, in: Places.window) ? alike + 1 : 0
      before = picture
      return alike == 5
    }
  }

  @Test func `A click on the timeline goes there, forward and back`() throws {
    let window = try open("--speed", "16")
    let end = try seeEnd(window)
    for fraction in [0.2, 0.8, 0.5] {
      try window.screen.click(Places.timeline(at: fraction))
      let seen = try window.see("the mark at \(fraction)") { abs((markPlace($0) ?? 2) - fraction) < 0.01 }
      try window.see("less ink than at the end") {
        $0.count(in: Places.canvas, of: 0) < end.count(in: Places.canvas, of: 0) && hasInk($0)
      }
      seen.attach("timeline at \(Int(fraction * 100)) percent")
    }
    try window.screen.press("End")
    try window.see("the end again, pixel for pixel") { $0.equals(end, in: Places.canvas) }
    try window.screen.press("Home")
    try window.see("an empty board") { !hasInk($0) }
    #expect(try window.quit() == 0)
  }

  @Test func `Touches are shown while they are down, unless they are switched off`() throws {
    let window = try open("--speed", "16")
    _ = try seeEnd(window)
    try window.screen.click(Places.timeline(at: 0.5))
    // Circles are drawn in the palette's colours.
    let orange: (Screenshot) -> Int = { $0.count(in: Places.canvas, of: 0xe69f00) }
    try window.see("circles") { orange($0) > 20 }.cropped(to: Places.window).attach("player")
    try window.screen.click(Places.touches)
    try window.see("no circles") { orange($0) == 0 && hasInk($0) }
    #expect(try window.quit() == 0)
  }

  @Test func `With --loop it begins again`() throws {
    let window = try open("--speed", "4", "--loop")
    try window.see("the second half") { (markPlace($0) ?? 0) > 0.6 }
    try window.see("the first half again") { (markPlace($0) ?? 1) < 0.4 }
    try window.screen.click(Places.loop)
    _ = try seeEnd(window)
    #expect(try window.quit() == 0)
  }
}
