import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Lines that were joined where bytes between them were lost: what is whole is read, and the rest is counted.
struct JoinedLinesTests {
  private static let malformed = "is a malformed event or description: skipped"

  /// The sample with some of its text replaced by other text, and how many lines of events it then has.
  private func reading(_ sample: TextSample, _ part: String, _ other: String) throws -> Reading {
    let text = sample.text.replacing(part, with: other, maxReplacements: 1)
    #expect(text != sample.text)
    return try Reading(text, as: sample.format)
  }

  @Test func `An event of evemu within the comment of another one is read`() throws {
    let text = TextSample.evemu.text.replacing("0300\nE:", with: "0300\t# ABS_MTE:")
    let reading = try Reading(text)
    #expect(reading.lines == TextSample.lines && reading.warnings.isEmpty)
  }

  @Test(arguments: ["# ABS_MT0000 0000 0000\t# SYN_REPORT", "# ABS_MT_P.010000 0000 0000 0000"])
  func `A part of an event within a comment is counted`(_ comment: String) throws {
    let reading = try reading(.evemu, "0300\nE: 1.010000 0000 0000 0000", "0300 \(comment)")
    #expect(reading.lines.count == 7)
    #expect(reading.warnings == ["line 14: text behind an event: skipped"])
  }

  @Test(arguments: ["# EV_ABS / ABS_MT_POSITION_X  300", "# here it jumps, see #12: why?", "# at 1.5 s"])
  func `Other comments are none`(_ comment: String) throws {
    let reading = try reading(.evemu, "0300\n", "0300\t\(comment)\n")
    #expect(reading.lines == TextSample.lines && reading.warnings.isEmpty)
  }

  @Test func `An event of evtest behind the half of a ruler is read`() throws {
    let reading = try reading(.evtest, "------- SYN_REPORT ------------\nEvent: time 1.01", "------Event: time 1.01")
    #expect(reading.lines == TextSample.lines && !reading.warnings.contains { $0.contains("line") })
  }

  @Test(arguments: [TextSample.evtest, .koreader, .python])
  func `An event that was cut in its name takes nothing of the next one`(_ sample: TextSample) throws {
    let ends = ["_X), value 300\n", "_X), value: 300, time: 1.010000\n"]
    let start = try #require(ends.first { sample.text.contains($0) })
    let reading = try reading(sample, start, "")
    #expect(reading.lines == TextSample.lines.filter { $0 != "1010000 3 53 300" })
    #expect(reading.warnings.contains { $0.hasSuffix(Self.malformed) }, "\(reading.warnings)")
  }

  @Test func `KOReader's mark without an event before another one is counted`() throws {
    let cut = "=> type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X), value: 300, time: 1.010000\n"
    let reading = try reading(.koreader, cut, "")
    #expect(reading.lines.count == 7)
    #expect(reading.warnings.last == "line 6: \(Self.malformed)", "\(reading.warnings)")
  }

  @Test(arguments: [
    ("DEBUG input event => type: 3 (EV_ABS), code: 53", "DEBUG input => type: 3 (EV_ABS), code: 53"),
    ("type: 3 (EV_ABS), code: 53", "type: 0x10 (EV_ABS), code: 53"),
  ])
  func `KOReader's damaged events are counted`(_ whole: String, _ damaged: String) throws {
    let reading = try reading(.koreader, whole, damaged)
    #expect(reading.lines.count == 7)
    #expect(reading.warnings.last == "line 2: \(Self.malformed)", "\(reading.warnings)")
  }

  @Test func `An event of libinput within the comment of another one is read`() throws {
    let text = TextSample.libinput.text.replacing("POSITION_Y     200\n", with: "POSITION_")
    let reading = try Reading(text)
    #expect(reading.lines == TextSample.lines && reading.warnings.isEmpty)
  }

  @Test func `A part of an event within libinput's comment is counted`() throws {
    let reading = try reading(.libinput, "POSITION_Y     200\n    - [  1,      0, ", "POSITION_")
    #expect(reading.lines.count == 7)
    #expect(reading.warnings.contains { $0.hasSuffix("text behind an event: skipped") }, "\(reading.warnings)")
  }

  @Test func `A coordinate without its millimetres is cut where others have them`() throws {
    let reading = try reading(.debug, "30.00/20.00 ( 3.00/ 2.00mm)", "30.00/2")
    #expect(reading.lines == TextSample.debug.lines.filter { !$0.hasPrefix("1010000 3") })
    #expect(reading.warnings.contains { $0.hasSuffix(Self.malformed) })
  }

  @Test func `A dash too many before a key of libinput's device is ignored`() throws {
    let reading = try reading(.libinput, "  evdev:\n    name:", "-  evdev:\n    name:")
    #expect(reading.lines == TextSample.lines)
    #expect(reading.devices.map(\.name) == ["Screen"])
    #expect(reading.warnings == ["line 11: a dash too many before a key of the device: ignored"])
  }

  @Test func `A line of a hexdump that is broken in two is read as one`() throws {
    let reading = try reading(.hexdump, "2c01 0000 0100", "2c01 0000\n 0100")
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.contains("line 9: is broken in two: read as one"))
  }
}

/// Commands of a script that are none.
struct BrokenCommandTests {
  private static let malformed = "is a malformed event or description: skipped"

  /// - Parameter line: takes the place of a frame's first event.
  private func reading(_ line: String) throws -> Reading {
    try Reading(TextSample.sendevent.text.replacing("adb shell sendevent /dev/input/event2 3 53 300", with: line))
  }

  @Test(arguments: [
    "sendevent /dev/input/event2 3 53 30 0", "sendevent /dev/input/event2 3 53 3x00",
    "sendevent /dev/input/event2 3 53 30\u{0}0", "sendevent /dev/input/event2 3 53 $X",
  ]) func `More or other arguments than sendevent takes are no event`(_ line: String) throws {
    let reading = try reading(line)
    #expect(reading.lines == TextSample.lines.filter { $0 != "1010000 3 53 300" })
    #expect(reading.warnings.contains("line 8: \(Self.malformed)"), "\(reading.warnings)")
  }

  @Test(arguments: [
    "sendevent sendevent /dev/input/event2 3 53 300", "sendevent /dev/input/evsendevent /dev/input/event2 3 53 300",
    "sendevent /dev/input/event2 3 53 1sendevent /dev/input/event2 3 53 300",
    "sendevent /dev/input/event2 3 53 300 # x sendevent /dev/input/event2 3 54 9",
  ]) func `A command that is cut before another one is counted`(_ line: String) throws {
    let reading = try reading(line)
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.contains("line 8: \(Self.malformed)"), "\(reading.warnings)")
  }

  @Test func `Words behind a command are counted`() throws {
    let reading = try reading("sendevent /dev/input/event2 3 53 300 put/event2")
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.contains("line 8: text behind an event: skipped"), "\(reading.warnings)")
  }

  @Test(arguments: [
    "sendevent /dev/input/event2 3 53 300 > /dev/null", "sendevent /dev/input/event2 3 53 300 2>/dev/null",
    "sendevent /dev/input/event2 3 53 300 # right", "sendevent /dev/input/event2 3 53 300 || exit 1",
  ]) func `Redirections, comments and other commands behind one are not`(_ line: String) throws {
    let reading = try reading(line)
    #expect(reading.lines == TextSample.lines)
    #expect(!reading.warnings.contains { $0.contains("skipped") }, "\(reading.warnings)")
  }
}
