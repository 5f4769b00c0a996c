import TouchReelClampedNumbers

/// The text of a file of vectors as it is written: words, and numbers of at most three decimals.
struct VectorText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  mutating func append(_ value: Double) { append(thousandths: Self.thousandths(value)) }

  /// Whole thousandths; what is not a number becomes 0. Coordinates are within ±2³¹.
  static func thousandths(_ value: Double) -> Int {
    let scaled = (value * 1000).rounded()
    return scaled.magnitude < 1e15 ? Int(clamping: scaled) : 0
  }

  /// `-1.5` for −1500, without zeros at the end.
  mutating func append(thousandths value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    appendDigits(whole)
    guard rest > 0 else { return }
    let digits = [rest / 100, rest / 10 % 10, rest % 10].map { UInt8(ascii: "0") + UInt8($0) }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: rest % 100 == 0 ? digits[..<1] : rest % 10 == 0 ? digits[..<2] : digits[...])
  }

  private mutating func appendDigits(_ value: UInt) {
    if value >= 10 { appendDigits(value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// Returns what has been written so far, and begins anew.
  mutating func drain() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
