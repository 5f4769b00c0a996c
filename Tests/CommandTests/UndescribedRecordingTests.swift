import Foundation
import TestSupport
import Testing

/// A recording of protocol A without a description: every command finds the same touches.
@Suite(.slow)
struct UndescribedRecordingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A flick of one finger, each step of which is more than a third of all that it covers, and a tap elsewhere.
  private static let flick: String = {
    var lines: [String] = []
    func add(_ time: Int, _ text: String) { lines.append("[     100.\(String(1_000_000 + time).dropFirst())] \(text)") }
    func digits(_ value: Int) -> String { String(String(0x1_0000_0000 + value, radix: 16).dropFirst()) }
    func frame(_ time: Int, _ x: Int?, _ key: String?) {
      if let x {
        add(time, "EV_ABS       ABS_MT_POSITION_X    \(digits(x))")
        add(time, "EV_ABS       ABS_MT_POSITION_Y    \(digits(1000 - x / 2))")
      }
      add(time, "EV_SYN       SYN_MT_REPORT        00000000")
      if let key { add(time, "EV_KEY       BTN_TOUCH            \(key)") }
      add(time, "EV_SYN       SYN_REPORT           00000000")
    }
    for (place, x) in [400, 520, 640].enumerated() { frame(place * 16_000, x, place == 0 ? "DOWN" : nil) }
    frame(48_000, nil, "UP")
    frame(300_000, 410, "DOWN")
    frame(316_000, nil, "UP")
    return lines.joined(separator: "\n") + "\n"
  }()

  private struct Facts: Decodable {
    struct Touches: Decodable { var began: Int }
    var touches: Touches
  }

  /// The touches by `info` and by `dump`.
  private func touches(of file: String) throws -> [Int] {
    let facts = try JSONDecoder().decode(Facts.self, from: Data(try Touchreel.run("info", "--json", file).text.utf8))
    let steps = try Touchreel.run("dump", "--touches", file).text
    return [facts.touches.began, steps.split(separator: "\n").count { $0.contains(" began ") }]
  }

  @Test func `All commands, a pipe and a copy have the same touches on the same board`() throws {
    let file = try folder.write(Self.flick, to: "flick.getevent")
    #expect(try touches(of: file) == [2, 2])
    let piped = try Touchreel.run(shell: #"cat flick.getevent | "$@" dump --touches -"#, in: folder.url)
    #expect(piped.text.split(separator: "\n").count { $0.contains(" began ") } == 2, "\(piped)")
    let copy = folder.path("flick.mcap")
    try Touchreel.run("convert", file, copy)
    #expect(try touches(of: copy) == [2, 2])
    try Touchreel.run("render", file, "-o", folder.path("a.png"))
    try Touchreel.run("render", copy, "-o", folder.path("b.png"))
    let pictures = try ["a.png", "b.png"].map { try DecodedPicture(folder.path($0)) }
    #expect(pictures[0].size == pictures[1].size && pictures[0].ink == pictures[1].ink)
  }

  @Test func `Compared with its copy it is the same`() throws {
    let file = try folder.write(Self.flick, to: "flick.getevent")
    let copy = folder.path("flick.mcap")
    try Touchreel.run("convert", file, copy)
    for pair in [[file, copy], [copy, file]] {
      let outcome = try Programs.run(Touchreel.path, ["compare"] + pair)
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome)")
    }
  }

  /// Where each touch begins on the board.
  private func beginnings(_ arguments: [String]) throws -> [String] {
    try Touchreel.succeed(["dump", "--touches"] + arguments).text.split(separator: "\n").filter {
      $0.contains(" began ")
    }
    .map { line in line.split(separator: " ").drop { $0 != "x" }.prefix(4).joined(separator: " ") }
  }

  @Test func `A part of it lies on the board where the whole does`() throws {
    let file = try folder.write(Self.flick, to: "flick.getevent")
    let last = try #require(try beginnings([file]).last)
    for suffix in ["mcap", "evemu", "yml"] {
      let part = folder.path("part.\(suffix)")
      try Touchreel.succeed("cut", file, part, "--from", "0.2")
      #expect(try beginnings([part]) == [last], "\(suffix)")
      // A part of the part, and its copy.
      let (again, copy) = (folder.path("again.\(suffix)"), folder.path("copy-\(suffix).mcap"))
      try Touchreel.succeed("cut", part, again, "--to", "end")
      try Touchreel.succeed("convert", again, copy)
      #expect(try beginnings([again]) == [last] && beginnings([copy]) == [last], "\(suffix)")
    }
  }

  @Test(arguments: ["evemu", "yml"]) func `A part of it has no device's ranges`(suffix: String) throws {
    let file = try folder.write(Self.flick, to: "flick.getevent")
    let part = folder.path("part.\(suffix)")
    let cut = try Touchreel.succeed("cut", file, part, "--from", "0.2")
    #expect(cut.errors.contains("the ranges of its device are not known"), "\(cut)")
    let outcome = try Touchreel.run("inject", part, "--target", "remarkable-2-touch", "--format", "sendevent")
    #expect(outcome.status == 1 && outcome.errors.contains("does not say the range of"), "\(outcome)")
    let described = try Touchreel.run("info", file, "--description", part)
    #expect(described.status == 1 && described.errors.contains("does not describe a device"), "\(described)")
    #expect(try touches(of: part) == [1, 1])
  }

  @Test func `What cannot hold where its ink lies says how to draw it there`() throws {
    let file = try folder.write(Self.flick, to: "flick.getevent")
    let last = try #require(try beginnings([file]).last)
    for suffix in ["getevent", "raw24"] {
      let part = folder.path("part.\(suffix)")
      let outcome = try Touchreel.succeed("cut", file, part, "--from", "0.2")
      let range = try #require(outcome.errors.firstMatch(of: /--range ([-0-9,]+)/), "\(outcome)")
      #expect(try beginnings([part, "--range", String(range.1)]) == [last], "\(suffix)")
    }
  }
}
