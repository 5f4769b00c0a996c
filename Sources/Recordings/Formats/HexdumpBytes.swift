/// The bytes that a hexdump shows, as a byte source: `hexdump`, `hexdump -C`, `xxd`, `od -t x1` and `od -x`.
///
/// It is made to be read from front to back; going back begins anew.
final class HexdumpBytes: ByteSource {
  let name: String
  private let text: any ByteSource
  private var lines: LineReader
  private var dump = Hexdump()
  private var decoded: [UInt8] = []
  private var position: UInt64 = 0

  init(_ text: any ByteSource, issues: ReadingIssues = ReadingIssues()) {
    self.text = text
    name = text.name
    lines = LineReader(text, issues: issues)
  }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    if offset < position { rewind() }
    while true {
      let ahead = offset - position
      if ahead < UInt64(decoded.count) {
        let part = decoded[Int(ahead)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
      }
      position += UInt64(decoded.count)
      decoded.removeAll(keepingCapacity: true)
      guard try decode() else { return 0 }
    }
  }

  func length() throws(RecordingError) -> UInt64 {
    var end = position
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { space.deallocate() }
    while case let count = try read(at: end, into: space), count > 0 { end += UInt64(count) }
    return end
  }

  private func rewind() {
    lines = LineReader(text)
    dump = Hexdump()
    decoded.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Decodes some lines; false at the end.
  private func decode() throws(RecordingError) -> Bool {
    while decoded.count < 1 << 16 {
      guard let line = try lines.next() else { return !decoded.isEmpty }
      switch dump.read(line, into: &decoded) {
      case .read: continue
      case .unknown: lines.issues.add("line is no part of the dump: skipped", line: lines.number)
      case .tooManyRepeats: lines.issues.add("too many repeated lines in the dump: left out", line: lines.number)
      }
    }
    return true
  }
}

/// The lines of a hexdump.
struct Hexdump {
  enum Outcome {
    case read, unknown, tooManyRepeats
  }

  /// Bytes that a `*` stands for, at most.
  private static let repeatLimit: UInt64 = 1 << 20

  private var previous: [UInt8] = []
  private var previousOffset: DumpOffset?
  private var radix: DumpOffset.Radix?
  private var isRepeating = false

  init() {}

  /// Reads a line, appending its bytes and those of the repeated lines before it.
  mutating func read(_ line: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Outcome {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .read }
    if scanner.byte == UInt8(ascii: "*"), line.count - scanner.index == 1 {
      isRepeating = !previous.isEmpty
      return .read
    }
    guard let row = HexdumpRow(&scanner) else { return .unknown }
    if isRepeating, !addRepeats(upTo: row.offset, to: &bytes) {
      isRepeating = false
      return .tooManyRepeats
    }
    learnRadix(from: row)
    bytes += row.bytes
    (previous, previousOffset) = (row.bytes, row.offset)
    return .read
  }

  /// `od` counts in octal, the others in hexadecimal: two lines on end show it.
  private mutating func learnRadix(from row: HexdumpRow) {
    defer { isRepeating = false }
    guard radix == nil, !isRepeating, let previousOffset else { return }
    radix = DumpOffset.Radix.allCases.first { radix in
      guard let start = previousOffset.value(radix), let next = row.offset.value(radix) else { return false }
      return next &- start == UInt64(previous.count)
    }
  }

  private func addRepeats(upTo offset: DumpOffset, to bytes: inout [UInt8]) -> Bool {
    let radix = radix ?? .hexadecimal
    guard let start = previousOffset?.value(radix), let end = offset.value(radix), end > start,
      end - start <= Self.repeatLimit
    else { return false }
    let rows = (end - start) / UInt64(previous.count)
    for _ in 1..<max(rows, 1) { bytes += previous }
    return true
  }
}

/// The offset at which a line of a dump begins, as it is written.
struct DumpOffset {
  enum Radix: UInt64, CaseIterable {
    case hexadecimal = 16
    case octal = 8
    case decimal = 10
  }

  private var digits: [UInt8] = []

  /// Four to sixteen digits.
  init?(_ word: UnsafeRawBufferPointer) {
    guard (4...16).contains(word.count) else { return nil }
    for byte in word {
      guard let digit = hexDigit(byte) else { return nil }
      digits.append(digit)
    }
  }

  func value(_ radix: Radix) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      guard UInt64(digit) < radix.rawValue, value < 1 << 60 else { return nil }
      value = value &* radix.rawValue &+ UInt64(digit)
    }
    return value
  }
}

/// A line with an offset and bytes, or the offset alone at the end.
struct HexdumpRow {
  /// `xxd -c` goes up to this.
  private static let byteLimit = 256

  let offset: DumpOffset
  private(set) var bytes: [UInt8] = []

  init?(_ scanner: inout ByteScanner) {
    let word = scanner.word()
    let hasColon = word.last == UInt8(ascii: ":")
    guard let offset = DumpOffset(UnsafeRawBufferPointer(rebasing: word.dropLast(hasColon ? 1 : 0))) else { return nil }
    self.offset = offset
    scanner.skipBlanks()
    let isEmpty = scanner.isAtEnd
    readGroups(&scanner, order: hasColon ? .written : .littleEndian)
    guard isEmpty ? word.count >= 6 : !bytes.isEmpty else { return nil }
  }

  private enum Order {
    /// `xxd` writes the bytes of a group as they stand in the file.
    case written
    /// `hexdump` and `od` write numbers.
    case littleEndian
  }

  private mutating func readGroups(_ scanner: inout ByteScanner, order: Order) {
    var width: Int?
    while !scanner.isAtEnd, bytes.count < Self.byteLimit {
      let group = scanner.word()
      guard [2, 4, 8, 16].contains(group.count), width == nil || group.count <= width ?? 0 else { return }
      guard append(group, order: order) else { return }
      width = width ?? group.count
      let gap = scanner.index
      scanner.skipBlanks()
      // Behind the bytes, xxd shows them as text, which may look like bytes.
      if order == .written && scanner.index - gap > 1 { return }
    }
  }

  private mutating func append(_ group: UnsafeRawBufferPointer, order: Order) -> Bool {
    let start = bytes.count
    for index in stride(from: 0, to: group.count, by: 2) {
      guard let high = hexDigit(group[index]), let low = hexDigit(group[index + 1]) else {
        bytes.removeSubrange(start...)
        return false
      }
      bytes.append(high << 4 | low)
    }
    if order == .littleEndian { bytes[start...].reverse() }
    return true
  }
}
