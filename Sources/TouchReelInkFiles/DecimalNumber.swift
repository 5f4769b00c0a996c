/// Numbers as most are written in files of ink: some digits, and perhaps a point and more of them.
package enum DecimalNumber {
  /// So many digits are exact as a `Double`, and so is each power of ten up to the 22nd: their quotient is the number
  /// that is nearest (Clinger, How to Read Floating Point Numbers Accurately, 1990), in a tenth of the time of
  /// `strtod`.
  private static let digitLimit = 15
  private static let powers: [Double] = (0..<digitLimit).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
  }

  /// Reads the number that begins at an index, and moves behind it.
  ///
  /// - Returns: `nil` where there is none of so few digits, and the index stays; one with an exponent is read up to
  ///   that.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double? {
    var next = index
    let isNegative = next < bytes.count && bytes[next] == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let start = next
    var value = digits(bytes, &next, 0)
    var count = next - start
    guard count > 0, count <= digitLimit else { return nil }
    if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
      let point = next
      next += 1
      value = digits(bytes, &next, value)
      let places = next - point - 1
      count += places
      guard places > 0, count <= digitLimit else { return nil }
      index = next
      let number = Double(value) / powers[places]
      return isNegative ? -number : number
    }
    index = next
    return isNegative ? -Double(value) : Double(value)
  }

  /// Digits behind others. What is more than fits is not read right: the caller counts them.
  private static func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ before: Int) -> Int {
    var value = before
    while index < bytes.count, case let digit = bytes[index] &- 0x30, digit < 10 {
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    return value
  }
}
