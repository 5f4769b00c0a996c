import TouchReelInputEvents

/// How many decimals a number has at most.
package enum Decimals: Int, Sendable, CaseIterable {
  case thousandths = 3
  case tenThousandths = 4
  case millionths = 6
  case billionths = 9

  /// 10 to the number of decimals.
  @inline(__always)
  var power: UInt {
    switch self {
    case .thousandths: 1000
    case .tenThousandths: 10_000
    case .millionths: 1_000_000
    case .billionths: 1_000_000_000
    }
  }

  /// A number as tables have it: zeros at its end are left out.
  /// - Returns: an empty text for what is not finite.
  package func text(_ value: Double) -> String {
    var text: [UInt8] = []
    if value.isFinite { text.append(value, self) }
    return String(decoding: text, as: UTF8.self)
  }

  /// A whole number of the last decimal, as tables have it.
  package func text(units: Int) -> String {
    var text: [UInt8] = []
    text.append(units: units, self)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a whole number.
  @inline(__always)
  mutating func append(digitsOf value: Int) {
    append(addingCapacity: 20) { text in
      if value < 0 { text.append(UInt8(ascii: "-")) }
      appendDigits(of: value.magnitude, to: &text)
    }
  }

  /// Appends a number, rounded, without zeros at its end.
  /// - Parameter value: finite.
  @inline(__always)
  mutating func append(_ value: Double, _ decimals: Decimals) {
    let scaled = value * Double(decimals.power)
    guard scaled.magnitude < 9e18 else { return append(contentsOf: "\(value)".utf8) }
    // No trap: what is larger was written above.
    let units = Int(scaled.magnitude + 0.5)
    append(units: scaled < 0 ? -units : units, decimals)
  }

  /// Appends a whole number of the last decimal, without zeros at its end.
  @inline(__always)
  mutating func append(units: Int, _ decimals: Decimals) {
    append(addingCapacity: 24) { text in
      if units < 0 { text.append(UInt8(ascii: "-")) }
      let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: decimals.power)
      appendDigits(of: whole, to: &text)
      if part > 0 { appendFraction(part, count: decimals.rawValue, to: &text) }
    }
  }
}

// Functions, since before Swift 6.3 an output span has no mutating methods but the standard library's.

@inline(__always)
private func appendDigits(of value: UInt, to text: inout OutputSpan<UInt8>) {
  var (count, bound): (Int, UInt) = (1, 10)
  while count < 19, value >= bound { (count, bound) = (count + 1, bound &* 10) }
  appendDigits(of: value, count: value >= bound ? count + 1 : count, to: &text)
}

/// Appends a point, and the digits behind it up to the last that is not zero.
@inline(__always)
private func appendFraction(_ fraction: UInt, count: Int, to text: inout OutputSpan<UInt8>) {
  var (fraction, count) = (fraction, count)
  // Kernels count time in microseconds, and tables in nanoseconds.
  if count > 3, fraction % 1000 == 0 { (fraction, count) = (fraction / 1000, count - 3) }
  while fraction % 10 == 0 { (fraction, count) = (fraction / 10, count - 1) }
  text.append(UInt8(ascii: "."))
  appendDigits(of: fraction, count: count, to: &text)
}

/// Appends so many digits, the first of which may be zeros.
@inline(__always)
private func appendDigits(of value: UInt, count digits: Int, to text: inout OutputSpan<UInt8>) {
  text.append(repeating: UInt8(ascii: "0"), count: digits)
  var (rest, index) = (value, text.count)
  while rest >= 10 {
    let pair = UInt8(truncatingIfNeeded: rest % 100)
    (rest, index) = (rest / 100, index - 2)
    text[index] = UInt8(ascii: "0") + pair / 10
    text[index + 1] = UInt8(ascii: "0") + pair % 10
  }
  if rest > 0 { text[index - 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
}
