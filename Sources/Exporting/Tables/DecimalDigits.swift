/// Decimal digits, written eight at a time: a table has millions of numbers.
///
/// Every function may write up to ``slack`` bytes behind what it returns.
enum DecimalDigits {
  /// How many bytes behind the last digit may be overwritten.
  static let slack = 16

  /// What is before the point of a value from 0 to 10^8, without a check for each way in which a conversion could fail.
  @inline(__always)
  static func wholePart(_ value: Double) -> UInt {
    // Among numbers of this size the next one is greater by 1, and bits count them.
    let unit = 0x1p52
    let rounded = value + unit
    return UInt(truncatingIfNeeded: rounded.bitPattern & 0x000f_ffff_ffff_ffff) &- (rounded - unit > value ? 1 : 0)
  }

  /// - Returns: where the digits end.
  @inline(__always)
  static func write(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard value < 100_000_000 else { return writeLong(value, at: place) }
    let digits = eight(value)
    // At least one digit is left of a zero.
    let zeros = (digits | 1 << 56).trailingZeroBitCount & ~7
    store((digits | zerosInASCII) &>> zeros, at: place)
    return place + (8 - zeros / 8)
  }

  /// - Returns: where the digits end.
  @inline(__always)
  static func write(_ value: Int, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    write(value.magnitude, at: sign(value < 0, at: place))
  }

  /// - Returns: behind a minus, if there is one.
  @inline(__always)
  private static func sign(
    _ isNegative: Bool, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    place.pointee = UInt8(ascii: "-")
    return place + (isNegative ? 1 : 0)
  }

  @inline(never)
  private static func writeLong(
    _ value: UInt, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let (first, rest) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let place = write(first, at: place)
    store(eight(rest) | zerosInASCII, at: place)
    return place + 8
  }

  /// - Parameters:
  ///   - value: of magnitude up to 9 × 10^18 with its decimals as an integer.
  ///   - decimals: so many at most; zeros at the end are left out.
  /// - Returns: where the digits end.
  @inline(__always)
  static func write<Places: DecimalPlaces>(
    _ value: Double, _ decimals: Places.Type, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let scaled = value * Double(Places.power)
    // Rounded, once it is cut off.
    let magnitude = scaled.magnitude + 0.5
    let whole = magnitude < 99_999_999 ? wholePart(magnitude) : UInt(magnitude)
    return write(whole, decimals, at: sign(scaled < 0 && whole > 0, at: place))
  }

  /// A whole number of 10^-decimals.
  /// - Returns: where the digits end.
  @inline(__always)
  static func write<Places: DecimalPlaces>(
    _ value: Int, _ decimals: Places.Type, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    write(value.magnitude, decimals, at: sign(value < 0, at: place))
  }

  /// A whole number of 10^-decimals: its digits, a point and what is behind it, without zeros at the end.
  /// - Parameter decimals: a type, so that there is code of its own for each number of them.
  /// - Returns: where they end.
  @inline(__always)
  static func write<Places: DecimalPlaces>(
    _ value: UInt, _ decimals: Places.Type, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard value < 100_000_000, Places.count < 8 else { return writeLong(value, decimals, at: place) }
    let digits = eight(value)
    let whole = 8 - Places.count
    // At least one digit is left before the point.
    let zeros = (digits | 1 << UInt64(8 * whole - 8)).trailingZeroBitCount & ~7
    store((digits | zerosInASCII) &>> UInt64(zeros), at: place)
    let point = place + (whole - zeros / 8)
    return end(digits >> UInt64(8 * whole), from: point)
  }

  /// A point and the digits behind it: the first one lowest, zeros behind the last.
  @inline(__always)
  private static func end(_ fraction: UInt64, from point: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let count = 8 - fraction.leadingZeroBitCount / 8
    point.pointee = UInt8(ascii: ".")
    store(fraction | zerosInASCII, at: point + 1)
    return point + (count > 0 ? count + 1 : 0)
  }

  @inline(never)
  private static func writeLong<Places: DecimalPlaces>(
    _ value: UInt, _ decimals: Places.Type, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let (whole, part) = value.quotientAndRemainder(dividingBy: Places.power)
    let point = write(whole, at: place)
    // Of nine digits at most, the last one by itself.
    let (first, last) = (part * (1_000_000_000 / Places.power)).quotientAndRemainder(dividingBy: 10)
    let end = end(eight(first), from: point)
    guard last > 0 else { return end }
    point.pointee = UInt8(ascii: ".")
    store(eight(first) | zerosInASCII, at: point + 1)
    (point + 9).pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
    return point + 10
  }

  private static let zerosInASCII: UInt64 = 0x3030_3030_3030_3030

  /// The digits of a value below 10^8 as bytes, the first one lowest: halves of four digits, then pairs, then single
  /// ones, those of both halves divided at once.
  @inline(__always)
  private static func eight(_ value: UInt) -> UInt64 {
    let value = UInt64(truncatingIfNeeded: value)
    let first = value / 10_000
    var digits = first | (value &- first &* 10_000) &<< 32
    let hundreds = ((digits &* 10_486) &>> 20) & 0x0000_007f_0000_007f
    digits = hundreds | (digits &- hundreds &* 100) &<< 16
    let tens = ((digits &* 103) &>> 10) & 0x000f_000f_000f_000f
    return tens | (digits &- tens &* 10) &<< 8
  }

  @inline(__always)
  private static func store(_ digits: UInt64, at place: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(place).storeBytes(of: digits.littleEndian, as: UInt64.self)
  }
}

/// How many decimals a number has at most, up to nine.
protocol DecimalPlaces {
  static var count: Int { get }
  /// 10^count.
  static var power: UInt { get }
}

enum Thousandths: DecimalPlaces {
  static var count: Int { 3 }
  static var power: UInt { 1000 }
}

enum TenThousandths: DecimalPlaces {
  static var count: Int { 4 }
  static var power: UInt { 10_000 }
}

enum Millionths: DecimalPlaces {
  static var count: Int { 6 }
  static var power: UInt { 1_000_000 }
}

enum Billionths: DecimalPlaces {
  static var count: Int { 9 }
  static var power: UInt { 1_000_000_000 }
}

/// Whole numbers below 1000 as text: most sizes and angles of contacts, which change with every sample.
struct SmallNumbers: Sendable {
  /// The digits of each, the first one lowest, and how many there are in the highest byte.
  private let texts = all

  private static let all: [UInt32] = (0..<1000).map { number in
    let digits = String(number).utf8
    return digits.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(digits.count) << 24
  }

  /// Writes any number; up to ``DecimalDigits/slack`` bytes behind it may be overwritten.
  /// - Returns: where the digits end.
  @inline(__always)
  func write(_ value: Int32, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard value >= 0, value < texts.count else { return DecimalDigits.write(Int(value), at: place) }
    let text = texts[Int(value)]
    UnsafeMutableRawPointer(place).storeBytes(of: text.littleEndian, as: UInt32.self)
    return place + Int(text >> 24)
  }
}
