/// The points of a trace, one after another (W3C, Ink Markup Language, 3.2.1): points are separated by commas, values
/// by blanks where nothing else separates them. `!`, `'` and `"` before a value say that it, and all later ones of its
/// channel, are explicit, first or second differences; `*` repeats the number before, as whatever it was, and `?`
/// leaves the value open. `T` and `F` are booleans, `#` begins a hexadecimal number.
struct InkMLPoints {
  private struct Course {
    var order = 0
    var value = 0.0
    var step = 0.0
    /// `nil` before the first one.
    var number: Double?

    mutating func advance(by number: Double) -> Double {
      switch order {
      case 1: step = number
      case 2: step += number
      default: step = number - value
      }
      self.number = number
      // What is explicit is kept as it stands, without a rounding.
      value = order == 0 ? number : value + step
      return value
    }
  }

  private let text: [UInt8]
  private var offset = 0
  private var courses: [Course]
  private let requiredCount: Int
  /// The values of the latest point; `nil` where one is open. Intermittent ones that a point leaves out are as before.
  private(set) var values: [Double?]
  /// The most values that a point had.
  private(set) var mostValues = 0
  /// Whether some point had values beyond the channels that were declared.
  private(set) var hasMoreValues = false

  init(_ text: [UInt8], _ format: InkMLFormat) {
    self.text = text
    courses = Array(repeating: Course(), count: format.channels.count)
    requiredCount = format.requiredCount
    values = format.channels.map { $0.isIntermittent ? $0.initial : nil }
  }

  /// Line feeds before the offset reached so far.
  var lineFeeds: Int { text[..<offset].count { $0 == 0x0a } }

  /// Reads the next point into ``values``.
  ///
  /// - Returns: false at the end.
  /// - Throws: what is wrong with the point.
  mutating func next() throws(InkMLPointError) -> Bool {
    while skipBlanks() == UInt8(ascii: ",") { offset += 1 }
    guard offset < text.count else { return false }
    var count = 0
    while let byte = skipBlanks(), byte != UInt8(ascii: ",") {
      guard count < values.count else {
        hasMoreValues = true
        offset = text[offset...].firstIndex(of: UInt8(ascii: ",")) ?? text.count
        break
      }
      values[count] = try value(of: count)
      count += 1
    }
    mostValues = max(mostValues, count)
    guard count >= requiredCount else { throw .tooFew(count, of: requiredCount) }
    return true
  }

  private mutating func value(of channel: Int) throws(InkMLPointError) -> Double? {
    let start = offset
    while let order = Self.order(of: text[offset]) {
      courses[channel].order = order
      offset += 1
      guard skipBlanks() != nil else { throw .notANumber(word(from: start)) }
    }
    switch text[offset] {
    case UInt8(ascii: "?"): return end(nil)
    case UInt8(ascii: "T"): return end(1)
    case UInt8(ascii: "F"): return end(0)
    case UInt8(ascii: "*"):
      // An intermittent channel may repeat what it began with.
      guard let number = courses[channel].number else {
        guard let initial = values[channel] else { throw .nothingToRepeat }
        return end(initial)
      }
      return end(courses[channel].advance(by: number))
    default:
      guard let number = number() else { throw error(of: word(from: start)) }
      return courses[channel].advance(by: number)
    }
  }

  /// Why a word is no number that is read.
  private func error(of word: String) -> InkMLPointError {
    // "inf" and "nan" are numbers of Swift's.
    let isNumber = word.contains { $0.isASCII && $0.isNumber } && Double(word) != nil
    return isNumber ? .tooLarge(word) : .notANumber(word)
  }

  /// The value of a single letter.
  private mutating func end(_ value: Double?) -> Double? {
    offset += 1
    return value
  }

  private static func order(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "!"): 0
    case UInt8(ascii: "'"): 1
    case UInt8(ascii: "\""): 2
    default: nil
    }
  }
}

extension InkMLPoints {
  /// - Returns: the byte after blanks; `nil` at the end.
  private mutating func skipBlanks() -> UInt8? {
    while offset < text.count, Self.isBlank(text[offset]) { offset += 1 }
    return offset < text.count ? text[offset] : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// A sign, and what ends before the next blank, sign, prefix or letter. Between a sign and its number may be blanks.
  private mutating func number() -> Double? {
    let isNegative = text[offset] == UInt8(ascii: "-")
    if isNegative || text[offset] == UInt8(ascii: "+") { offset += 1 }
    guard let first = skipBlanks() else { return nil }
    let number = first == UInt8(ascii: "#") ? hexadecimal() : decimal()
    return isNegative ? number.map { -$0 } : number
  }

  private mutating func hexadecimal() -> Double? {
    let start = offset + 1
    offset = text[start...].firstIndex { !Character(Unicode.Scalar($0)).isHexDigit } ?? text.count
    guard endsNumber, offset - start <= 15 else { return nil }
    return Int64(String(decoding: text[start..<offset], as: UTF8.self), radix: 16).map(Double.init)
  }

  private mutating func decimal() -> Double? {
    let start = offset
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard offset > start, text[offset - 1] | 0x20 == UInt8(ascii: "e") else { return decimal(from: start) }
      default: return endsNumber ? decimal(from: start) : nil
      }
      offset += 1
    }
    return decimal(from: start)
  }

  private func decimal(from start: Int) -> Double? {
    InkMLFormat.finite(String(decoding: text[start..<offset], as: UTF8.self))
  }

  /// Whether what comes now is no part of a number that has gone wrong.
  private var endsNumber: Bool {
    guard offset < text.count else { return true }
    return Self.isBlank(text[offset]) || ",!'\"*?TF+-#".utf8.contains(text[offset])
  }

  /// To the next blank or comma, for people.
  private func word(from start: Int) -> String {
    String(decoding: text[start...].prefix { !Self.isBlank($0) && $0 != UInt8(ascii: ",") }.prefix(20), as: UTF8.self)
  }
}

/// Why a point of a trace has no meaning.
enum InkMLPointError: Error, CustomStringConvertible {
  case notANumber(String)
  case tooFew(Int, of: Int)
  case nothingToRepeat
  /// Beyond what values may be.
  case tooLarge(String)
  case tooFar

  var description: String {
    switch self {
    case .notANumber(let text): "a trace has \u{201C}\(text)\u{201D} where a number should be"
    case .tooFew(let count, let required): "a point of a trace has \(count) of \(required) values"
    case .nothingToRepeat: "a trace repeats a value before the first one"
    case .tooLarge(let text): "a trace has the number \u{201C}\(text)\u{201D}, which is too large"
    case .tooFar: "a position of a trace is beyond a million million units"
    }
  }

  /// The same for all traces with the same kind of fault.
  var kind: String {
    switch self {
    case .notANumber: "a trace has something else where a number should be"
    case .tooFew: "a point of a trace has too few values"
    case .tooLarge: "a trace has a number that is too large"
    case .nothingToRepeat, .tooFar: description
    }
  }
}
