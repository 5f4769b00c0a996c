import TouchReelInkFiles

/// Whether two values say the same: numbers may be spelled otherwise, lists have other blanks, colours other notations.
struct ValueComparison {
  /// Names of colours that the format has, in lower case.
  let colors: [String: String]
  /// Writers round to six decimals.
  private static let tolerance = 1e-6
  private static let relativeTolerance = 1e-9

  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left == right { return true }
    if let same = areSameNumbers(left, right) { return same }
    return color(left).map { $0 == color(right) } ?? false
  }

  /// Texts in which blanks may lie anywhere.
  func areEqualWithoutBlanks(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lazy.filter { $0 > 0x20 }.elementsEqual(right.lazy.filter { $0 > 0x20 })
  }

  /// Two numbers, of which the second is moved.
  func areEqual(_ left: [UInt8], _ right: [UInt8], shiftedBy shift: Double) -> Bool {
    guard let left = Self.number(left[...]), let right = Self.number(right[...]) else { return left == right }
    return Self.areNear(left + shift, right)
  }

  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard let first = text.first, first < 0x40, text.count < 400 else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func areNear(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= tolerance + relativeTolerance * abs(left)
  }

  /// `nil` if one of the two is more than numbers, commas and brackets.
  private func areSameNumbers(_ left: [UInt8], _ right: [UInt8]) -> Bool? {
    var (first, second) = (ValueTokens(left), ValueTokens(right))
    while true {
      switch (first.next(), second.next()) {
      case (nil, nil): return true
      case (let one?, let other?):
        if one == other { continue }
        guard let one = Self.number(one), let other = Self.number(other) else { return nil }
        guard Self.areNear(one, other) else { return false }
      default: return nil
      }
    }
  }

  /// The colour of a text, with its alpha.
  private func color(_ text: [UInt8]) -> InkColor? {
    guard text.count < 40 else { return nil }
    let name = String(decoding: text, as: UTF8.self).lowercased()
    return InkColor(hexadecimal: name) ?? colors[name].flatMap { InkColor(hexadecimal: $0) }
  }
}

/// What a value is made of: words, and commas and brackets each for itself.
struct ValueTokens: IteratorProtocol {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func next() -> ArraySlice<UInt8>? {
    while index < text.count, text[index] <= 0x20 { index += 1 }
    guard index < text.count else { return nil }
    let start = index
    index += 1
    if Self.isMark(text[start]) { return text[start..<index] }
    while index < text.count, text[index] > 0x20, !Self.isMark(text[index]) { index += 1 }
    return text[start..<index]
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }
}
