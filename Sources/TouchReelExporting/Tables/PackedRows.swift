import TouchReelInputEvents

/// Rows of a table as 64-bit words, for what makes columns of them. A whole number or a floating-point number is a
/// word; a text is its length in bytes, and its bytes with zeros up to a whole word.
struct PackedRows: Sendable {
  /// Stands for a whole number that is not known.
  static let unknownNumber = UInt64(bitPattern: .min)
  /// Stands for the length of a text that is not known.
  static let unknownText = UInt64.max

  private(set) var words: [UInt64] = []

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func add(_ value: Int?) { words.append(value.map { UInt64(bitPattern: Int64($0)) } ?? Self.unknownNumber) }

  @inline(__always)
  mutating func add(_ value: Double?) { words.append((value ?? .nan).bitPattern) }

  /// Adds a time in seconds.
  @inline(__always)
  mutating func add(_ span: TimeSpan?) { add(span.map(\.nearestSeconds)) }

  mutating func add(_ text: String?) {
    guard var text else { return words.append(Self.unknownText) }
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ text: [UInt8]?) {
    guard let text else { return words.append(Self.unknownText) }
    text.withUnsafeBytes { add($0) }
  }

  @inline(__always)
  private mutating func add(_ text: UnsafeRawBufferPointer) {
    words.append(UInt64(text.count))
    var index = 0
    while index + 8 <= text.count {
      words.append(text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    guard index < text.count else { return }
    var last: UInt64 = 0
    for (place, byte) in text[index...].enumerated() { last |= UInt64(byte) << UInt64(8 * place) }
    words.append(last)
  }
}

/// The words of packed rows, one after the other.
struct PackedRowReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// - Parameter bytes: whole rows.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  @inline(__always)
  mutating func next() -> UInt64 {
    defer { offset += 8 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// - Returns: the length of a text and its words; `nil` if it is not known.
  @inline(__always)
  mutating func nextText() -> (count: Int, words: UnsafeRawBufferPointer)? {
    let count = next()
    guard count != PackedRows.unknownText else { return nil }
    let end = offset + (Int(count) + 7) / 8 * 8
    defer { offset = end }
    return (Int(count), UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
  }
}

extension TimeSpan {
  /// The number of seconds that is nearest. Nanoseconds since 1970 have more digits than a `Double` holds: divided as a
  /// whole they would be rounded twice.
  @inline(__always)
  fileprivate var nearestSeconds: Double {
    if nanoseconds.magnitude < 1 << 53 { return Double(nanoseconds) / 1e9 }
    let (microseconds, part) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    if part == 0, microseconds.magnitude < 1 << 53 { return Double(microseconds) / 1e6 }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Double(seconds) + Double(rest) / 1e9
  }
}

extension Decimals {
  /// A number as a table has it, with as many decimals.
  @inline(__always)
  func rounded(_ value: Double) -> Double {
    let scaled = value * Double(power)
    guard scaled.magnitude < 9e18 else { return value }
    // No trap: what is larger was returned above.
    let units = Int(scaled.magnitude + 0.5)
    return Double(scaled < 0 ? -units : units) / Double(power)
  }
}
