import Foundation
import TestSupport
import Testing

/// The descriptions that `getevent -p` and `-i` print, read past foreign lines, and written.
@Suite(.slow)
struct GeteventDescriptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let description = [
    "add device 1: /dev/input/event3", "  bus:      0018", "  vendor    0001", "  product   0002", "  version   0003",
    "  name:     \"fts_ts\"", "  location: \"i2c\"", "  id:       \"\"", "  version:  1.0.1", "  events:",
    "    KEY (0001): KEY_BACK              BTN_TOUCH            ",
    "    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0",
    "                ABS_MT_POSITION_X     : value 0, min 0, max 10799, fuzz 0, flat 0, resolution 0",
    "                ABS_MT_POSITION_Y     : value 0, min 0, max 23999, fuzz 0, flat 0, resolution 0",
    "                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0",
    "  input props:", "    INPUT_PROP_DIRECT",
  ]
  private static let events = """
    [       1.000000] 0003 0039 00000001
    [       1.000000] 0003 0035 00000064
    [       1.000000] 0003 0036 000000c8
    [       1.000000] 0001 014a 00000001
    [       1.000000] 0000 0000 00000000
    [       1.010000] 0003 0039 ffffffff
    [       1.010000] 0001 014a 00000000
    [       1.010000] 0000 0000 00000000

    """

  private func run(_ line: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
  }

  private static let foreign = [
    "root@phone:/ # ", "The screen shows this.", "    dead battery", "[   12.345678] usb 1-1: new device",
    "01-02 03:04:05.678  1  2 I foo: bar", "        deaf ABS_MT_POSITION_X", "  name:     \"another\"",
  ]

  @Test(arguments: foreign)
  func `A foreign line in a description is skipped with a warning`(line: String) throws {
    try folder.write(Self.description.joined(separator: "\n") + "\n" + Self.events, to: "whole.getevent")
    let wanted = try run("dump --touches whole.getevent")
    try folder.write(Self.events, to: "events.getevent")
    for index in [1, 6, 10, 11, 13, 15, 16, 17] {
      var lines = Self.description
      lines.insert(line, at: index)
      let text = lines.joined(separator: "\n") + "\n"
      try folder.write(text + Self.events, to: "in.getevent")
      try folder.write(text, to: "phone.txt")
      for command in [
        "dump --touches in.getevent", "dump --touches - <in.getevent",
        "dump --touches events.getevent --description phone.txt",
      ] {
        // What is printed first is the name.
        guard index > 5 || !line.contains("name:") else { continue }
        let outcome = try run(command)
        #expect(outcome.text == wanted.text, "\(line) at \(index), \(command): \(outcome)")
        #expect(outcome.errors.split(separator: "\n").count { $0.contains(": skipped") } == 1, "\(command): \(outcome)")
      }
      guard index > 5 || !line.contains("name:") else { continue }
      let script = try run("inject in.getevent --format sendevent --target phone.txt")
      #expect(script.status == 0 && script.errors.contains("phone.txt: line \(index + 1): "), "\(script)")
    }
  }

  @Test func `Labels of a newer kernel are skipped, and the others of the line are read`() throws {
    let text = Self.description.joined(separator: "\n").replacing("KEY_BACK  ", with: "KEY_FROM_2040  ")
    try folder.write(text + "\n" + Self.events, to: "in.getevent")
    let outcome = try run("info in.getevent")
    #expect(outcome.text.contains("fts_ts, touchscreen, protocol B, 10 slots, 1 touch"), "\(outcome)")
    #expect(!outcome.text.contains("skipped"), "\(outcome)")
  }

  /// Rows of codes look like those of a hexdump.
  @Test(arguments: [true, false])
  func `A keyboard in numbers is read, with events and without`(hasEvents: Bool) throws {
    let rows = stride(from: 1, to: 97, by: 8).map { first in
      (first..<first + 8).map { String(String(0x1_0000 + $0, radix: 16).dropFirst()) }.joined(separator: "  ")
    }
    let lines = Self.description[..<10] + ["    KEY (0001): " + rows[0]] + rows[1...].map { "                " + $0 }
    let events = hasEvents ? "[       1.000000] 0001 001e 00000001\n[       1.000000] 0000 0000 00000000\n" : ""
    try folder.write(lines.joined(separator: "\n") + "\n" + events, to: "keyboard.getevent")
    for input in ["keyboard.getevent", "- <keyboard.getevent"] {
      let outcome = try run("info \(input)")
      #expect(outcome.status == 0 && outcome.text.contains(": getevent, "), "\(input): \(outcome)")
    }
    let copy = try run("convert keyboard.getevent copy.getevent")
    #expect(copy.status == 0, "\(copy)")
    #expect(try run("info copy.getevent").status == 0)
  }

  @Test func `A described recording is the same as getevent, from a file as from a pipe`() throws {
    let axes = Recorded.header.split(separator: "\n").filter { $0.hasPrefix("A: ") }
    #expect(!axes.isEmpty)
    try folder.write(Recorded.line, to: "in.evemu")
    for (command, output) in [("convert in.evemu", "a.getevent"), ("convert - <in.evemu", "b.getevent")] {
      let outcome = try run("\(command) \(output)")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let same = try run("compare in.evemu \(output)")
      #expect(same.status == 0, "\(same)")
      #expect(try run("dump --touches \(output)").text == run("dump --touches in.evemu").text)
      #expect(try run("dump --touches - <\(output)").text == run("dump --touches in.evemu").text)
    }
    _ = try run("convert a.getevent back.evemu")
    let back = try String(contentsOfFile: folder.path("back.evemu"), encoding: .utf8)
    #expect(axes.allSatisfy { back.contains($0) }, "\(back)")
  }

  @Test func `Raw events say how many touches are others without the description`() throws {
    // Protocol A: a contact is not followed over more than a part of the device's range.
    let header = """
      # EVEMU 1.2
      N: Screen
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 00 60 00
      A: 35 0 1000 0 0 0
      A: 36 0 1000 0 0 0

      """
    let events = [0, 500, 1000].enumerated().map { place, x in
      "E: 0.\(place)00000 0003 0035 \(x)\nE: 0.\(place)00000 0003 0036 500\nE: 0.\(place)00000 0000 0002 0\n"
        + "E: 0.\(place)00000 0000 0000 0\n"
    }
    try folder.write(header + events.joined() + "E: 0.300000 0000 0002 0\nE: 0.300000 0000 0000 0\n", to: "in.evemu")
    #expect(try run("info in.evemu").text.contains("\n  3 touches, "))
    for command in ["convert in.evemu o.raw24", "convert - o.raw24 <in.evemu", "cut in.evemu o.raw24 --to end"] {
      let outcome = try run("\(command) --force")
      #expect(
        outcome.status == 0
          && outcome.errors.contains("read without its description, 3 of 3 touches are not the same, and there is 1"),
        "\(command): \(outcome)")
    }
    let salvaged = try run("salvage in.evemu -o o.raw24 --force")
    #expect(salvaged.text.contains("not written: read without its description, 3 of 3"), "\(salvaged)")
    try folder.write(Recorded.line, to: "line.evemu")
    let same = try run("convert line.evemu line.raw24")
    #expect(same.status == 0 && !same.errors.contains("not the same"), "\(same)")
  }
}
