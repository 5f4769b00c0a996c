import Foundation
import TestSupport
import Testing

/// Times of a recording whose clock was set back: docs/times.md.
@Suite(.slow)
struct ClockBackTests {
  let folder: TemporaryFolder
  /// A finger for 41 frames of 20 ms; before frame 20 the clock is set back by 600 ms, so that it never catches up.
  private let back: String
  /// The same, where it is set back by 100 ms, and catches up with frame 25.
  private let caughtUp: String

  init() throws {
    folder = try TemporaryFolder()
    back = try folder.write(Self.finger(setBackBy: 600_000), to: "back.evemu")
    caughtUp = try folder.write(Self.finger(setBackBy: 100_000), to: "caught-up.evemu")
  }

  private static func finger(setBackBy step: Int) -> String {
    var (text, time) = (EvemuText.screen, 10_000_000)
    for number in 0...40 {
      if number == 20 { time -= step }
      switch number {
      case 0: text += EvemuText.frame(time, "3 57 1", "1 330 1", "3 53 100", "3 54 500")
      case 40: text += EvemuText.frame(time, "3 57 -1", "1 330 0")
      default: text += EvemuText.frame(time, "3 53 \(100 + 20 * number)", "3 54 \(500 + number % 7 * 20)")
      }
      time += 20_000
    }
    return text
  }

  private func count(_ word: String, _ arguments: String...) throws -> Int {
    try Touchreel.succeed(["dump"] + arguments).text.split(separator: "\n").count { $0.contains(word) }
  }

  @Test func `The length is from the first event to the latest time, wherever it is said`() throws {
    let info = try Touchreel.succeed("info", back)
    #expect(info.text.contains("over 0.38 s"), "\(info)")
    let cut = try Touchreel.run("cut", back, folder.path("none.mcap"), "--from", "5")
    #expect(cut.status == 1 && cut.errors.contains("in this span (the recording is 0.38 s long)"), "\(cut)")
  }

  @Test(arguments: ["end", "100%"]) func `The end is behind the last frame of the file`(end: String) throws {
    for file in [back, caughtUp] {
      #expect(try count("SYN_REPORT", file, "--to", end) == 41)
      #expect(try count(" touch 0 ", "--touches", file, "--to", end) == 41)
      #expect(try count(",0,0,0,1,", "--format", "csv", file, "--to", end) == 41)
      let pictures = ["whole", "end"].map { folder.path("\($0).png") }
      try Touchreel.succeed("render", file, "-o", pictures[0], "--size", "300x300", "--force")
      try Touchreel.succeed("render", file, "-o", pictures[1], "--size", "300x300", "--force", "--at", end)
      let whole = try Data(contentsOf: URL(fileURLWithPath: pictures[0]))
      #expect(try Data(contentsOf: URL(fileURLWithPath: pictures[1])) == whole)
      let script = try Touchreel.succeed("inject", "--format", "sendevent", file, "-o", "-", "--to", end).text
      // 40 positions and the lift: a frame that says nothing new is none.
      #expect(script.split(separator: "\n").count { $0 == "e 0 0 0" } >= 40)
    }
  }

  @Test func `A film ends with everything`() throws {
    for file in [back, caughtUp] {
      let frames = folder.path("frames of \(URL(fileURLWithPath: file).lastPathComponent)")
      try Touchreel.succeed("render", file, "-o", "\(frames)/%03d.png", "--size", "120x120", "--fps", "10")
      try Touchreel.succeed("render", file, "-o", folder.path("full.png"), "--size", "120x120", "--force")
      let last = try #require(FileManager.default.contentsOfDirectory(atPath: frames).max())
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: "\(frames)/\(last)"))
          == Data(contentsOf: URL(fileURLWithPath: folder.path("full.png"))))
    }
  }

  /// The clock shows 0.38 s at most before it is set back. With 0.38 s in the first part, and what follows while the
  /// clock is behind, which has no later time, in the second.
  @Test(arguments: [("back", "0.38", 19, 22), ("back", "0.2", 10, 31), ("caught-up", "0.39", 25, 16)])
  func `A cut falls between two frames of the file`(name: String, time: String, first: Int, second: Int) throws {
    let file = folder.path("\(name).evemu")
    let parts = ["first", "second"].map { folder.path("\($0).mcap") }
    try Touchreel.succeed("cut", file, parts[0], "--to", time)
    try Touchreel.succeed("cut", file, parts[1], "--from", time)
    #expect(try count("SYN_REPORT", parts[0]) == first)
    #expect(try count("SYN_REPORT", parts[1]) == second)
    // What is printed up to and with a time.
    #expect(try count("SYN_REPORT", file, "--to", "0.379") == 19)
    #expect(try count("SYN_REPORT", file, "--from", time) == second)
  }
}

/// Evemu's text of a screen with two slots.
enum EvemuText {
  static let screen = """
    # EVEMU 1.3
    N: two slots
    I: 0003 1234 5678 0111
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 1 0 0 0
    A: 35 0 1000 0 0 0
    A: 36 0 1000 0 0 0
    A: 39 0 65535 0 0 0

    """

  /// - Parameters:
  ///   - microseconds: when all of the frame is.
  ///   - events: type, code and value in decimal; the SYN_REPORT is added.
  static func frame(_ microseconds: Int, _ events: String...) -> String {
    let time = "\(microseconds / 1_000_000).\(String(String(1_000_000 + microseconds % 1_000_000).dropFirst()))"
    return (events + ["0 0 0"]).map { event in
      let parts = event.split(separator: " ").compactMap { Int($0) }
      let codes = parts.prefix(2).map { String(String(0x10000 + $0, radix: 16).dropFirst()) }
      return "E: \(time) \(codes.joined(separator: " ")) \(parts[2])\n"
    }.joined()
  }
}
