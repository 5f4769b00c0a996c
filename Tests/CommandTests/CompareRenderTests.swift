import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// touchreel compare --renders, with pictures that are kept.
@Suite(.slow)
struct CompareRenderTests {
  let folder: TemporaryFolder
  let line: String
  let golden: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
    golden = folder.path("golden.png")
    try Touchreel.run("render", line, "-o", golden, "--size", "480x240", "--width", "8")
  }

  private func compare(_ arguments: String...) throws -> Programs.Outcome {
    try Programs.run(Touchreel.path, ["compare", "--renders", line, golden] + arguments)
  }

  @Test func `A recording that renders to the kept picture is the same, at the picture's size`() throws {
    let same = try compare("--width", "8")
    #expect(same.status == 0 && same.text.isEmpty, "\(same)")
  }

  @Test func `A difference names its pixels, the touch and its time, and is shown in a picture`() throws {
    let outcome = try compare("--width", "10", "--difference", folder.path("where.png"))
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.text.contains("with touch 0, which begins at 0.0 s"), "\(outcome)")
    let picture = try DecodedPicture(folder.path("where.png"))
    #expect(picture.size == [480, 240])
    // Two points wider, at a quarter of the scale: a quarter of a pixel on both sides of the line's 384.
    #expect(picture.buffer.pixels.count { $0 == 0xffff_0000 } > 2 * 380, "\(outcome)")
  }

  @Test func `A tolerance of the largest difference makes pictures the same`() throws {
    #expect(try compare("--width", "10", "--tolerance", "255").status == 0)
    #expect(try compare("--width", "10", "--tolerance", "1").status == 1)
  }

  @Test func `JSON has the touch and its time`() throws {
    let outcome = try compare("--width", "10", "--json")
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let difference = try #require(report["difference"] as? [String: Any])
    #expect(difference["kind"] as? String == "render" && difference["touch"] as? Int == 0, "\(outcome)")
    #expect(difference["time"] as? Double == 0, "\(outcome)")
  }

  @Test func `Times within the tolerance are the same`() throws {
    let moved = Recorded.line.replacingOccurrences(of: "E: 0.400001", with: "E: 0.402001")
    let other = try folder.write(moved, to: "moved.evemu")
    func status(_ tolerance: String) throws -> Int32 {
      try Touchreel.run("compare", line, other, "--time-tolerance", tolerance).status
    }
    // One frame is 2 ms late.
    #expect(try status("2ms") == 0)
    #expect(try status("1.9ms") == 1)
  }

  @Test func `A damaged picture is an error, and so is an option of renders without --renders`() throws {
    let content = try Data(contentsOf: URL(fileURLWithPath: golden))
    try content.prefix(100).write(to: URL(fileURLWithPath: golden))
    let damaged = try compare()
    #expect(damaged.status == 2 && damaged.errors.split(separator: "\n").count == 1, "\(damaged)")
    let misplaced = try Touchreel.run("compare", line, line, "--tolerance", "3")
    #expect(misplaced.status == 64 && misplaced.errors.contains("add --renders"), "\(misplaced)")
  }
}
