import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The player on a screen in memory. It plays ten fingers, 5.116 s long.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerTests {
  private static let recording = Fixture.path("ten-fingers.mcap")

  @Test func `It plays to the end, and shows what the recording renders to`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "16")
    try desk.seeEnd().attach("player at the end")
    try desk.showOriginalSize()
    desk.expect(try desk.still(), shows: try desk.render(), "player at the end, full size")
    #expect(try desk.window.quit() == 0)
  }

  @Test func `With options of ink it shows what render draws with them`() throws {
    let ink = ["--width", "14", "--color-by", "touch", "--smoothing", "none"]
    let desk = try PlayerDesk(Self.recording, ["--speed", "16"] + ink)
    _ = try desk.seeEnd()
    try desk.showOriginalSize()
    let rendered = try desk.render(arguments: ink)
    desk.expect(try desk.still(), shows: rendered, "player with ink of its own")
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Space pauses and plays`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "0.1")
    try desk.window.see("ink", PlayerDesk.hasInk)
    try desk.screen.press("space")
    let paused = try desk.still()
    try desk.screen.press("space")
    let ink = paused.count(in: PlayerDesk.canvas, of: 0)
    try desk.window.see("more ink") { $0.count(in: PlayerDesk.canvas, of: 0) > ink + 500 }
    try desk.screen.click(PlayerDesk.playButton)
    _ = try desk.still()
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Arrows step by frames, each of which is what its time renders to`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "16")
    _ = try desk.seeEnd()
    try desk.screen.press("t")
    try desk.showOriginalSize()
    // 2.119 s, with ten fingers down.
    let start = try desk.click(at: 400)
    let frames = try frameTimes(around: 400.0 / 966)
    try desk.screen.press("Right")
    let next = try seeChange(of: desk, from: start)
    desk.expect(next, shows: try desk.render("--at", frames[2]), "a frame on")
    try desk.screen.press("Left")
    let back = try seeChange(of: desk, from: next)
    desk.expect(back, shows: try desk.render("--at", frames[1]), "the frame before that")
    try desk.screen.press("Left")
    let before = try seeChange(of: desk, from: back)
    desk.expect(before, shows: try desk.render("--at", frames[0]), "two frames before")
    #expect(try desk.window.quit() == 0)
  }

  private func seeChange(of desk: PlayerDesk, from before: Screenshot) throws -> Screenshot {
    try desk.window.see("another frame") { !$0.equals(before, in: PlayerDesk.canvas) }
    return try desk.still()
  }

  /// The times of two frames before a place of 0…1 of the recording, and of one after it, in seconds.
  private func frameTimes(around fraction: Double) throws -> [String] {
    let lines = try Touchreel.succeed("dump", Self.recording).text.split(separator: "\n")
    let times = lines.filter { $0.contains("SYN_REPORT") }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    let end = try #require(times.last.flatMap(Double.init))
    let next = try #require(times.firstIndex { Double($0) ?? 0 > fraction * end })
    return Array(times[next - 2...next])
  }

  @Test func `A click on the timeline goes there, forward and back`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "16")
    let end = try desk.seeEnd()
    for pixel in [193, 773, 483] {
      let seen = try desk.click(at: pixel)
      #expect(seen.count(in: PlayerDesk.canvas, of: 0) < end.count(in: PlayerDesk.canvas, of: 0))
      #expect(PlayerDesk.hasInk(seen))
    }
    try desk.screen.press("End")
    try desk.window.see("the end again, pixel for pixel") { $0.equals(end, in: PlayerDesk.canvas) }
    try desk.screen.press("Home")
    try desk.window.see("an empty board") { !PlayerDesk.hasInk($0) }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The marked part is played over and over, and saved as a recording of its own`() throws {
    let folder = try TemporaryFolder()
    let desk = try PlayerDesk(Self.recording, "--speed", "16", in: folder)
    _ = try desk.seeEnd()
    try desk.click(at: 193)
    try desk.screen.press("i")
    try desk.click(at: 386)
    try desk.screen.press("o")
    let outside = PlayerDesk.timeline(at: 700)
    try desk.window.see("the part, and the rest covered") { $0[outside.x, PlayerDesk.timeline.y + 20] != 0x000000 }
      .attach("part")
    try desk.screen.press("l", "space")
    // At 16 times its speed it is over in a blink.
    for _ in 0..<5 {
      let seen = try desk.screen.picture()
      let place = try #require(PlayerDesk.place(in: seen))
      #expect((0.19...0.41).contains(place), "\(place)")
    }
    try desk.screen.press("space", "ctrl+e")
    try desk.window.see("the dialog of files") { $0[50, 180] != 0xffffff }
    try desk.screen.press("ctrl+a")
    try desk.screen.type(folder.path("part.mcap"))
    try desk.screen.press("Return")
    try desk.window.see("the file") { _ in FileManager.default.fileExists(atPath: folder.path("part.mcap")) }
    #expect(try desk.window.quit() == 0)
    // 5.116 s, from a fifth to two fifths of it.
    let info = try Touchreel.succeed("info", folder.path("part.mcap")).text
    #expect(info.contains(" over 1.0"), "\(info)")
  }

  @Test func `A drag along the timeline scrubs, and shows what each place renders to`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "16")
    _ = try desk.seeEnd()
    try desk.screen.press("t")
    try desk.showOriginalSize()
    for pixels in [[900, 700, 500, 250], [250, 10, 400, 640]] {
      try desk.screen.drag(pixels.map(PlayerDesk.timeline))
      let last = pixels[3]
      let seen = try desk.window.see("the mark where it was left") {
        abs((PlayerDesk.place(in: $0) ?? 2) * 966 - Double(last)) < 3
      }
      seen.attach("scrubbed to \(last)")
      desk.expect(
        try desk.still(), shows: try desk.render("--at", PlayerDesk.percent(at: last)), "scrubbed to \(last)")
    }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Touches are shown while they are down, unless they are switched off`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "16")
    _ = try desk.seeEnd()
    // Two seconds in, where all ten are down.
    try desk.click(at: 378)
    // Circles are drawn in the palette's colours.
    let orange: (Screenshot) -> Int = { $0.count(in: PlayerDesk.canvas, of: 0xe69f00) }
    try desk.window.see("circles") { orange($0) > 20 }.cropped(to: PlayerDesk.frame).attach("player")
    try desk.screen.click(PlayerDesk.touches)
    try desk.window.see("no circles") { orange($0) == 0 && PlayerDesk.hasInk($0) }
    try desk.screen.press("t")
    try desk.window.see("circles again") { orange($0) > 20 }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `With --loop it begins again`() throws {
    let desk = try PlayerDesk(Self.recording, "--speed", "4", "--loop")
    for round in 1...2 {
      try desk.window.see("the second half, round \(round)") { (PlayerDesk.place(in: $0) ?? 0) > 0.6 }
      try desk.window.see("the first half again, round \(round)") { (PlayerDesk.place(in: $0) ?? 1) < 0.4 }
    }
    try desk.screen.click(PlayerDesk.loop)
    _ = try desk.seeEnd()
    try desk.screen.press("l", "space")
    try desk.window.see("the first half, once it loops again") { (PlayerDesk.place(in: $0) ?? 1) < 0.4 }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Speeds are chosen by keys and in a list`() throws {
    let desk = try PlayerDesk(Self.recording)
    var names = [try desk.still()]
    for speed in [2, 4, 8, 16] { names.append(try seeSpeed(of: desk, besides: names, after: "plus", "\(speed)×")) }
    for name in names.dropLast().reversed() {
      try desk.screen.press("minus")
      try desk.window.see("the slower speed") { $0.equals(name, in: PlayerDesk.speed) }
    }
    for speed in [0.5, 0.25, 0.1] {
      names.append(try seeSpeed(of: desk, besides: names, after: "minus", "\(speed)×"))
    }
    try desk.screen.click(PlayerDesk.speed.middle)
    try desk.window.see("the list of speeds") { !$0.equals(names[7], in: PlayerDesk.canvas) }.attach("speeds")
    try desk.screen.press("Down", "Down", "Down", "Return")
    try desk.window.see("1× again") { $0.equals(names[0], in: PlayerDesk.canvas) }
    try desk.screen.act("mousemove", "500", "300")
    try desk.window.see("1× again") { $0.equals(names[0], in: PlayerDesk.speed) }
    #expect(try desk.window.quit() == 0)
  }

  private func seeSpeed(
    of desk: PlayerDesk, besides names: [Screenshot], after key: String, _ name: String
  ) throws -> Screenshot {
    try desk.screen.press(key)
    return try desk.window.see(name) { picture in names.allSatisfy { !picture.equals($0, in: PlayerDesk.speed) } }
  }

  @Test func `A cancelled stroke is shown in grey where that is wished`() throws {
    let desk = try PlayerDesk(Fixture.path("palm-mid-stroke.mcap"), "--speed", "16")
    let end = try desk.seeEnd()
    try desk.showOriginalSize()
    let plain = try desk.still()
    desk.expect(plain, shows: try desk.render(), "without cancelled ink")
    try desk.screen.press("c")
    try desk.window.see("grey ink") { !$0.equals(plain, in: PlayerDesk.canvas) }
    desk.expect(try desk.still(), shows: try desk.render("--show-cancelled"), "with cancelled ink")
    try desk.screen.press("c")
    try desk.window.see("no grey ink") { $0.equals(plain, in: PlayerDesk.canvas) }
    #expect(!end.equals(plain, in: PlayerDesk.canvas))
    #expect(try desk.window.quit() == 0)
  }

  @Test func `On a display of two pixels to a point each pixel is what a picture of twice the size has`() throws {
    let screen = try VirtualScreen(scale: 2)
    let window = try OpenWindow(["play", Self.recording, "--speed", "16"], on: screen, in: TemporaryFolder())
    let large = PlayerDesk.canvas.doubled
    try window.see("the end") { $0[PlayerDesk.timeline.maxX * 2 - 1, 2 * (PlayerDesk.timeline.y + 8)] == 0x3584e4 }
    try screen.act("mousemove", "300", "26")
    try screen.press("ctrl+0")
    try window.see("nothing but the board") { $0[large.x + 40, large.y + 10] == 0xffffff }
    let picture = window.folder.path("render.png")
    try Touchreel.succeed("render", Self.recording, "-o", picture, "--size", "3840x2160")
    let board = try Screenshot(png: picture)
    let part = PixelRect(
      x: (board.size.width - large.width) / 2, y: (board.size.height - large.height) / 2, width: large.width,
      height: large.height)
    let seen = try window.still(in: large)
    seen.attach("two pixels to a point")
    let difference = seen.difference(from: board.cropped(to: part), canvas: large, hidden: [])
    #expect(difference == nil)
    #expect(try window.quit() == 0, "\(window.log)")
  }
}
