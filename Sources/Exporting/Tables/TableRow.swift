/// A row of a table that is being written, a value for each column in order.
struct TableRow {
  /// What a value takes at most that is not a text: 20 digits, a sign, a point.
  static let longestValue = 32

  private let format: TableFormat
  private let keys: [[UInt8]]
  private var place: UnsafeMutablePointer<UInt8>
  private var column = 0
  private var isFirst = true

  /// - Parameters:
  ///   - keys: `"name":` of each column, for JSON.
  ///   - place: where there is room for all of it.
  @inline(__always)
  init(_ format: TableFormat, keys: [[UInt8]], at place: UnsafeMutablePointer<UInt8>) {
    self.format = format
    self.keys = keys
    self.place = place
    if format == .jsonl { append(UInt8(ascii: "{")) }
  }

  /// Ends the row.
  /// - Returns: where it ends.
  @inline(__always)
  mutating func finish() -> UnsafeMutablePointer<UInt8> {
    if format == .jsonl { append(UInt8(ascii: "}")) }
    append(UInt8(ascii: "\n"))
    return place
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    place.pointee = byte
    place += 1
  }

  @inline(__always)
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    place.update(from: start, count: text.count)
    place += text.count
  }

  /// - Returns: whether the value is to be written.
  @inline(__always)
  private mutating func open(_ isKnown: Bool) -> Bool {
    defer { column += 1 }
    switch format {
    case .csv:
      if column > 0 { append(UInt8(ascii: ",")) }
    case .jsonl:
      guard isKnown else { return false }
      openMember()
    }
    return isKnown
  }

  private mutating func openMember() {
    if !isFirst { append(UInt8(ascii: ",")) }
    isFirst = false
    keys[column].withUnsafeBufferPointer { append($0) }
  }

  @inline(__always)
  mutating func add(_ value: Int?) {
    guard open(value != nil), let value else { return }
    if value < 0 { append(UInt8(ascii: "-")) }
    place = Decimal.write(value.magnitude, at: place)
  }

  @inline(__always)
  mutating func add(_ value: Int32?) { add(value.map(Int.init)) }

  /// - Parameter decimals: so many at most; zeros at the end are left out.
  @inline(__always)
  mutating func add(_ value: Double?, decimals: Int) {
    guard open(value?.isFinite == true), let value else { return }
    let scaled = value * Double(Decimal.power(decimals))
    guard scaled.magnitude < 9e18 else { return append("\(value)") }
    // Rounds, without a call of the C library as `rounded()` makes one.
    append(Int(scaled + (scaled < 0 ? -0.5 : 0.5)), decimals: decimals)
  }

  /// Nanoseconds as seconds, to the last digit that is not zero.
  @inline(__always)
  mutating func addSeconds(_ nanoseconds: Int64?) {
    guard open(nanoseconds != nil), let nanoseconds else { return }
    append(Int(nanoseconds), decimals: 9)
  }

  /// A whole number of 10^-decimals.
  @inline(__always)
  private mutating func append(_ value: Int, decimals: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: Decimal.power(decimals))
    place = Decimal.write(whole, at: place)
    if part > 0 { place = Decimal.write(part, ofFraction: decimals, at: place) }
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Text of our own, which needs no quotes in CSV.
  @inline(__always)
  mutating func add(word: StaticString) {
    guard open(true) else { return }
    if format == .jsonl { append(UInt8(ascii: "\"")) }
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    if format == .jsonl { append(UInt8(ascii: "\"")) }
  }

  /// A value that is there already as the format has it: see ``TableText/encoded(_:)``.
  @inline(__always)
  mutating func add(encoded text: [UInt8]?) {
    if open(text != nil), let text { text.withUnsafeBufferPointer { append($0) } }
  }
}

/// Decimal digits.
private enum Decimal {
  /// 10^exponent, for 0…9. A constant where the exponent is one.
  @inline(__always)
  static func power(_ exponent: Int) -> UInt {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: 1_000_000_000
    }
  }

  /// - Returns: where the digits end.
  @inline(__always)
  static func write(_ value: UInt, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let count = count(of: value)
    put(value, digits: count, at: place)
    return place + count
  }

  /// A point and the digits behind it, without zeros at the end.
  /// - Returns: where they end.
  @inline(__always)
  static func write(
    _ part: UInt, ofFraction decimals: Int, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    place.pointee = UInt8(ascii: ".")
    put(part, digits: decimals, at: place + 1)
    var end = place + 1 + decimals
    while (end - 1).pointee == UInt8(ascii: "0") { end -= 1 }
    return end
  }

  @inline(__always)
  private static func count(of value: UInt) -> Int {
    if value < 10 { return 1 }
    if value < 100 { return 2 }
    if value < 1000 { return 3 }
    if value < 10_000 { return 4 }
    return longCount(of: value)
  }

  private static func longCount(of value: UInt) -> Int {
    var (count, rest) = (0, value)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    return count
  }

  /// Two digits at a time.
  @inline(__always)
  private static func put(_ value: UInt, digits: Int, at place: UnsafeMutablePointer<UInt8>) {
    var (rest, end) = (value, place + digits)
    while end - place >= 2 {
      let (next, pair) = rest.quotientAndRemainder(dividingBy: 100)
      end -= 2
      end.update(from: pairs.utf8Start + Int(truncatingIfNeeded: pair) * 2, count: 2)
      rest = next
    }
    if end > place { place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
  }

  private static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }
}
