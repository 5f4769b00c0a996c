/// A line with an offset and bytes, or the offset alone at the end. Its memory is used for line after line.
struct HexdumpRow {
  /// `xxd -c` goes up to this.
  private static let byteLimit = 256

  private(set) var offset = DumpOffset()
  private(set) var count = 0
  /// How many characters the offset has, with its colon.
  private(set) var offsetLength = 0
  private var notation = DumpGroups.Notation.hexadecimal
  private var bytes = [UInt8](repeating: 0, count: byteLimit + DumpGroups.widest)

  var isEmpty: Bool { count == 0 }

  func append(to other: inout [UInt8]) {
    bytes.withUnsafeBytes { other.append(contentsOf: UnsafeRawBufferPointer(start: $0.baseAddress, count: count)) }
  }

  /// False if the line is not part of a dump.
  mutating func read(_ scanner: inout ByteScanner, style: DumpStyle) -> Bool {
    count = 0
    switch style {
    case .hexadecimal: return readOffset(&scanner) { $0 ? .written : .hexadecimal }
    case .hexadecimalNumbers: return readOffset(&scanner) { _ in .hexadecimal }
    case .octal: return readOffset(&scanner) { _ in .octal }
    case .decimal: return readOffset(&scanner) { _ in .decimal }
    case .bare: return readGroups(scanner.rest, .hexadecimal).isAtEnd && count > 0
    case .plain: return readDigits(scanner.rest)
    }
  }

  /// Reads the rest of a row whose line was broken in two, which has no offset; false if the line is none.
  ///
  /// - Parameters:
  ///   - text: the line.
  ///   - first: the row's beginning.
  mutating func readRest(_ text: UnsafeRawBufferPointer, like first: HexdumpRow) -> Bool {
    (notation, offset, count) = (first.notation, first.offset, 0)
    offsetLength = first.offsetLength
    _ = readGroups(text, notation)
    return count > 0
  }

  /// - Parameter notation: called with whether a colon follows the offset.
  @inline(__always)
  private mutating func readOffset(_ scanner: inout ByteScanner, _ notation: (Bool) -> DumpGroups.Notation) -> Bool {
    let word = scanner.word()
    let hasColon = word.last == UInt8(ascii: ":")
    let digits = UnsafeRawBufferPointer(start: word.baseAddress, count: word.count - (hasColon ? 1 : 0))
    guard let offset = DumpOffset(digits) else { return false }
    self.offset = offset
    (self.notation, offsetLength) = (notation(hasColon), word.count)
    scanner.skipBlanks()
    if scanner.isAtEnd { return word.count >= 6 }
    _ = readGroups(scanner.rest, self.notation)
    return count > 0
  }

  private mutating func readGroups(_ text: UnsafeRawBufferPointer, _ notation: DumpGroups.Notation) -> DumpGroups {
    var groups = DumpGroups(text, notation)
    count = bytes.withUnsafeMutableBufferPointer { groups.read(into: $0, limit: Self.byteLimit) }
    return groups
  }

  /// Digits up to the end of the line, as many as there are.
  private mutating func readDigits(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= 2, text.count.isMultiple(of: 2) else { return false }
    let size = text.count / 2
    if bytes.count < size { bytes += repeatElement(0, count: size - bytes.count) }
    for index in 0..<size {
      let byte = hexByte(text[2 * index], text[2 * index + 1])
      guard byte < 256 else { return false }
      bytes[index] = UInt8(truncatingIfNeeded: byte)
    }
    count = size
    return true
  }
}

/// The groups of digits in a line, none wider than the first.
private struct DumpGroups {
  enum Notation {
    /// Hexadecimal digits, the bytes of a group in file order.
    case written
    /// Hexadecimal numbers.
    case hexadecimal
    case octal
    case decimal
  }

  /// The greatest width of a group, in bytes.
  static let widest = 8

  private let text: UnsafeRawBufferPointer
  private let notation: Notation
  private var position = 0
  private var width = 8 * widest

  init(_ text: UnsafeRawBufferPointer, _ notation: Notation) {
    self.text = text
    self.notation = notation
  }

  var isAtEnd: Bool { position >= text.count }

  /// The number of bytes before the first word that is not a group.
  ///
  /// - Parameter bytes: has room for the limit and the widest group beyond it.
  mutating func read(into bytes: UnsafeMutableBufferPointer<UInt8>, limit: Int) -> Int {
    var count = 0
    if notation != .decimal { width = wordLength() }
    while position < text.count, count < limit {
      count += readFrequentGroups(into: UnsafeMutableBufferPointer(rebasing: bytes[count..<limit]))
      let digits = wordLength()
      let size = readGroup(digits, into: UnsafeMutableBufferPointer(rebasing: bytes[count...]))
      guard size > 0 else { break }
      count += size
      position += digits
      let gap = skipBlanks()
      // Behind the bytes, xxd shows them as text, which may look like bytes.
      if notation == .written && gap > 1 { break }
    }
    return count
  }

