import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What the player's timeline shows of a recording in 966 columns of pixels: marks, rows and times below.
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

  /// The columns of a mark, which is 2 pixels wide: from the one of its instant.
  private func columns(of time: Double, outOf duration: Double) -> [Int] {
    let first = Int(time / duration * 966)
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
    // 359.97 of 966.
    #expect(columns(of: Marks.cancel, in: seen) == [359, 360])
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

  @Test func `Each finger has a row, and the pointer is told what is there`() throws {
    let desk = try end(of: Fixture.path("ten-fingers.mcap"))
    let seen = try desk.still()
    let line = PlayerDesk.timeline
    let background = seen[line.x + 601, line.y + 20]
    /// Which of the ten rows, each 3.4 of 34 pixels high, show something at a pixel.
    func rows(at pixel: Int) -> [Int] {
      (0..<10).filter { seen[line.x + pixel, line.y + 8 + Int(Double($0) * 3.4) + 1] != background }
    }
    // Ten fingers at 1 s and at 4 s, none at 3.18 s; between, one after another comes.
    #expect(rows(at: 601) == [] && rows(at: 189) == Array(0..<10) && rows(at: 755) == rows(at: 189))
    let growing = [3, 13, 23, 33, 43].map { rows(at: $0).count }
    #expect(growing == growing.sorted() && Set(growing).count > 3, "\(growing)")
    // A tooltip comes below the pointer, over the buttons: letters on black.
    try desk.screen.act("mousemove", "\(line.x + 300)", "\(line.y + 14)")
    try desk.screen.act("mousemove", "\(line.x + 301)", "\(line.y + 14)")
    let told = try desk.window.see("a tooltip") { screen in
      screen.count(in: PixelRect(x: line.x + 200, y: line.y + 20, width: 260, height: 60), of: 0) > 800
    }
    told.attach("a touch on the timeline")
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
