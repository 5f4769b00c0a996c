/// Rows of a table as text: CSV (RFC 4180) with a heading, or a JSON object a line, in which what is not known is left
/// out.
///
/// Tables have a line for each of millions of samples: numbers are written digit by digit into one buffer.
struct TableRow: Sendable {
  private(set) var bytes: [UInt8] = []
  private let format: TableFormat
  /// `,"name":` of each column, for JSON.
  private let keys: [[UInt8]]
  private var column = 0
  private var isFirst = true

  init(_ format: TableFormat, columns: [String]) {
    self.format = format
    keys = columns.map { Array("\"\($0)\":".utf8) }
    bytes.reserveCapacity(1 << 17)
  }

  static func heading(_ columns: [String]) -> [UInt8] { Array((columns.joined(separator: ",") + "\n").utf8) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func begin() {
    (column, isFirst) = (0, true)
    if format == .jsonl { bytes.append(UInt8(ascii: "{")) }
  }

  mutating func end() {
    if format == .jsonl { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// - Returns: whether the value is to be written.
  private mutating func open(_ isKnown: Bool) -> Bool {
    defer { column += 1 }
    switch format {
    case .csv:
      if column > 0 { bytes.append(UInt8(ascii: ",")) }
    case .jsonl:
      guard isKnown else { return false }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(contentsOf: keys[column])
    }
    return isKnown
  }

  mutating func add(_ value: Int?) {
    guard open(value != nil), let value else { return }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(value.magnitude)
  }

  mutating func add(_ value: Int32?) { add(value.map(Int.init)) }

  /// - Parameter decimals: so many at most; zeros at the end are left out.
  mutating func add(_ value: Double?, decimals: Int) {
    guard open(value?.isFinite == true), let value else { return }
    let power = Self.powers[decimals]
    let scaled = (value * Double(power)).rounded()
    guard scaled.magnitude < 9e18 else { return bytes.append(contentsOf: "\(value)".utf8) }
    let whole = Int(scaled)
    if whole < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDecimal(whole.magnitude, decimals: decimals)
  }

  /// Nanoseconds as seconds, to the last digit that is not zero.
  mutating func addSeconds(_ nanoseconds: Int64?) {
    guard open(nanoseconds != nil), let nanoseconds else { return }
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDecimal(UInt(nanoseconds.magnitude), decimals: 9)
  }

  /// Text of our own, which needs no quotes in CSV.
  mutating func add(word: StaticString) {
    guard open(true) else { return }
    if format == .jsonl { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    if format == .jsonl { bytes.append(UInt8(ascii: "\"")) }
  }

  /// A value that is there already as the format has it: see ``encoded(_:)``.
  mutating func add(encoded text: [UInt8]?) {
    if open(text != nil), let text { bytes.append(contentsOf: text) }
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

  private static let powers = (0...9).map { exponent in (0..<exponent).reduce(1) { product, _ in product * 10 } }

  private mutating func appendDecimal(_ value: UInt, decimals: Int) {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: UInt(Self.powers[decimals]))
    append(whole)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var digits = decimals
    var tail = rest
    while tail.isMultiple(of: 10) {
      tail /= 10
      digits -= 1
    }
    append(tail, digits: digits)
  }

  private mutating func append(_ value: UInt, digits: Int = 1) {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    let start = bytes.count
    for _ in 0..<max(count, digits) { bytes.append(UInt8(ascii: "0")) }
    rest = value
    var place = bytes.count - 1
    while rest > 0, place >= start {
      bytes[place] += UInt8(rest % 10)
      rest /= 10
      place -= 1
    }
  }
}
