/// The offset at which a line of a dump begins, as it is written: four to sixteen digits.
struct DumpOffset {
  enum Radix: UInt64, CaseIterable {
    case hexadecimal = 16
    case octal = 8
    case decimal = 10
  }

  /// Four bits each, the last one lowest.
  private var digits: UInt64 = 0
  private var count = 0

  init() {}

  init?(_ word: UnsafeRawBufferPointer) {
    guard word.count >= 4, word.count <= 16, let base = word.baseAddress else { return nil }
    if word.count == 8, let number = eightHexDigits(UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))) {
      (digits, count) = (UInt64(number), 8)
      return
    }
    for index in 0..<word.count {
      let digit = hexValue(word[index])
      guard digit < 16 else { return nil }
      digits = digits << 4 | UInt64(digit)
    }
    count = word.count
  }

  func value(_ radix: Radix) -> UInt64? {
    if radix == .hexadecimal { return digits }
    var value: UInt64 = 0
    for offset in (0..<count).reversed() {
      let digit = digits >> UInt64(4 * offset) & 0xf
      guard digit < radix.rawValue, value < 1 << 60 else { return nil }
      value = value &* radix.rawValue &+ digit
    }
    return value
  }
}
