import Foundation
import TestSupport
import Testing

/// What lies on the border between two parts.
@Suite(.slow)
struct CutBoundaryTests {
  let folder: TemporaryFolder
  /// Two fingers, and two losses of events, between which the device moves one of them; the last frame is at 0.07 s.
  private let two: String

  init() throws {
    folder = try TemporaryFolder()
    let down = EvemuText.frame(
      1_000_000, "3 47 1", "3 57 6", "3 53 400", "3 54 900", "3 47 0", "3 57 5", "1 330 1", "3 53 100", "3 54 100")
    let losses = [
      EvemuText.frame(1_010_000, "3 53 150", "3 54 150"), EvemuText.frame(1_020_000, "0 3 0"),
      EvemuText.frame(1_030_000, "3 53 500", "3 54 500"), EvemuText.frame(1_040_000, "0 3 0"),
    ]
    let end = [
      EvemuText.frame(1_050_000, "3 53 900", "3 54 200"), EvemuText.frame(1_060_000, "3 53 910", "3 54 210"),
      EvemuText.frame(1_070_000, "3 57 -1", "1 330 0"),
    ]
    two = try folder.write(EvemuText.screen + down + (losses + end).joined(), to: "two.evemu")
  }

  private func frames(_ file: String) throws -> Int {
    try Touchreel.succeed("dump", file).text.split(separator: "\n").count { $0.contains("SYN_REPORT") }
  }

  @Test(arguments: ["mcap", "evemu", "yml", "getevent", "raw24"])
  func `Parts cut at any frame are joined to the recording, losses and all`(suffix: String) throws {
    try expectJoined(two, suffix)
  }

  @Test(arguments: ["mcap", "evemu", "getevent"])
  func `Parts of a device with a light that is on are joined, which the description tells`(suffix: String) throws {
    let text = try String(contentsOfFile: two, encoding: .utf8)
    let light = "B: 11 01 00 00 00 00 00 00 00\nL: 00 1\n"
    let lit = EvemuText.screen + light + text.dropFirst(EvemuText.screen.count)
    try expectJoined(folder.write(lit, to: "lit.evemu"), suffix)
    try Touchreel.succeed("compare", folder.path("lit.evemu"), folder.path("whole.\(suffix)"))
  }

  private func expectJoined(_ recording: String, _ suffix: String) throws {
    let whole = folder.path("whole.\(suffix)")
    try Touchreel.succeed("convert", recording, whole)
    for time in 1...7 {
      let parts = [1, 2].map { folder.path("\(time)-\($0).\(suffix)") }
      let joined = folder.path("\(time).\(suffix)")
      try Touchreel.succeed("cut", whole, parts[0], "--to", "0.0\(time)")
      try Touchreel.succeed("cut", whole, parts[1], "--from", "0.0\(time)")
      try Touchreel.succeed(["join"] + parts + ["-o", joined])
      try Touchreel.succeed("compare", whole, joined)
      #expect(try frames(joined) == 8)
    }
  }

  @Test func `A part ends before its end, and the end is behind everything`() throws {
    for (end, count) in [("0.07", 7), ("0.071", 8), ("end", 8), ("100%", 8)] {
      let part = folder.path("part.evemu")
      try Touchreel.succeed("cut", two, part, "--to", end, "--force")
      #expect(try frames(part) == count, "to \(end)")
    }
    let nothing = try Touchreel.run("cut", two, folder.path("nothing.evemu"), "--from", "end")
    #expect(nothing.status == 1 && nothing.errors.contains("the result would be empty"))
  }
}
