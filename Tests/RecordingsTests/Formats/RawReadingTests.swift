import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct RawReadingTests {
  static let events = [
    InputEvent(time: Timestamp(microseconds: 1_527_498_978_583_634), type: .absolute, code: .trackingID, value: -1),
    InputEvent(time: Timestamp(microseconds: 1_527_498_978_583_634), type: .key, code: .touch, value: 1),
    InputEvent(time: Timestamp(microseconds: 1_527_498_978_583_634), type: .absolute, code: .x, value: .min),
    InputEvent(time: Timestamp(microseconds: 1_527_498_978_583_634), type: .absolute, code: .x, value: .max),
    .report(at: Timestamp(microseconds: 1_527_498_978_583_634)),
    .report(at: Timestamp(microseconds: 1_527_498_980_000_000)),
  ]

  @Test func `The width is inferred from the whole file and not by its size`() throws {
    // 6 × 16 = 96 = 4 × 24, and 6 × 24 = 144 = 9 × 16: both sizes suit both widths.
    let narrow = try Reading(MemoryBytes(rawBytes(Self.events, width: 16)))
    let wide = try Reading(MemoryBytes(rawBytes(Self.events, width: 24)))
    #expect(narrow.format == .raw16)
    #expect(wide.format == .raw24)
    #expect(narrow.events == Self.events)
    #expect(wide.events == Self.events)
  }

  @Test func `A tail that is no whole event is left out and reported`() throws {
    let reading = try Reading(MemoryBytes(Array(rawBytes(Self.events, width: 24).dropLast(7))))
    #expect(reading.events == Array(Self.events.dropLast()))
    #expect(reading.isTruncated)
    #expect(reading.warnings.contains("the file is truncated inside its last event: 17 bytes are ignored"))
  }

  @Test func `Time that steps back once is still a recording`() throws {
    let bytes = rawBytes(Self.events + Self.events, width: 16)
    #expect(try Reading(MemoryBytes(bytes)).events.count == 12)
  }

  @Test(arguments: [16, 24], [1, 500])
  func `Time that goes back with every frame is still a recording`(width: Int, milliseconds: Int64) throws {
    let events = (0..<100).flatMap { number -> [InputEvent] in
      let time = Timestamp(microseconds: 1_700_000_000_000_000 - Int64(number) * milliseconds * 1000)
      return [InputEvent(time: time, type: .absolute, code: .positionX, value: Int32(number)), .report(at: time)]
    }
    let reading = try Reading(MemoryBytes(rawBytes(events, width: width)))
    #expect(reading.events == events && reading.format == (width == 16 ? .raw16 : .raw24))
  }

  @Test(arguments: [16, 24])
  func `Hexdumps of every tool read as the bytes do`(_ width: Int) throws {
    let bytes = rawBytes(Self.events, width: width)
    for (tool, dump) in Hexdumps.all(of: bytes) {
      let reading = try Reading(dump + "\nand so on\n")
      #expect(reading.format == .hexdump, "\(tool)")
      #expect(reading.lines == Self.events.map(\.line), "\(tool)")
      #expect(reading.warnings.contains { $0.hasSuffix(": is not part of the dump: skipped") }, "\(tool)")
    }
  }

  @Test func `Lines that a dump repeats are repeated`() throws {
    let event = rawBytes([Self.events[0]], width: 16)
    let bytes = event + event + event + event + rawBytes([Self.events[4]], width: 16)
    let lines = Hexdumps.canonical(bytes).split(separator: "\n")
    let dump = ([lines[0], "*"] + lines[4...]).joined(separator: "\n")
    #expect(try Reading(dump).lines == [0, 0, 0, 0, 4].map { Self.events[$0].line })
  }

  @Test func `A dump that claims to repeat a line forever is bounded`() throws {
    let line = Hexdumps.canonical(rawBytes([Self.events[0]], width: 16)).split(separator: "\n")[0]
    let reading = try Reading("\(line)\n*\nfffffffffffffff0\n")
    #expect(reading.events.count == 1)
    #expect(reading.warnings.contains { $0.contains("--limits repeats=N raises the limit") })
  }

  @Test(arguments: ["00000060:", "00000060", "000000", "00000060: ", "00000060:\n"])
  func `A dump that ends behind an offset is truncated`(end: String) throws {
    let text = TextSample.hexdump.text
    let whole = text[..<(try #require(text.firstRange(of: "00000060:")).lowerBound)]
    let reading = try Reading(whole + end)
    #expect(reading.lines == Array(TextSample.lines.prefix(4)))
    #expect(reading.warnings.contains { $0.contains("truncated behind the offset") }, "\(reading.warnings)")
    let canonical = try Reading(Hexdumps.canonical(rawBytes(Reading(whole + "").events, width: 24)))
    #expect(canonical.warnings.contains { $0.contains("truncated") } == false)
  }
}

/// `struct input_event` as a little-endian kernel writes it.
func rawBytes(_ events: [InputEvent], width: Int) -> [UInt8] {
  func little(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  return events.flatMap { event in
    let time = event.time.microseconds
    return little(time / 1_000_000, width / 2 - 4) + little(time % 1_000_000, width / 2 - 4)
      + little(Int64(event.type.rawValue), 2) + little(Int64(event.code.rawValue), 2) + little(Int64(event.value), 4)
  }
}

/// What the tools print of bytes.
enum Hexdumps {
  static func all(of bytes: [UInt8]) -> [(String, String)] {
    [
      ("hexdump -C", canonical(bytes)), ("hexdump", words(bytes, radix: 16)), ("od -x", words(bytes, radix: 8)),
      ("xxd", xxd(bytes)), ("od -t x1", octets(bytes, radix: 8)), ("piped od", octets(bytes, radix: 10)),
      ("xxd -e", numbers(bytes)), ("xxd -p", plain(bytes)), ("od -An -t x1", bare(bytes)),
      ("od", words(bytes, in: 8, width: 6)), ("od -b", octalOctets(bytes)), ("od -d", words(bytes, in: 10, width: 5)),
    ]
  }

  static func canonical(_ bytes: [UInt8]) -> String {
    rows(bytes).map { offset, row in
      let halves = [row.prefix(8), row.dropFirst(8)].map { $0.map { hex(UInt64($0), 2) }.joined(separator: " ") }
      return "\(hex(offset, 8))  \(halves[0])  \(halves[1])  |abcd ef01|"
    }.joined(separator: "\n") + "\n\(hex(UInt64(bytes.count), 8))\n"
  }

  private static func words(_ bytes: [UInt8], radix: Int) -> String {
    rows(bytes).map { offset, row in
      let row = Array(row)
      let words = stride(from: 0, to: row.count, by: 2).map { hex(UInt64(row[$0 + 1]) << 8 | UInt64(row[$0]), 4) }
      return "\(padded(offset, radix)) \(words.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  private static func xxd(_ bytes: [UInt8]) -> String {
    rows(bytes).map { offset, row in
      let row = Array(row)
      let words = stride(from: 0, to: row.count, by: 2).map { hex(UInt64(row[$0]) << 8 | UInt64(row[$0 + 1]), 4) }
      return "\(hex(offset, 8)): \(words.joined(separator: " "))  abcd ef01"
    }.joined(separator: "\n")
  }

  private static func octets(_ bytes: [UInt8], radix: Int) -> String {
    rows(bytes).map { offset, row in
      "\(padded(offset, radix)) \(row.map { hex(UInt64($0), 2) }.joined(separator: " ")) | ...[......9.,..."
    }.joined(separator: "\n")
  }

  /// Numbers of four bytes behind a colon.
  private static func numbers(_ bytes: [UInt8]) -> String {
    rows(bytes).map { offset, row in
      let row = Array(row)
      let groups = stride(from: 0, to: row.count, by: 4).map { start in
        row[start..<min(start + 4, row.count)].reversed().map { hex(UInt64($0), 2) }.joined()
      }
      return "\(hex(offset, 8)): \(groups.joined(separator: " "))  ....abcd"
    }.joined(separator: "\n")
  }

  private static func plain(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 30).map { start in
      bytes[start...].prefix(30).map { hex(UInt64($0), 2) }.joined()
    }.joined(separator: "\n")
  }

  private static func bare(_ bytes: [UInt8]) -> String {
    rows(bytes).map { _, row in row.map { " " + hex(UInt64($0), 2) }.joined() }.joined(separator: "\n")
  }

  private static func octalOctets(_ bytes: [UInt8]) -> String {
    rows(bytes).map { offset, row in
      "\(padded(offset, 8)) \(row.map { String(String(Int($0) + 512, radix: 8).dropFirst()) }.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  /// Words of 16 bits behind octal offsets: octal ones with zeros before them, decimal ones with blanks.
  private static func words(_ bytes: [UInt8], in radix: Int, width: Int) -> String {
    rows(bytes).map { offset, row in
      let row = Array(row)
      let words = stride(from: 0, to: row.count, by: 2).map {
        let digits = String(Int(row[$0 + 1]) << 8 | Int(row[$0]), radix: radix)
        return String(repeating: radix == 8 ? "0" : " ", count: width - digits.count) + digits
      }
      return "\(padded(offset, 8)) \(words.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  private static func rows(_ bytes: [UInt8]) -> [(UInt64, ArraySlice<UInt8>)] {
    stride(from: 0, to: bytes.count, by: 16).map { (UInt64($0), bytes[$0...].prefix(16)) }
  }

  private static func padded(_ value: UInt64, _ radix: Int) -> String {
    let digits = String(value, radix: radix)
    return String(repeating: "0", count: 7 - digits.count) + digits
  }

  private static func hex(_ value: UInt64, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
