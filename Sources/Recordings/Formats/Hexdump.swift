/// The lines of a hexdump.
struct Hexdump {
  enum Outcome {
    case read, unknown, tooManyRepeats
  }

  /// Bytes that a `*` stands for, at most.
  private static let repeatLimit: UInt64 = 1 << 20

  private var row = HexdumpRow()
  /// The row before; it means nothing before the first one.
  private var previous = HexdumpRow()
  private var hasPrevious = false
  private var radix: DumpOffset.Radix?
  private var isRepeating = false

  /// Reads a line, appending its bytes and those of the repeated lines before it.
  mutating func read(_ line: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Outcome {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .read }
    if scanner.byte == UInt8(ascii: "*"), line.count - scanner.index == 1 {
      isRepeating = !previous.isEmpty
      return .read
    }
    guard row.read(&scanner) else { return .unknown }
    if isRepeating, !addRepeats(to: &bytes) {
      isRepeating = false
      return .tooManyRepeats
    }
    learnRadix()
    row.append(to: &bytes)
    swap(&row, &previous)
    hasPrevious = true
    return .read
  }

  /// `od` counts in octal, the others in hexadecimal: two lines on end show it.
  private mutating func learnRadix() {
    defer { isRepeating = false }
    guard radix == nil, !isRepeating, hasPrevious else { return }
    radix = DumpOffset.Radix.allCases.first { radix in
      guard let start = previous.offset.value(radix), let next = row.offset.value(radix) else { return false }
      return next &- start == UInt64(previous.count)
    }
  }

  private func addRepeats(to bytes: inout [UInt8]) -> Bool {
    let radix = radix ?? .hexadecimal
    guard let start = previous.offset.value(radix), let end = row.offset.value(radix), end > start,
      end - start <= Self.repeatLimit
    else { return false }
    let rows = (end - start) / UInt64(previous.count)
    for _ in 1..<max(rows, 1) { previous.append(to: &bytes) }
    return true
  }
}

/// The offset at which a line of a dump begins, as it is written: four to sixteen digits.
struct DumpOffset {
  enum Radix: UInt64, CaseIterable {
    case hexadecimal = 16
    case octal = 8
    case decimal = 10
  }

  /// Four bits each, the last one lowest.
  private var digits: UInt64 = 0
  private var count = 0

  init() {}

  init?(_ word: UnsafeRawBufferPointer) {
    guard word.count >= 4, word.count <= 16 else { return nil }
    for index in 0..<word.count {
      let digit = hexValue(word[index])
      guard digit < 16 else { return nil }
      digits = digits << 4 | UInt64(digit)
    }
    count = word.count
  }

  func value(_ radix: Radix) -> UInt64? {
    var value: UInt64 = 0
    for place in (0..<count).reversed() {
      let digit = digits >> UInt64(4 * place) & 0xf
      guard digit < radix.rawValue, value < 1 << 60 else { return nil }
      value = value &* radix.rawValue &+ digit
    }
    return value
  }
}

/// A line with an offset and bytes, or the offset alone at the end. Its memory is used for line after line.
struct HexdumpRow {
  /// `xxd -c` goes up to this.
  private static let byteLimit = 256

  private(set) var offset = DumpOffset()
  private(set) var count = 0
  private var bytes = [UInt8](repeating: 0, count: byteLimit + HexdumpGroups.widest)

  var isEmpty: Bool { count == 0 }

  func append(to other: inout [UInt8]) {
    bytes.withUnsafeBytes { other.append(contentsOf: UnsafeRawBufferPointer(start: $0.baseAddress, count: count)) }
  }

  /// False where the line is none of a dump's.
  mutating func read(_ scanner: inout ByteScanner) -> Bool {
    let word = scanner.word()
    let hasColon = word.last == UInt8(ascii: ":")
    count = 0
    guard
      let offset = DumpOffset(UnsafeRawBufferPointer(start: word.baseAddress, count: word.count - (hasColon ? 1 : 0)))
    else { return false }
    self.offset = offset
    scanner.skipBlanks()
    if scanner.isAtEnd { return word.count >= 6 }
    var groups = HexdumpGroups(scanner.rest, order: hasColon ? .written : .littleEndian)
    count = bytes.withUnsafeMutableBufferPointer { groups.read(into: $0, limit: Self.byteLimit) }
    return count > 0
  }
}

/// The groups of digits of a line, none of which is wider than the first.
private struct HexdumpGroups {
  enum Order {
    /// `xxd` writes the bytes of a group as they stand in the file.
    case written
    /// `hexdump` and `od` write numbers.
    case littleEndian
  }

  /// In bytes.
  static let widest = 8

  private let text: UnsafeRawBufferPointer
  private let order: Order
  private var place = 0
  private var width = 2 * widest

  init(_ text: UnsafeRawBufferPointer, order: Order) {
    self.text = text
    self.order = order
  }

  /// How many bytes there are up to the first word that is no group.
  ///
  /// - Parameter bytes: has room for the limit and the widest group beyond it.
  mutating func read(into bytes: UnsafeMutableBufferPointer<UInt8>, limit: Int) -> Int {
    var count = 0
    while place < text.count, count < limit {
      if width == 2, order == .littleEndian { readPairs(into: bytes, &count, limit: limit) }
      let size = readGroup(into: UnsafeMutableBufferPointer(rebasing: bytes[count...]))
      guard size > 0 else { break }
      if count == 0 { width = 2 * size }
      count += size
      let gap = skipBlanks()
      // Behind the bytes, xxd shows them as text, which may look like bytes.
      if order == .written && gap > 1 { break }
    }
    return count
  }

  /// The most frequent groups: two digits and a single blank.
  @inline(__always)
  private mutating func readPairs(into bytes: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int, limit: Int) {
    while text.count - place >= 4, count < limit - 1, text[place + 2] == UInt8(ascii: " ") {
      let byte = hexByte(text[place], text[place + 1])
      guard byte < 256, text[place + 3] > 0x20 else { return }
      bytes[count] = UInt8(truncatingIfNeeded: byte)
      count += 1
      place += 3
    }
  }

  /// The size of the group in bytes; 0 where it is none.
  private mutating func readGroup(into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let digits = wordLength()
    guard digits <= width, digits == 2 || digits == 4 || digits == 8 || digits == 16 else { return 0 }
    let size = digits / 2
    for index in 0..<size {
      let byte = hexByte(text[place + 2 * index], text[place + 2 * index + 1])
      guard byte < 256 else { return 0 }
      bytes[order == .written ? index : size - 1 - index] = UInt8(truncatingIfNeeded: byte)
    }
    place += digits
    return size
  }

  private func wordLength() -> Int {
    var end = place
    while end < text.count, text[end] > 0x20 { end += 1 }
    return end - place
  }

  private mutating func skipBlanks() -> Int {
    let start = place
    while place < text.count, text[place] == 0x20 || text[place] == 0x09 { place += 1 }
    return place - start
  }
}

/// The byte of two digits; 256 or more where one is none.
@inline(__always)
private func hexByte(_ high: UInt8, _ low: UInt8) -> UInt16 { hexValue(high) << 4 | hexValue(low) }

/// 0…15, or 256 for what is no digit.
@inline(__always)
private func hexValue(_ byte: UInt8) -> UInt16 {
  let digit = byte &- 0x30
  let letter = (byte | 0x20) &- 0x61
  return digit < 10 ? UInt16(digit) : letter < 6 ? UInt16(letter) + 10 : 256
}
