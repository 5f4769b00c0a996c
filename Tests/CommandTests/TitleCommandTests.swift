import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// touchreel render --title and --loop.
struct TitleCommandTests {
  let folder: TemporaryFolder
  let ten = Fixture.path("ten-fingers.mcap")

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ options: String..., of file: String? = nil) throws -> DecodedPicture {
    let arguments = ["render", file ?? ten, "-o", folder.path("a.png"), "--size", "480x270", "--force"]
    try Touchreel.succeed(arguments + options)
    return try DecodedPicture(folder.path("a.png"))
  }

  /// The rectangle in which two pictures differ: left, top, right, bottom.
  private func difference(_ one: DecodedPicture, _ other: DecodedPicture) -> [Int] {
    var bounds = [Int.max, Int.max, -1, -1]
    for y in 0..<one.size[1] {
      for x in 0..<one.size[0] where one.buffer[x, y] != other.buffer[x, y] {
        bounds = [min(bounds[0], x), min(bounds[1], y), max(bounds[2], x), max(bounds[3], y)]
      }
    }
    return bounds
  }

  @Test(arguments: ["A", "Lesson 1: how to hold the pen", "שיעור ראשון: איך מחזיקים את העט", "الدرس الأول"])
  func `A title is in the middle of the upper edge and changes nothing else`(title: String) throws {
    let background = ["--background", "#3060c0"]
    let plain = try picture(background[0], background[1])
    let bounds = difference(plain, try picture(background[0], background[1], "--title", title))
    // Margin 24 of 1920 points: 6 of 480 pixels; padding 14, and a line of 40 points, some 50 high: 10 + 12 + 4.
    #expect((5...7).contains(bounds[1]) && (20...30).contains(bounds[3]), "\(bounds)")
    #expect(abs(bounds[0] - (479 - bounds[2])) <= 1 && bounds[0] > 6, "\(bounds)")
  }

  @Test func `A long title has smaller letters and more lines, and ends with an ellipsis`() throws {
    let plain = try picture()
    let words = String(repeating: "a long title ", count: 12)
    let long = difference(plain, try picture("--title", words))
    #expect(long[3] > 30 && long[3] <= 6 + 7 + 90 + 1 && long[0] >= 5, "\(long)")
    // A third of 100 points is one line of 22 points.
    let wide = ["render", ten, "-o", folder.path("a.svg"), "--size", "960x100"]
    try Touchreel.succeed(wide + ["--title", String(repeating: "ever longer ", count: 83)])
    let text = try folder.text("a.svg")
    #expect(text.contains("ever longer") && text.contains("…"))
    #expect(text.components(separatedBy: "ever").count < 30)
  }

  @Test func `A title is a text in vectors, and is in every frame of a film`() throws {
    try Touchreel.succeed(["render", ten, "-o", folder.path("a.svg"), "--title", "<Fish & chips>"])
    #expect(try folder.text("a.svg").contains("&lt;Fish &amp; chips&gt;"))
    let film = ["render", ten, "--format", "raw", "--size", "480x270", "--fps", "1", "--to", "2s", "-o"]
    try Touchreel.succeed(film + [folder.path("plain.raw")])
    try Touchreel.succeed(film + [folder.path("titled.raw"), "--title", "Lesson 1"])
    let (plain, titled) = try (data("plain.raw"), data("titled.raw"))
    let (frame, upper) = (480 * 270 * 4, 480 * 30 * 4)
    #expect(plain.count == 3 * frame && titled.count == plain.count)
    for start in stride(from: 0, to: plain.count, by: frame) {
      #expect(plain[start..<start + upper] != titled[start..<start + upper])
      #expect(plain[(start + upper)..<start + frame] == titled[(start + upper)..<start + frame])
    }
  }

  @Test func `A drawing has a title as well`() throws {
    try Touchreel.succeed("convert", ten, folder.path("a.touchreel.json"))
    let drawing = folder.path("a.touchreel.json")
    let bounds = difference(try picture(of: drawing), try picture("--title", "Notes", of: drawing))
    // White paper is not seen on white, but the letters in its middle.
    #expect((8...18).contains(bounds[1]) && (14...30).contains(bounds[3]), "\(bounds)")
    try Touchreel.succeed("render", drawing, "-o", folder.path("a.svg"), "--title", "Notes")
    #expect(try folder.text("a.svg").contains("Notes"))
  }

  @Test(arguments: [
    ["-o", "a.png", "--title", ""], ["-o", "a.png", "--title", String(repeating: "x", count: 10_000)],
    ["-o", "a.html", "--title", "x"], ["-o", "a.png", "--loop"], ["-o", "a.html", "--loop"],
  ]) func `Titles and loops that cannot be are refused`(options: [String]) throws {
    let outcome = try Programs.run(Touchreel.path, ["render", ten] + options, in: folder.url)
    #expect(outcome.status == 64 && folder.names.isEmpty, "\(outcome)")
  }

  private func data(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.url(name))) }

  @Test func `A loop holds its last picture for a second and fades to the first in half of one`() throws {
    let film = ["render", ten, "-o", folder.path("a.raw"), "--size", "160x90", "--to", "2s", "--fps", "10"]
    try Touchreel.succeed(film)
    let plain = try data("a.raw")
    try Touchreel.succeed(film + ["--loop", "--force"])
    let looped = try data("a.raw")
    let length = 160 * 90 * 4
    // 0, 0.1, …, 2 s, then 10 frames and 5.
    #expect(plain.count == 21 * length && looped.count == (21 + 10 + 5) * length)
    #expect(looped.starts(with: plain))
    func frame(_ number: Int) -> ArraySlice<UInt8> { looped[(number * length)..<(number + 1) * length] }
    #expect(frame(30).elementsEqual(frame(20)))
    for step in 1...5 {
      // A sixth of the way more each time: 43, 85, 128, 171, 213 of 256.
      let weight = [43, 85, 128, 171, 213][step - 1]
      let mixed = zip(frame(20), frame(0)).map { (Int($0) * (256 - weight) + Int($1) * weight + 128) >> 8 }
      #expect(frame(30 + step).elementsEqual(mixed.map { UInt8($0) }), "step \(step)")
    }
    try Touchreel.succeed(film + ["--loop", "--hold", "0", "--force"])
    #expect(try data("a.raw").count == (21 + 5) * length)
  }
}
