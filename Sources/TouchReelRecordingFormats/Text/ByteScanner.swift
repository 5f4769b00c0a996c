import TouchReelInputEvents

/// A position in a line of text that advances over numbers, words and punctuation. A mismatch leaves it in place or
/// returns `nil`; it never traps.
struct ByteScanner {
  let bytes: UnsafeRawBufferPointer
  private(set) var index = 0

  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  @inline(__always)
  var isAtEnd: Bool { index >= bytes.count }

  /// The byte at this position; 0 at the end.
  @inline(__always)
  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// What is left of the line.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[min(index, bytes.count)...]) }

  @inline(__always)
  mutating func advance() { index += 1 }

  @inline(__always)
  mutating func skipBlanks() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }

  /// - Parameter count: no more than there are.
  @inline(__always)
  mutating func advance(by count: Int) { index += count }

  @inline(__always)
  mutating func skipToEnd() { index = bytes.count }

  /// Moves past this byte if it is here.
  @inline(__always)
  mutating func accept(_ wanted: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == wanted else { return false }
    index += 1
    return true
  }

  /// Moves past this text if it is here.
  @inline(__always)
  mutating func accept(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Moves past the first occurrence of this text; false, and not moved, where there is none.
  mutating func skip(past text: StaticString) -> Bool {
    let start = index
    while index < bytes.count {
      if accept(text) { return true }
      index += 1
    }
    index = start
    return false
  }

  /// The bytes up to the next blank.
  mutating func word() -> UnsafeRawBufferPointer {
    let start = index
    while index < bytes.count, bytes[index] > 0x20 { index += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
  }

  /// A decimal number of any width up to `limit`.
  @inline(__always)
  mutating func decimal(upTo limit: UInt64) -> UInt64? {
    let start = index
    var value: UInt64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { break }
      // At most 10 × (2⁶⁰ − 1) + 9, which fits.
      guard value < 1 << 60 else { return fail(start) }
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    return index > start && value <= limit ? value : fail(start)
  }

  /// A decimal number with or without a sign, within Int32.
  @inline(__always)
  mutating func int32() -> Int32? {
    let start = index
    let isNegative = accept(UInt8(ascii: "-"))
    guard let magnitude = decimal(upTo: isNegative ? 1 << 31 : 1 << 31 - 1) else { return fail(start) }
    return isNegative ? Int32(truncatingIfNeeded: -Int64(magnitude)) : Int32(truncatingIfNeeded: magnitude)
  }

  /// A decimal number as ``int32()``, or one above 2³¹ that stands for a negative one, as programs print that take
  /// values for unsigned.
  mutating func int32OrUnsigned() -> Int32? {
    if let value = int32() { return value }
    return decimal(upTo: UInt64(UInt32.max)).map { Int32(truncatingIfNeeded: $0) }
  }

  /// A hexadecimal number of any width up to `limit`, without a prefix.
  @inline(__always)
  mutating func hexadecimal(upTo limit: UInt64) -> UInt64? {
    let start = index
    var value: UInt64 = 0
    while index < bytes.count, let digit = hexDigit(bytes[index]) {
      guard value < 1 << 60 else { return fail(start) }
      value = value << 4 | UInt64(digit)
      index += 1
    }
    return index > start && value <= limit ? value : fail(start)
  }

  @inline(__always)
  mutating func hexadecimal16() -> UInt16? { hexadecimal(upTo: 0xffff).map { UInt16(truncatingIfNeeded: $0) } }

  @inline(__always)
  mutating func decimal16() -> UInt16? { decimal(upTo: 0xffff).map { UInt16(truncatingIfNeeded: $0) } }

  /// A time as `seconds.microseconds`, the latter being an integer: `.5` is 5 µs.
  @inline(__always)
  mutating func time(separator: UInt8 = UInt8(ascii: ".")) -> Timestamp? {
    let start = index
    guard let seconds = decimal(upTo: Self.lastSecond), accept(separator), let part = decimal(upTo: 999_999) else {
      return fail(start)
    }
    return timestamp(seconds: seconds, microseconds: part) ?? fail(start)
  }

  /// A time as a decimal number of seconds, of which Python prints as few digits as it takes, and sometimes more than
  /// six, or none at all: `.5` is half a second, `5e-05` are 50 µs. It is rounded to microseconds.
  mutating func decimalTime() -> Timestamp? {
    let start = index
    guard let seconds = decimal(upTo: Self.lastSecond) else { return nil }
    var part: UInt64 = 0
    if accept(UInt8(ascii: ".")) {
      let first = index
      while index < bytes.count, bytes[index] &- 0x30 < 10 {
        let digits = index - first
        let digit = UInt64(bytes[index] &- 0x30)
        if digits < 6 { part = part * 10 + digit } else if digits == 6, digit >= 5 { part += 1 }
        index += 1
      }
      for _ in min(index - first, 6)..<6 { part *= 10 }
    }
    guard accept("e-") else { return timestamp(seconds: seconds, microseconds: part) ?? fail(start) }
    guard seconds < 10, let exponent = decimal(upTo: 9) else { return fail(start) }
    let divisor = (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
    return timestamp(seconds: 0, microseconds: (seconds * 1_000_000 + part + divisor / 2) / divisor)
  }

  /// The last second that 64-bit nanoseconds hold, in the year 2262.
  static let lastSecond: UInt64 = 9_223_372_036

  @inline(__always)
  private mutating func fail<Value>(_ start: Int) -> Value? {
    index = start
    return nil
  }
}

/// - Parameters:
///   - seconds: at most `ByteScanner.lastSecond`.
///   - microseconds: below a million.
@inline(__always)
func timestamp(seconds: UInt64, microseconds: UInt64) -> Timestamp? {
  let (nanoseconds, overflow) = Int64(truncatingIfNeeded: seconds &* 1_000_000_000)
    .addingReportingOverflow(Int64(truncatingIfNeeded: microseconds &* 1000))
  return overflow ? nil : Timestamp(nanoseconds: nanoseconds)
}

@inline(__always)
func hexDigit(_ byte: UInt8) -> UInt8? {
  let digit = byte &- 0x30
  if digit < 10 { return digit }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? letter + 10 : nil
}

extension UnsafeRawBufferPointer {
  /// The bytes as text; invalid UTF-8 is replaced.
  var text: String { String(decoding: self, as: UTF8.self) }

  func starts(with text: StaticString) -> Bool {
    var scanner = ByteScanner(self)
    return scanner.accept(text)
  }
}
