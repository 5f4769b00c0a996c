import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What the player's timeline shows of a recording: 600 parts, each 1.61 pixels wide.
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

  /// The first column that is wholly within the part of an instant, or within the 2 pixels that a mark has at least.
  private func column(of time: Double, outOf duration: Double) -> Int {
    Int((Double(Int(time / duration * 600)) * 1.61).rounded(.up))
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
    #expect(columns(of: Marks.cancel, in: seen) == [column(of: 0.375669, outOf: 1.008141)])
    #expect(columns(of: Marks.cancel, in: seen) == [360])
    #expect(columns(of: Marks.drop, in: seen) == [])
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Lost events are marked in orange where they were`() throws {
    let desk = try end(of: Fixture.path("overrun.mcap"))
    let seen = try desk.still()
    seen.attach("lost events on the timeline")
    // 0.756164 s of 1.559778 s.
    #expect(columns(of: Marks.drop, in: seen) == [467])
    #expect(columns(of: Marks.cancel, in: seen) == [])
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The strip is as high as there are touches down`() throws {
    let desk = try end(of: Fixture.path("ten-fingers.mcap"))
    let seen = try desk.still()
    let line = PlayerDesk.timeline
    let background = seen[line.x + 580, line.y + 20]
    func height(at pixel: Int) -> Int {
      (line.y..<line.maxY - 6).count { seen[line.x + pixel, $0] != background }
    }
    // Ten fingers at 1 s and at 4 s, none at 3.07 s; between, one after another comes.
    #expect(height(at: 580) == 0)
    #expect(height(at: 189) > 30 && height(at: 189) == height(at: 755))
    let growing = [5, 24, 43, 62, 81].map(height)
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
    let expected = column(of: undo - times[0], outOf: try #require(times.last) - times[0])
    let marked = columns(of: Marks.undo, in: seen).filter { $0 > 2 }
    #expect(marked == [expected], "undone after \(undo - times[0]) s")
    #expect(try desk.window.quit() == 0)
  }

  private func time(_ line: Substring) -> Double? { line.split(separator: " ").first.flatMap { Double($0) } }
}
