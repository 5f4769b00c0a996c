import TouchReelInputEvents

/// Event lines as evemu and our own writer print them, `E: 0.000001 0003 0039 0012` with one blank between the columns,
/// six digits of microseconds, four of type and code, and nothing behind the value.
///
/// Nearly all lines are like that. Read column by column, eight or four digits at once, such a line takes half the
/// instructions of a scan that is ready for anything.
enum EvemuLine {
  /// Where columns begin, counted from the point between seconds and microseconds.
  private enum Column {
    static let type = 8
    static let code = 13
    static let value = 18
  }

  private static let blank = UInt8(ascii: " ")

  /// So many bytes hold any such line.
  static let longest = 48

  /// The event at the front of some lines, and the length of its line with the line feed.
  ///
  /// - Parameter text: ``longest`` bytes at least.
  /// - Returns: `nil` for any other line, which may be an event all the same.
  @inline(__always)
  static func event(_ text: UnsafeRawBufferPointer) -> (value: InputEvent, length: Int)? {
    guard text.count >= longest, let start = text.baseAddress, let (seconds, point) = seconds(start) else { return nil }
    let columns = start + point
    let microseconds = columns.loadUnaligned(as: UInt64.self)
    guard microseconds.hasDigits(at: 1...6), columns[7] == blank, columns[12] == blank, columns[17] == blank,
      let type = (columns + Column.type).hexadecimal(), let code = (columns + Column.code).hexadecimal(),
      let (value, count) = value(columns + Column.value),
      let time = timestamp(seconds: seconds, microseconds: microseconds.number(at: 1...6))
    else { return nil }
    let event = InputEvent(
      time: time, type: EventType(rawValue: type), code: EventCode(rawValue: code), value: value)
    return (event, point + Column.value + count)
  }

  /// The number of 1 to 10 digits after `E: `, and the offset of the point behind it.
  ///
  @inline(__always)
  private static func seconds(_ line: UnsafeRawPointer) -> (seconds: UInt64, point: Int)? {
    guard line.loadUnaligned(as: UInt16.self) == 0x3a45, line[2] == blank else { return nil }
    var index = 3
    var number: UInt64 = 0
    while index < 13 {
      let digit = line[index] &- 0x30
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      index += 1
    }
    guard index > 3, line[index] == UInt8(ascii: "."), number <= ByteScanner.lastSecond else { return nil }
    return (number, index)
  }

  /// A decimal number of up to nine digits, with or without a sign, and the number of its bytes with the line feed
  /// behind it.
  @inline(__always)
  private static func value(_ text: UnsafeRawPointer) -> (value: Int32, count: Int)? {
    let isNegative = text[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var number: Int32 = 0
    var index = first
    while index < first + 9 {
      let digit = text[index] &- 0x30
      guard digit < 10 else { break }
      number = number &* 10 &+ Int32(digit)
      index += 1
    }
    guard index > first, text[index] == 0x0a else { return nil }
    return (isNegative ? 0 &- number : number, index + 1)
  }
}

extension UInt64 {
  /// Whether the bytes there, the lowest being number 0, are decimal digits.
  @inline(__always)
  fileprivate func hasDigits(at bytes: ClosedRange<Int>) -> Bool {
    let mask: UInt64 = (1 << UInt64(8 * bytes.count) - 1) << UInt64(8 * bytes.lowerBound)
    let (high, zeros): (UInt64, UInt64) = (0xf0f0_f0f0_f0f0_f0f0, 0x3030_3030_3030_3030)
    return self & high & mask == zeros & mask && (self &+ 0x0606_0606_0606_0606 & mask) & high & mask == zeros & mask
  }

  /// The number that digits there make, up to eight of them.
  ///
  /// Neighbours are joined to numbers of two digits, these to numbers of four, these to eight.
  @inline(__always)
  fileprivate func number(at bytes: ClosedRange<Int>) -> UInt64 {
    let digits = (self >> UInt64(8 * bytes.lowerBound) & 0x0f0f_0f0f_0f0f_0f0f) << UInt64(64 - 8 * bytes.count)
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_ffff_0000_ffff
    return (fours &* 10_000 &+ fours >> 32) & 0xffff_ffff
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  fileprivate subscript(index: Int) -> UInt8 { load(fromByteOffset: index, as: UInt8.self) }

  /// Four hexadecimal digits.
  @inline(__always)
  fileprivate func hexadecimal() -> UInt16? {
    let text = UInt64(loadUnaligned(as: UInt32.self))
    guard text.hasDigits(at: 0...3) else { return hexadecimalWithLetters() }
    let digits = text & 0x0f0f_0f0f
    return UInt16(
      truncatingIfNeeded: (digits & 0xf) << 12 | digits & 0xf00 | digits >> 12 & 0xf0 | digits >> 24)
  }

  private func hexadecimalWithLetters() -> UInt16? {
    var number: UInt16 = 0
    for index in 0..<4 {
      guard let digit = hexDigit(self[index]) else { return nil }
      number = number << 4 | UInt16(digit)
    }
    return number
  }
}
