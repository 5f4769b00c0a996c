import TestSupport
import Testing

/// Touches of slots whose contacts have no id, chosen by their numbers.
@Suite(.slow)
struct CutUnnamedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The steps of each touch, by its number: places, without its id.
  private func samples(_ file: String) throws -> [[String]] {
    var touches: [[String]] = []
    for line in try Touchreel.succeed("dump", "--touches", file).text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 4, words[2] == "touch", let number = Int(words[3]) else { continue }
      while touches.count <= number { touches.append([]) }
      touches[number].append(words[4] + " " + words.drop { $0 != "x" }.joined(separator: " "))
    }
    return touches
  }

  /// After `beginning`, a contact of slot 0 moves and is lifted, and then one with an id comes into its slot.
  private func file(_ beginning: String) throws -> String {
    let moves = (1...5).map { number in
      EvemuText.frame(1_000_000 + 10_000 * number, "3 53 \(50 + 50 * number)", "3 54 \(180 + 20 * number)")
    }
    let rest = [
      EvemuText.frame(1_100_000, "3 57 -1", "1 330 0"),
      EvemuText.frame(1_200_000, "3 57 7", "1 330 1", "3 53 600", "3 54 600"), EvemuText.frame(1_210_000, "3 53 700"),
      EvemuText.frame(1_220_000, "3 57 -1", "1 330 0"),
    ]
    return try folder.write(EvemuText.screen + beginning + (moves + rest).joined(), to: "in.evemu")
  }

  private func check(_ file: String) throws {
    let all = try samples(file)
    try #require(all.count == 2 && all[0].count == 6 && all[1].count == 3, "\(all)")
    for number in 0...1 {
      for (option, left) in [("--touch", [all[number]]), ("--not-touch", [all[1 - number]])] {
        for suffix in ["mcap", "evemu"] {
          let out = folder.path("out.\(suffix)")
          try Touchreel.succeed("cut", file, out, option, "\(number)", "--force")
          #expect(try samples(out) == left, "\(option) \(number) as \(suffix)")
        }
      }
    }
  }

  @Test func `A contact that was down at the beginning`() throws {
    try check(file(EvemuText.frame(1_000_000)))
  }

  @Test func `A contact whose id was lost`() throws {
    try check(file(EvemuText.frame(1_000_000, "0 3 0")))
  }

  /// BTN_TOUCH alone says that the finger whose lift was lost is gone, and the cut leaves BTN_TOUCH out.
  @Test func `A contact whose lift was lost ends where it ended`() throws {
    let down = EvemuText.frame(1_000_000, "3 47 0", "3 57 5", "1 330 1", "3 53 100", "3 54 100")
    let lost = [
      EvemuText.frame(1_010_000, "3 53 150"), EvemuText.frame(1_020_000, "0 3 0"),
      EvemuText.frame(1_030_000, "1 330 0"),
      EvemuText.frame(1_100_000, "3 57 6", "1 330 1", "3 53 500", "3 54 500"),
      EvemuText.frame(1_110_000, "3 57 -1", "1 330 0"),
    ]
    let file = try folder.write(EvemuText.screen + down + lost.joined(), to: "lost.evemu")
    let all = try samples(file)
    try #require(all.map(\.count) == [3, 2], "\(all)")
    for number in 0...1 {
      try Touchreel.succeed("cut", file, folder.path("kept.mcap"), "--touch", "\(number)", "--force")
      try Touchreel.succeed("cut", file, folder.path("left.mcap"), "--not-touch", "\(number)", "--force")
      #expect(try samples(folder.path("kept.mcap")) == [all[number]])
      #expect(try samples(folder.path("left.mcap")) == [all[1 - number]])
    }
  }

  @Test func `A touch goes on where the state was read after a loss of events`() throws {
    // A synced state, which only our own recordings have, repeats the ids of what is down.
    let file = Fixture.path("overrun.mcap")
    let all = try samples(file)
    for number in all.indices {
      try Touchreel.succeed("cut", file, folder.path("kept.mcap"), "--touch", "\(number)", "--force")
      try Touchreel.succeed("cut", file, folder.path("left.mcap"), "--not-touch", "\(number)", "--force")
      #expect(try samples(folder.path("kept.mcap")) == [all[number]], "touch \(number)")
      #expect(try samples(folder.path("left.mcap")).count == all.count - 1)
    }
  }
}