  /// Reads groups of the most frequent kinds, two or four digits with a single blank and more behind it. Most of xxd
  /// and of `hexdump -C` is such groups, and they are read several at once.
  ///
  /// - Returns: the number of their bytes; one at least has to follow.
  @inline(__always)
  private mutating func readFrequentGroups(into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    switch (width, notation) {
    case (2, .written), (2, .hexadecimal): readPairs(into: bytes)
    case (4, .written): readFours(into: bytes) { $0.bigEndian }
    case (4, .hexadecimal): readFours(into: bytes) { $0.littleEndian }
    default: 0
    }
  }

  /// Three groups of two digits at once: `12 34 56`, whose blanks become zeros.
  @inline(__always)
  private mutating func readPairs(into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    let blanks: UInt64 = 0x0000_2000_0020_0000
    while count + 3 < bytes.count, text.count - position >= 10 {
      let word = word(at: position)
      guard word & 0x0000_ff00_00ff_0000 == blanks, isSingleBlank(at: position + 8),
        let value = eightHexDigits(word | 0x0000_1000_0010_0000)
      else { break }
      bytes[count] = UInt8(truncatingIfNeeded: value >> 24)
      bytes[count + 1] = UInt8(truncatingIfNeeded: value >> 12)
      bytes[count + 2] = UInt8(truncatingIfNeeded: value)
      count += 3
      position += 9
    }
    while count + 1 < bytes.count, text.count - position >= 4, isSingleBlank(at: position + 2),
      case let byte = hexByte(text[position], text[position + 1]), byte < 256
    {
      bytes[count] = UInt8(truncatingIfNeeded: byte)
      count += 1
      position += 3
    }
    return count
  }

  /// Two groups of four digits at once.
  @inline(__always)
  private mutating func readFours(
    into bytes: UnsafeMutableBufferPointer<UInt8>, _ stored: (UInt16) -> UInt16
  ) -> Int {
    var count = 0
    while count + 4 < bytes.count, text.count - position >= 11 {
      let digits = word(at: position) & 0xffff_ffff | word(at: position + 1) & ~0xffff_ffff
      guard text[position + 4] == UInt8(ascii: " "), isSingleBlank(at: position + 9),
        let value = eightHexDigits(digits)
      else { break }
      let memory = UnsafeMutableRawBufferPointer(bytes)
      memory.storeBytes(of: stored(UInt16(truncatingIfNeeded: value >> 16)), toByteOffset: count, as: UInt16.self)
      memory.storeBytes(of: stored(UInt16(truncatingIfNeeded: value)), toByteOffset: count + 2, as: UInt16.self)
      count += 4
      position += 10
    }
    return count
  }

  /// - Parameter index: with eight bytes behind it.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(rebasing: text[index..<index + 8]).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private func isSingleBlank(at index: Int) -> Bool { text[index] == UInt8(ascii: " ") && text[index + 1] > 0x20 }

  /// The size of the group in bytes; 0 if it is none.
  private func readGroup(_ digits: Int, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard digits <= width else { return 0 }
    switch notation {
    case .written, .hexadecimal: return readHexadecimal(digits, into: bytes)
    case .octal: return readNumber(digits, radix: 8, size: Self.octalSize(digits), into: bytes)
    case .decimal: return readNumber(digits, radix: 10, size: 1...5 ~= digits ? 2 : 0, into: bytes)
    }
  }

  private func readHexadecimal(_ digits: Int, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard digits == 2 || digits == 4 || digits == 8 || digits == 16 else { return 0 }
    let size = digits / 2
    for index in 0..<size {
      let byte = hexByte(text[position + 2 * index], text[position + 2 * index + 1])
      guard byte < 256 else { return 0 }
      bytes[notation == .written ? index : size - 1 - index] = UInt8(truncatingIfNeeded: byte)
    }
    return size
  }

  private static func octalSize(_ digits: Int) -> Int {
    switch digits {
    case 3: 1
    case 6: 2
    case 11: 4
    case 22: 8
    default: 0
    }
  }

  /// - Parameter size: in bytes; 0 where no group has so many digits.
  private func readNumber(
    _ digits: Int, radix: UInt64, size: Int, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var number: UInt64 = 0
    for index in 0..<digits where size > 0 {
      let digit = UInt64(text[position + index] &- 0x30)
      let (shifted, overflow) = number.multipliedReportingOverflow(by: radix)
      guard digit < radix, !overflow else { return 0 }
      number = shifted &+ digit
    }
    guard size == 8 || number >> UInt64(8 * size) == 0 else { return 0 }
    for index in 0..<size { bytes[index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
    return size
  }

  private func wordLength() -> Int {
    var end = position
    while end < text.count, text[end] > 0x20 { end += 1 }
    return end - position
  }

  private mutating func skipBlanks() -> Int {
    let start = position
    while position < text.count, text[position] == 0x20 || text[position] == 0x09 { position += 1 }
    return position - start
  }
}

/// The byte of two digits; 256 or more where one is none.
@inline(__always)
private func hexByte(_ high: UInt8, _ low: UInt8) -> UInt16 { hexValue(high) << 4 | hexValue(low) }

/// 0…15, or 256 for anything but a digit.
@inline(__always)
func hexValue(_ byte: UInt8) -> UInt16 {
  let digit = byte &- 0x30
  let letter = (byte | 0x20) &- 0x61
  return digit < 10 ? UInt16(digit) : letter < 6 ? UInt16(letter) + 10 : 256
}
