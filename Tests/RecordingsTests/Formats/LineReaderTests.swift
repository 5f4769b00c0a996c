import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

@testable import TouchReelRecordingFormats

struct LineReaderTests {
  /// What a reader gives: the lines, their numbers and their places.
  private func lines(_ text: String, step: Int = .max, window: Int = 256 << 10) throws -> [String] {
    let reader = LineReader(SlowBytes(Array(text.utf8), step: step), window: window)
    var lines: [String] = []
    while let line = try reader.next() { lines.append("\(reader.number) @\(reader.offset) \(line.text)") }
    return lines + reader.issues.warnings.lines
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `Lines are the same however the bytes arrive`(_ step: Int) throws {
    let text = "\u{feff}one\r\ntwo  \n\n> > quoted\n>bare\n  indented\t\nlast"
    // The mark takes 3 bytes; "one" and CR LF end at 8, "two  " at 14, the empty line at 15.
    let expected = [
      "1 @0 one", "2 @8 two", "3 @14 ", "4 @15 quoted", "5 @26 bare", "6 @32   indented", "7 @44 last",
    ]
    #expect(try lines(text, step: step) == expected)
    #expect(try lines(text, step: step, window: 64) == expected)
  }

  @Test(arguments: [100, 65536, .max])
  func `Lines longer than the window are read and those beyond a mebibyte skipped`(
    _ step: Int
  ) throws {
    let long = String(repeating: "x", count: 70_000)
    let tooLong = String(repeating: "y", count: LineReader.longestLine + 5)
    let text = "a\n\(long)\n\(tooLong)\nb\n\(tooLong)"
    // 2 + 70001 + 1048582 = 1118585.
    #expect(
      try lines(text, step: step, window: 4096) == [
        "1 @0 a", "2 @2 \(long)", "4 @1118585 b", "line 3: is longer than 1 MiB: skipped (2 times)",
      ])
  }

  @Test func `Only the lines of a range are read`() throws {
    let bytes = MemoryBytes(Array("zero\none\ntwo\nthree\n".utf8))
    let reader = LineReader(bytes, range: 5..<13, firstLine: 2)
    #expect(try reader.next()?.text == "one")
    #expect(reader.number == 2)
    #expect(try reader.next()?.text == "two")
    #expect(reader.isTerminated)
    #expect(try reader.next() == nil)
  }

  @Test func `No line is read before it is asked for`() throws {
    let bytes = SlowBytes(Array("one\ntwo\n".utf8), step: 4)
    let reader = LineReader(bytes)
    #expect(try reader.next()?.text == "one")
    #expect(bytes.furthest == 4)
  }
}

struct ByteScannerTests {
  private func scan<Value>(_ text: String, _ body: (inout ByteScanner) -> Value?) -> (Value?, rest: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = ByteScanner(bytes)
      let value = body(&scanner)
      return (value, scanner.rest.text)
    }
  }

  @Test(arguments: [
    ("2147483647 ", Int32.max), ("-2147483648", .min), ("2147483648", nil), ("-2147483649", nil), ("-001", -1),
    ("00000000000000000000000012", 12), ("99999999999999999999999", nil), ("-", nil), ("", nil), ("x", nil),
  ]) func `Numbers end at their bounds`(_ text: String, _ value: Int32?) {
    let (read, rest) = scan(text) { $0.int32() }
    #expect(read == value)
    if value == nil { #expect(rest == text) }
  }

  @Test(arguments: [
    ("0.5", 5), ("1.000001", 1_000_001), ("9223372036.854775", 9_223_372_036_854_775), ("9223372036.854776", nil),
    ("9223372037.0", nil), ("1.1000000", nil), ("1.", nil), (".1", nil), ("-1.0", nil),
  ]) func `Times are seconds and an integer of microseconds`(_ text: String, _ microseconds: Int64?) {
    #expect(scan(text) { $0.time() }.0?.microseconds == microseconds)
  }

  @Test func `Eight digits are read at once as one by one`() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("0123456789abcdefABCDEF@G`g/:\0\u{7f} ".utf8) + [0xc1, 0xb0, 0xff]
    for _ in 0..<20_000 {
      // Mostly digits, so that whole numbers are common.
      let bytes = (0..<8).map { _ in
        alphabet[
          Int.random(in: 0..<(Int.random(in: 0..<16, using: &random) == 0 ? alphabet.count : 22), using: &random)]
      }
      let packed = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let text = bytes.allSatisfy { hexDigit($0) != nil } ? String(decoding: bytes, as: UTF8.self) : "none"
      #expect(eightHexDigits(packed) == UInt32(text, radix: 16), "\(bytes)")
    }
  }
}

/// Bytes that arrive a few at a time, as from a pipe.
private final class SlowBytes: ByteSource {
  let name = "slow"
  private let bytes: [UInt8]
  private let step: Int
  private(set) var furthest = 0

  init(_ bytes: [UInt8], step: Int) {
    self.bytes = bytes
    self.step = step
  }

  func length() -> UInt64 { UInt64(bytes.count) }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes.dropFirst(Int(offset)).prefix(min(step, buffer.count))
    buffer.copyBytes(from: part)
    furthest = max(furthest, Int(offset) + part.count)
    return part.count
  }
}
