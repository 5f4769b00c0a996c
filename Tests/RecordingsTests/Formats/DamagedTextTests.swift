import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Texts of which a line is damaged: what is sound is read, nothing is read that never was, and what is lost is said.
struct DamagedTextTests {
  private static func hex(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }

  /// What `xxd` prints of so many frames of a stroke, with 32-bit times; a line is an event.
  static func dump(frames: Int = 14) -> [String] {
    var lines: [String] = []
    for frame in 0..<frames {
      for (type, code, value) in [(3, 53, 1000 + frame), (3, 54, 1100 + frame), (0, 0, 0)] {
        let fields: [(Int, Int)] = [(100, 4), (10_007 * frame, 4), (type, 2), (code, 2), (value, 4)]
        let bytes = fields.flatMap { number, size in (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let groups = stride(from: 0, to: 16, by: 2).map { hex(bytes[$0]) + hex(bytes[$0 + 1]) }
        let offset = String(lines.count * 16, radix: 16)
        let zeros = String(repeating: "0", count: 8 - offset.count)
        lines.append("\(zeros)\(offset): \(groups.joined(separator: " "))  ................")
      }
    }
    return lines
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  @Test(arguments: [false, true])
  func `A dump with a line broken in its offset is read around it`(keepsRest: Bool) throws {
    var lines = Self.dump()
    let line = lines[12]
    lines.replaceSubrange(12...12, with: keepsRest ? [String(line.prefix(6)), String(line.dropFirst(6))] : ["000000"])
    let reading = try Reading(text(lines))
    // 14 × 3 events, of which the damaged line has one.
    #expect(reading.events.count == 41)
    #expect(reading.warnings.contains { $0.contains("line 13: is not part of the dump: skipped") })
  }

  @Test func `The rest of a line between those of a dump is no other dump`() throws {
    var lines = Self.dump()
    lines.insert("00000 7545 0000 0003 0036 047f 0000", at: 12)
    let reading = try Reading(text(lines))
    #expect(reading.events.count == 42)
    #expect(reading.warnings.contains { $0.contains("line 13: is not part of the dump: skipped") })
  }

  @Test func `An event glued from two is none`() throws {
    let events = [
      "type 3 (EV_ABS), code 53 (ABS_MT_POS 47 (ABS_MT_SLOT), value 7",
      "type 3 (EV_ABS), code 5 (ABS_MT_POSITION_X), value 7",
      "type 1 (EV_KEY), code 330 (BTN_TOUCH)007, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 7",
      "-------------- SMT_POSITION_Y), value 1",
    ]
    for event in events {
      let reading = try Reading(
        """
        Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 5
        Event: time 1.000000, -------------- SYN_REPORT ------------
        Event: time 1.010000, \(event)
        Event: time 1.010000, type 3 (EV_ABS), code 53 (X of old), value 6
        Event: time 1.010000, -------------- SYN_REPORT ------------

        """)
      #expect(reading.events.count == 4, "\(event)")
      #expect(reading.warnings.contains { $0.contains("line 3") }, "\(event)")
    }
  }

  @Test func `A glued line of KOReader's log is no event`() throws {
    let reading = try Reading(
      """
      DEBUG input event => type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X), value: 5, time: 1.000000
      DEBUG input event => type: 3 (EV_ABS), code: 53 (A), code: 47 (ABS_MT_SLOT), value: 1, time: 1.000000
      DEBUG input event => type: 0 (EV_SYN), code: 0 (SYN_REPORT), value: 0, time: 1.000000

      """)
    #expect(reading.events.map(\.value) == [5, 0])
  }

  @Test func `A mask of evemu that lacks a byte is said, and the axes' lines count`() throws {
    let text = EvemuReadingTests.description.replacing("B: 03 03 00", with: "B: 03 03")
    let reading = try Reading(text)
    let device = try #require(reading.devices.first)
    // The lines of axes: 0, 1 and 0x2f.
    #expect(device.codes[.absolute] == [.x, .y, .slot])
    #expect(device.codes[.key] == [.touch])
    #expect(reading.warnings.contains { $0.contains("line 13") })
  }

  @Test func `A mask's line that lacks a byte does not shift the next ones`() throws {
    let text = EvemuReadingTests.description.replacing(
      "B: 01 00 00 00 00 00 00 00 00\nB: 01 00 04", with: "B: 01 00 00 00 00 00 00 00\nB: 01 00 04")
    let device = try #require(try Reading(text).devices.first)
    #expect(device.codes[.key] == [.touch])
  }
}
