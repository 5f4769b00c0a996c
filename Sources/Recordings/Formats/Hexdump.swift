/// The lines of a hexdump.
struct Hexdump {
  enum Outcome {
    case read, unknown, tooManyRepeats
  }

  /// Bytes that the repeated lines of a dump may stand for, whatever its length.
  static let freeRepeats: UInt64 = 1 << 20
  /// And for each byte of the dump.
  let maximumRepeats: Int

  private let style: DumpStyle
  private var row = HexdumpRow()
  /// The row before; it means nothing before the first one.
  private var previous = HexdumpRow()
  private var hasPrevious = false
  private var radix: DumpOffset.Radix?
  private var isRepeating = false
  /// Bytes that repeated lines may still stand for.
  private var allowance = freeRepeats

  init(_ style: DumpStyle, maximumRepeats: Int = ReadingOptions().maximumRepeats) {
    self.style = style
    self.maximumRepeats = maximumRepeats
  }

  /// Reads a line, appending its bytes and those of the repeated lines before it.
  mutating func read(_ line: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Outcome {
    allowance += UInt64(max(maximumRepeats, 0)) * UInt64(line.count)
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .read }
    if scanner.byte == UInt8(ascii: "*"), line.count - scanner.index == 1 {
      isRepeating = !previous.isEmpty
      return .read
    }
    guard row.read(&scanner, style: style) else { return .unknown }
    if isRepeating, !addRepeats(to: &bytes) {
      isRepeating = false
      return .tooManyRepeats
    }
    learnRadix()
    row.append(to: &bytes)
    swap(&row, &previous)
    hasPrevious = true
    return .read
  }

  /// `od` counts in octal, the others in hexadecimal: two lines on end show it.
  private mutating func learnRadix() {
    defer { isRepeating = false }
    guard radix == nil, !isRepeating, hasPrevious else { return }
    radix = DumpOffset.Radix.allCases.first { radix in
      guard let start = previous.offset.value(radix), let next = row.offset.value(radix) else { return false }
      return next &- start == UInt64(previous.count)
    }
  }

  private mutating func addRepeats(to bytes: inout [UInt8]) -> Bool {
    let radix = radix ?? .hexadecimal
    guard let start = previous.offset.value(radix), let end = row.offset.value(radix), end > start,
      end - start <= allowance
    else { return false }
    allowance -= end - start
    let rows = (end - start) / UInt64(previous.count)
    for _ in 1..<max(rows, 1) { previous.append(to: &bytes) }
    return true
  }
}

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
    guard word.count >= 4, word.count <= 16 else { return nil }
    for index in 0..<word.count {
      let digit = hexValue(word[index])
      guard digit < 16 else { return nil }
      digits = digits << 4 | UInt64(digit)
    }
    count = word.count
  }

  func value(_ radix: Radix) -> UInt64? {
    var value: UInt64 = 0
    for place in (0..<count).reversed() {
      let digit = digits >> UInt64(4 * place) & 0xf
      guard digit < radix.rawValue, value < 1 << 60 else { return nil }
      value = value &* radix.rawValue &+ digit
    }
    return value
  }
}
