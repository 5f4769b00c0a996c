import Foundation
import TestSupport
import Testing

/// Descriptions of the other multitouch protocol than the events, and files beside a recording that describe nothing.
@Suite(.slow)
struct OtherProtocolTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.header(slots: false), to: "a.prop")
    try folder.write(Self.header(slots: true), to: "b.prop")
    try folder.write(Self.anonymous, to: "anonymous.events")
    try folder.write(Self.slotted, to: "slotted.events")
  }

  private static func header(slots: Bool) -> String {
    let mask = slots ? "80 60 02" : "00 60 00"
    let axes = "A: 35 0 1000 0 0 0\nA: 36 0 1000 0 0 0\n"
    return "# EVEMU 1.2\nN: Screen\nI: 0003 0001 0001 0001\nP: 02 00 00 00 00 00 00 00\n"
      + "B: 00 0b 00 00 00 00 00 00 00\nB: 03 00 00 00 00 00 \(mask)\n" + axes
      + (slots ? "A: 2f 0 9 0 0 0\nA: 39 0 65535 0 0 0\n" : "")
  }

  private static func events(_ time: String, _ events: [String]) -> String {
    events.map { "E: \(time) \($0)\n" }.joined()
  }

  /// Two fingers of protocol A.
  private static let anonymous =
    events("0.1", ["0003 0035 100", "0003 0036 100", "0000 0002 0", "0003 0035 800", "0003 0036 800", "0000 0002 0"])
    + events("0.1", ["0000 0000 0"]) + events("0.2", ["0000 0002 0", "0000 0000 0"])

  /// Two fingers of protocol B.
  private static let slotted =
    events("0.1", ["0003 002f 0", "0003 0039 1", "0003 0035 100", "0003 0036 100"])
    + events("0.1", ["0003 002f 1", "0003 0039 2", "0003 0035 800", "0003 0036 800", "0000 0000 0"])
    + events("0.2", ["0003 0039 -1", "0003 002f 0", "0003 0039 -1", "0000 0000 0"])

  private func run(_ line: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
  }

  @Test(arguments: [("anonymous", "a", "b", "A"), ("slotted", "b", "a", "B")])
  func `The events' protocol counts, and the other is said in one line`(
    events: String, right: String, wrong: String, name: String
  ) throws {
    for format in ["events", "raw24", "yml", "mcap"] {
      if format != "events" { _ = try run("convert \(events).events \(events).\(format)") }
      for input in ["\(events).\(format)", "- <\(events).\(format)"] {
        let wanted = try run("dump --touches \(input) --description \(right).prop")
        let outcome = try run("dump --touches \(input) --description \(wrong).prop")
        #expect(outcome.text == wanted.text && outcome.text.contains("touch 1 began"), "\(input): \(outcome)")
        let said = outcome.errors.split(separator: "\n").filter { $0.contains("its events are of protocol \(name)") }
        #expect(said.count == 1 && !wanted.errors.contains("of protocol"), "\(input): \(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(input): \(outcome)")
      }
    }
  }

  @Test(arguments: [("anonymous", "a", "b", "A"), ("slotted", "b", "a", "B")])
  func `A recording whose own description is of the other protocol is read with that of its events`(
    events: String, right: String, wrong: String, name: String
  ) throws {
    for prop in [right, wrong] {
      let shell = "cat \(prop).prop \(events).events >\(prop).evemu"
      #expect(try Touchreel.run(shell: shell, in: folder.url).status == 0)
    }
    let wanted = try run("dump --touches \(right).evemu")
    #expect(wanted.text.contains("touch 1 began") && wanted.errors.isEmpty, "\(wanted)")
    for input in ["\(wrong).evemu", "- <\(wrong).evemu"] {
      let outcome = try run("dump --touches \(input)")
      #expect(outcome.text == wanted.text, "\(input): \(outcome)")
      #expect(outcome.errors.contains("its events are of protocol \(name)"), "\(input): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(input): \(outcome)")
    }
    let copied = try run("convert \(wrong).evemu copy.mcap && \"$@\" dump --touches copy.mcap")
    #expect(copied.text.contains("touch 1 began"), "\(copied)")
  }

  @Test func `Undescribed recordings of both protocols are joined as two devices, or refused`() throws {
    for name in ["anonymous", "slotted"] {
      let shell = #""$@" convert \#(name).events \#(name).raw24"#
      #expect(try Touchreel.run(shell: shell, in: folder.url).status == 0)
    }
    for (first, second) in [("anonymous", "slotted"), ("slotted", "anonymous")] {
      let joined = try run("join \(first).raw24 \(second).raw24 -o \(first).joined.mcap")
      #expect(joined.status == 0, "\(joined)")
      let touches = try run("dump --touches \(first).joined.mcap")
      #expect(touches.text.split(separator: "\n").count { $0.contains(" began ") } == 4, "\(touches)")
      #expect(try run("info \(first).joined.mcap").text.contains("4 touches"))
      let refused = try run("join \(first).raw24 \(second).raw24 -o joined.evemu")
      #expect(refused.status == 1 && refused.errors.contains("evemu holds one device"), "\(refused)")
    }
  }

  @Test func `A file beside the recording is compared as well`() throws {
    try folder.write(Self.header(slots: true), to: "anonymous.prop")
    let outcome = try run("info anonymous.events")
    #expect(outcome.text.contains("protocol A, 2 touches"), "\(outcome)")
    #expect(outcome.text.contains("and the device beside it is of protocol B (Screen)"), "\(outcome)")
  }

  @Test(arguments: ["", "garbage\n", "# EVEMU 1.3\nN: Screen\n"])
  func `A file beside the recording that describes nothing is said`(text: String) throws {
    try folder.write(text, to: "slotted.desc")
    for command in ["info slotted.events", "dump --touches slotted.events", "convert slotted.events x.mcap"] {
      let outcome = try run(command)
      let said = (outcome.text + outcome.errors).split(separator: "\n").filter {
        $0.contains("slotted.desc beside it does not describe a device: ignored")
      }
      #expect(outcome.status == 0 && said.count == 1, "\(command): \(outcome)")
    }
  }
}
