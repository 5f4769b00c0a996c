import Foundation
import TestSupport
import Testing

/// A recording whose device nothing describes stays one in formats that begin with a description.
@Suite(.slow)
struct InferredDescriptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.flick, to: "flick.getevent")
    try folder.write(Self.tap, to: "tap.getevent")
  }

  private static func lines(_ time: Int, _ events: [String]) -> [String] {
    events.map { "[     100.\(String(1_000_000 + time).dropFirst())] \($0)" }
  }

  /// A flick of protocol A, each step of which is most of all that it covers.
  private static let flick: String = {
    var text: [String] = []
    for (place, x) in ["00000010", "00000200", "00000380"].enumerated() {
      text += lines(
        place * 10_000,
        [
          "EV_ABS       ABS_MT_POSITION_X    \(x)", "EV_ABS       ABS_MT_POSITION_Y    00000030",
          "EV_SYN       SYN_MT_REPORT        00000000", "EV_SYN       SYN_REPORT           00000000",
        ])
    }
    text += lines(30_000, ["EV_SYN       SYN_MT_REPORT        00000000", "EV_SYN       SYN_REPORT           00000000"])
    return text.joined(separator: "\n") + "\n"
  }()

  /// A tap of protocol B that moves by one unit.
  private static let tap =
    (lines(
      0,
      [
        "EV_ABS       ABS_MT_TRACKING_ID   00000001", "EV_ABS       ABS_MT_POSITION_X    00000200",
        "EV_ABS       ABS_MT_POSITION_Y    00000300", "EV_SYN       SYN_REPORT           00000000",
      ])
    + lines(
      10_000, ["EV_ABS       ABS_MT_POSITION_X    00000201", "EV_SYN       SYN_REPORT           00000000"])
    + lines(
      20_000, ["EV_ABS       ABS_MT_TRACKING_ID   ffffffff", "EV_SYN       SYN_REPORT           00000000"]))
    .joined(separator: "\n") + "\n"

  private func run(_ line: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
  }

  /// The steps of touches, without the name of the device.
  private func touches(of file: String) throws -> String { try run("dump --touches \(file)").text }

  private static let warning = "the ranges of its device are not known: what is written was inferred from the events"

  private static let commands = [
    "convert IN OUT", "convert - OUT <IN", "cut IN OUT --from 0", "salvage IN -o OUT", "salvage - -o OUT <IN",
  ]

  @Test(arguments: ["flick", "tap"], ["evemu", "yml"])
  func `What was not known stays unknown, and the touches are the same`(name: String, suffix: String) throws {
    let input = "\(name).getevent"
    let wanted = try touches(of: input)
    for command in Self.commands {
      let output = "out.\(suffix)"
      let line = command.replacing("IN", with: input).replacing("OUT", with: output)
      let outcome = try run("\(line) --force")
      let said = (outcome.text + outcome.errors).split(separator: "\n").filter { $0.contains(Self.warning) }
      #expect(outcome.status == 0 && said.count == 1, "\(line): \(outcome)")
      #expect(try touches(of: output) == wanted, "\(line)")
      #expect(try touches(of: "- <\(output)") == wanted, "\(line)")
      try expectUnknownRange(output)
    }
  }

  private func expectUnknownRange(_ file: String) throws {
    for pipe in ["\(file)", "- <\(file)"] {
      let outcome = try run("inject --target remarkable-2-touch --format sendevent \(pipe)")
      #expect(outcome.status == 1 && outcome.errors.contains("does not say the range of"), "\(file): \(outcome)")
      let info = try run("info \(pipe)")
      #expect(info.text.contains("its axes and ranges are inferred from its events"), "\(info)")
      #expect(!info.text.contains("was down before"), "\(info)")
    }
    let described = try run("info tap.getevent --description \(file)")
    #expect(described.status == 1 && described.errors.contains("does not describe a device"), "\(described)")
  }

  @Test(arguments: ["evemu", "yml"])
  func `Joined recordings are as unknown as their parts`(suffix: String) throws {
    let outcome = try run("join tap.getevent tap.getevent -o out.\(suffix)")
    #expect(outcome.status == 0 && outcome.errors.contains(Self.warning), "\(outcome)")
    #expect(try run("info out.\(suffix)").text.contains("\n  2 touches, "))
    try expectUnknownRange("out.\(suffix)")
  }

  @Test(arguments: ["evemu", "yml"])
  func `A description describes the copy as well, and a stated range is the device's own`(suffix: String) throws {
    let header = try folder.write(Recorded.header, to: "screen.desc")
    _ = try run("convert tap.getevent out.\(suffix)")
    let wanted = try run("dump --touches tap.getevent --description \(header)")
    let copied = try run("dump --touches out.\(suffix) --description \(header)")
    #expect(copied.text == wanted.text && !copied.errors.contains("inferred"), "\(copied)")
    let stated = try run("convert tap.getevent stated.\(suffix) --range 0,1000,0,2000")
    #expect(stated.status == 0 && stated.errors.contains("its device's description is not complete"), "\(stated)")
    #expect(try touches(of: "stated.\(suffix)") == run("dump --touches tap.getevent --range 0,1000,0,2000").text)
    #expect(try run("inject --target remarkable-2-touch --format sendevent stated.\(suffix)").status == 0)
  }

  @Test(arguments: ["evemu", "yml"])
  func `A device's own description is not marked`(suffix: String) throws {
    try folder.write(Recorded.line, to: "line.evemu")
    let outcome = try run("convert line.evemu out.\(suffix)")
    #expect(outcome.status == 0 && !outcome.errors.contains("inferred"), "\(outcome)")
    let text = try String(contentsOfFile: folder.path("out.\(suffix)"), encoding: .utf8)
    #expect(!text.contains("TOUCHREEL_INFERRED"))
  }
}
