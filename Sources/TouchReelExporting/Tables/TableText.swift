import TouchReelInputEvents

/// Rows of a table as text: CSV (RFC 4180), or a JSON object a line, in which what is not known is left out. For NumPy,
/// rows are packed, and become columns where they are written.
///
/// Columns are added in order, those without a value too.
struct TableText: Sendable {
  private let format: TableFormat
  private(set) var bytes: [UInt8] = []
  private var packed = PackedRows()
  private var isAtRowStart = true
  /// What every row ends with.
  private let labels: [RowLabel]
  private let ending: [UInt8]

  /// - Parameter labels: columns of one value in all rows, behind the others.
  init(_ format: TableFormat, labels: [RowLabel] = []) {
    (self.format, self.labels) = (format, labels)
    ending = labels.flatMap { $0.text(in: format) }
  }

  /// How many bytes the rows have.
  var count: Int { format == .npz ? packed.words.count * 8 : bytes.count }

  /// Calls a closure with the rows, which are valid only while it runs.
  func withRows<Failure>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    if format == .npz {
      try packed.words.withUnsafeBufferPointer { (words) throws(Failure) in try body(UnsafeRawBufferPointer(words)) }
    } else {
      try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    packed.removeAll()
  }

  mutating func endRow() {
    if format == .npz {
      for label in labels { packed.add(label.value) }
      return
    }
    bytes += ending
    if format == .jsonl { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: "\n"))
    isAtRowStart = true
  }

  @inline(__always)
  mutating func add(_ name: StaticString, _ value: Int?) {
    if format == .npz { return packed.add(value) }
    guard let value else { return addUnknown() }
    begin(name)
    bytes.append(digitsOf: value)
  }

  @inline(__always)
  mutating func add(_ name: StaticString, _ value: Int32?) { add(name, value.map { Int($0) }) }

  @inline(__always)
  mutating func add(_ name: StaticString, _ value: Double?, _ decimals: Decimals) {
    if format == .npz { return packed.add(value.flatMap { $0.isFinite ? decimals.rounded($0) : nil }) }
    guard let value, value.isFinite else { return addUnknown() }
    begin(name)
    bytes.append(value, decimals)
  }

  /// Adds seconds, to the nanosecond.
  @inline(__always)
  mutating func add(_ name: StaticString, _ span: TimeSpan?) {
    if format == .npz { return packed.add(span) }
    guard let span else { return addUnknown() }
    begin(name)
    bytes.append(units: Int(span.nanoseconds), .billionths)
  }

  /// Adds a word of our own, which needs no quotes in CSV.
  mutating func add(_ name: StaticString, word: String?) {
    if format == .npz { return packed.add(word) }
    guard let word else { return addUnknown() }
    begin(name)
    if format == .jsonl { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: word.utf8)
    if format == .jsonl { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Adds a text that is encoded already: see ``encoded(_:)``.
  mutating func add(_ name: StaticString, encoded text: [UInt8]?) {
    if format == .npz { return packed.add(text) }
    guard let text else { return addUnknown() }
    begin(name)
    bytes += text
  }

  @inline(__always)
  private mutating func addUnknown() {
    if format == .csv { begin("") }
  }

  /// What is before the value of the next column.
  @inline(__always)
  private mutating func begin(_ name: StaticString) {
    switch format {
    case .csv: if !isAtRowStart { bytes.append(UInt8(ascii: ",")) }
    case .jsonl:
      append(isAtRowStart ? "{" : ",", "\"")
      bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      append("\"", ":")
    case .npz: break
    }
    isAtRowStart = false
  }

  @inline(__always)
  private mutating func append(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
    bytes.append(addingCapacity: 2) { text in
      text.append(UInt8(ascii: first))
      text.append(UInt8(ascii: second))
    }
  }

  /// A text as the format has it, in which different texts are different.
  func encoded(_ text: String) -> [UInt8] { format.encoded(text) }
}

extension TableFormat {
  /// A text as the format has it, in which different texts are different.
  func encoded(_ text: String) -> [UInt8] {
    switch self {
    case .csv: CSVField.encoded(text)
    case .npz: Array(text.utf8)
    case .jsonl: Array("\"\(text.unicodeScalars.map(Self.escaped).joined())\"".utf8)
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
