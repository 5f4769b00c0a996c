/// Rows of a table as text: CSV (RFC 4180) with a heading, or a JSON object a line, in which what is not known is left
/// out.
///
/// Tables have a line for each of millions of samples: numbers are written digit by digit into one buffer.
struct TableRow: Sendable {
  private let format: TableFormat
  /// `"name":` of each column, for JSON.
  private let keys: [[UInt8]]
  /// Longer than what is written of it, so that digits are put in place without asking for each whether there is room.
  private var buffer = [UInt8](repeating: 0, count: 1 << 17)
  private(set) var count = 0
  private var column = 0
  private var isFirst = true

  init(_ format: TableFormat, columns: [String]) {
    self.format = format
    keys = columns.map { Array("\"\($0)\":".utf8) }
  }

  static func heading(_ columns: [String]) -> [UInt8] { Array((columns.joined(separator: ",") + "\n").utf8) }

  /// The rows so far.
  var bytes: [UInt8] { Array(buffer[..<count]) }

  mutating func removeAll() { count = 0 }

  mutating func begin() {
    (column, isFirst) = (0, true)
    if format == .jsonl { append(UInt8(ascii: "{")) }
  }

  mutating func end() {
    if format == .jsonl { append(UInt8(ascii: "}")) }
    append(UInt8(ascii: "\n"))
  }

  /// - Parameters:
  ///   - room: how many bytes are written at most.
  ///   - write: returns how many were written.
  @inline(__always)
  private mutating func extend(_ room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    if buffer.count - count < room { buffer += [UInt8](repeating: 0, count: max(room, buffer.count)) }
    count += buffer.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map { write($0 + count) } ?? 0 }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    extend(1) { place in
      place.pointee = byte
      return 1
    }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    extend(text.count) { place in
      place.update(from: start, count: text.count)
      return text.count
    }
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
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      keys[column].withUnsafeBufferPointer { append($0) }
    }
    return isKnown
  }

  mutating func add(_ value: Int?) {
    guard open(value != nil), let value else { return }
    extend(24) { TableDigits.write(value.magnitude, isNegative: value < 0, to: $0) }
  }

  mutating func add(_ value: Int32?) { add(value.map(Int.init)) }

  /// - Parameter decimals: so many at most; zeros at the end are left out.
  mutating func add(_ value: Double?, decimals: Int) {
    guard open(value?.isFinite == true), let value else { return }
    let scaled = (value * Double(TableDigits.powers[decimals])).rounded()
    guard scaled.magnitude < 9e18 else {
      var text = "\(value)"
      return text.withUTF8 { append($0) }
    }
    extend(24) { TableDigits.write(Int(scaled), decimals: decimals, to: $0) }
  }

  /// Nanoseconds as seconds, to the last digit that is not zero.
  mutating func addSeconds(_ nanoseconds: Int64?) {
    guard open(nanoseconds != nil), let nanoseconds else { return }
    extend(24) { TableDigits.write(Int(nanoseconds), decimals: 9, to: $0) }
  }

  /// Text of our own, which needs no quotes in CSV.
  mutating func add(word: StaticString) {
    guard open(true) else { return }
    if format == .jsonl { append(UInt8(ascii: "\"")) }
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    if format == .jsonl { append(UInt8(ascii: "\"")) }
  }

  /// A value that is there already as the format has it: see ``encoded(_:)``.
  mutating func add(encoded text: [UInt8]?) {
    if open(text != nil), let text { text.withUnsafeBufferPointer { append($0) } }
  }

  /// A text as the format has it. Control characters are written as spaces in CSV and escaped in JSON.
  func encoded(_ text: String) -> [UInt8] {
    switch format {
    case .csv:
      let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
      guard plain.contains(where: { ",\"".contains($0) }) else { return Array(plain.utf8) }
      return Array("\"\(plain.replacing("\"", with: "\"\""))\"".utf8)
    case .jsonl: return Array("\"\(text.unicodeScalars.map(Self.escaped).joined())\"".utf8)
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}

/// Decimal digits.
private enum TableDigits {
  static let powers = (0...9).map { exponent in (0..<exponent).reduce(1) { product, _ in product * 10 } }

  /// - Returns: how many characters were written: 20 at most.
  @inline(__always)
  static func write(_ value: UInt, isNegative: Bool, to place: UnsafeMutablePointer<UInt8>) -> Int {
    place.pointee = UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    let count = count(of: value)
    put(value, digits: count, at: place + start)
    return start + count
  }

  /// A whole number of 10^-decimals.
  @inline(__always)
  static func write(_ value: Int, decimals: Int, to place: UnsafeMutablePointer<UInt8>) -> Int {
    var (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt(powers[decimals]))
    var length = write(whole, isNegative: value < 0, to: place)
    guard rest > 0 else { return length }
    place[length] = UInt8(ascii: ".")
    var digits = decimals
    while true {
      (whole, _) = rest.quotientAndRemainder(dividingBy: 10)
      guard whole &* 10 == rest else { break }
      (rest, digits) = (whole, digits - 1)
    }
    put(rest, digits: digits, at: place + length + 1)
    length += 1 + digits
    return length
  }

  @inline(__always)
  private static func count(of value: UInt) -> Int {
    var (count, limit) = (1, UInt(10))
    while value >= limit, count < 19 { (count, limit) = (count + 1, limit &* 10) }
    return value >= limit ? count + 1 : count
  }

  @inline(__always)
  private static func put(_ value: UInt, digits: Int, at place: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var index = digits
    while index > 0 {
      index -= 1
      let (next, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = next
    }
  }
}
