import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What the player's timeline shows of a recording: 16,384 parts in 966 columns of pixels, and times below.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerTimelineTests {
  private enum Marks {
    static let cancel: UInt32 = 0xe01b24
    static let drop: UInt32 = 0xff7800
    static let undo: UInt32 = 0x3584e4
  }

  /// The columns of the timeline whose mark is of a colour.
  private func columns(of color: UInt32, in screen: Screenshot) -> [Int] {
    let line = PlayerDesk.timeline
    return (0..<line.width).filter { screen[line.x + $0, line.y + 2] == color }
  }

  /// The columns of a mark, which is 2 pixels wide: from the one of the part of its instant.
  private func columns(of time: Double, outOf duration: Double) -> [Int] {
    let part = Int(time / duration * 16_384)
    let first = (0..<966).last { Int(Double($0) / 966 * 16_384) <= part } ?? 0
    return [first, first + 1]
  }

  private func end(of recording: String) throws -> PlayerDesk {
    let desk = try PlayerDesk(recording, "--speed", "16")
    _ = try desk.seeEnd()
    return desk
  }

  @Test func `A palm's cancel is marked in red where it was`() throws {
    let desk = try end(of: Fixture.path("palm-mid-stroke.mcap"))
    let seen = try desk.still()
    seen.attach("a cancel on the timeline")
    // 0.375669 s of 1.008141 s.
    #expect(columns(of: Marks.cancel, in: seen) == columns(of: 0.375669, outOf: 1.008141))
    // 359.97 of 966, in the part that begins at 359.95.
    #expect(columns(of: Marks.cancel, in: seen) == [360, 361])
    #expect(columns(of: Marks.drop, in: seen) == [])
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Lost events are marked in orange where they were`() throws {
    let desk = try end(of: Fixture.path("overrun.mcap"))
    let seen = try desk.still()
    seen.attach("lost events on the timeline")
    // 0.756164 s of 1.559778 s: 468.3 of 966.
    #expect(columns(of: Marks.drop, in: seen) == [468, 469])
    #expect(columns(of: Marks.cancel, in: seen) == [])
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The strip is as high as there are touches down`() throws {
    let desk = try end(of: Fixture.path("ten-fingers.mcap"))
    let seen = try desk.still()
    let line = PlayerDesk.timeline
    let background = seen[line.x + 601, line.y + 20]
    func height(at pixel: Int) -> Int {
      (line.y..<line.maxY - 6).count { seen[line.x + pixel, $0] != background }
    }
    // Ten fingers at 1 s and at 4 s, none at 3.18 s; between, one after another comes. No time is written there.
    #expect(height(at: 601) == 0)
    #expect(height(at: 189) > 30 && height(at: 189) == height(at: 755))
    let growing = [38, 48, 58, 68, 78].map(height)
    #expect(growing == growing.sorted() && Set(growing).count == 5, "\(growing)")
    #expect(try desk.window.quit() == 0)
  }

  @Test func `An undo is marked in blue where it was`() throws {
    let drawing = try DrawingDesk()
    for y in [100, 200, 300] {
      try drawing.draw([drawing.paper(50, y), drawing.paper(250, y)])
      if y == 200 {
        try drawing.screen.press("ctrl+z")
        try drawing.window.see("one stroke less") { $0[drawing.paper(250, 200)] == 0xffffff }
      }
    }
    #expect(try drawing.window.quit() == 0)
    let lines = try Touchreel.succeed("dump", drawing.recording).text.split(separator: "\n")
    let times = lines.filter { $0.contains("SYN_REPORT") }.compactMap(time)
    let undo = try #require(lines.first { $0.contains("undo") }.flatMap(time))
    let desk = try end(of: drawing.recording)
    try desk.screen.click(PlayerDesk.timeline(at: 0))
    let seen = try desk.window.see("the beginning") { PlayerDesk.place(in: $0) == 0 }
    seen.attach("an undo on the timeline")
    let expected = columns(of: undo - times[0], outOf: try #require(times.last) - times[0])
    let marked = columns(of: Marks.undo, in: seen).filter { $0 > 2 }
    #expect(marked == expected, "undone after \(undo - times[0]) s")
    #expect(try desk.window.quit() == 0)
  }

  private func time(_ line: Substring) -> Double? { line.split(separator: " ").first.flatMap { Double($0) } }
}
