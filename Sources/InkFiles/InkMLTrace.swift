/// The points of a trace, cut into values (W3C, Ink Markup Language, 3.2.1): points are separated by commas, values by
/// blanks where nothing else separates them. `!`, `'` and `"` before a value say that it, and all later ones of its
/// channel, are explicit, first or second differences; `*` repeats the value before, `?` leaves it open.
struct InkMLTrace {
  private struct Course {
    var order = 0
    var value = 0.0
    var step = 0.0

    mutating func advance(by number: Double) -> Double {
      switch order {
      case 1: step = number
      case 2: step += number
      default: step = number - value
      }
      // What is explicit is kept as it stands, without a rounding.
      value = order == 0 ? number : value + step
      return value
    }
  }

  private var courses: [Course]
  private let required: Int

  init(_ format: InkMLFormat) {
    courses = Array(repeating: Course(), count: format.channels.count)
    required = format.channels.prefix { !$0.isIntermittent }.count
  }

  /// The values of one point, `nil` where it leaves one open.
  ///
  /// - Throws: what is wrong with the point.
  mutating func values(of point: Substring.UTF8View) throws(InkMLPointError) -> [Double?] {
    var values: [Double?] = []
    var rest = point[...]
    while let word = Self.word(of: &rest) {
      // Values beyond the channels that were declared are other programs'.
      guard values.count < courses.count else { break }
      values.append(try take(word, values.count))
    }
    guard values.count >= required else {
      throw .tooFew(values.count, of: required)
    }
    return values
  }

  private mutating func take(_ word: Substring.UTF8View, _ channel: Int) throws(InkMLPointError) -> Double? {
    var digits = word
    switch word.first {
    case UInt8(ascii: "!"): (courses[channel].order, digits) = (0, word.dropFirst())
    case UInt8(ascii: "'"): (courses[channel].order, digits) = (1, word.dropFirst())
    case UInt8(ascii: "\""): (courses[channel].order, digits) = (2, word.dropFirst())
    case UInt8(ascii: "?"): return nil
    case UInt8(ascii: "*"): return courses[channel].value
    // Booleans.
    case UInt8(ascii: "T"): return 1
    case UInt8(ascii: "F"): return 0
    default: break
    }
    guard let number = Self.number(digits) else { throw .noNumber(String(Substring(word).prefix(20))) }
    return courses[channel].advance(by: number)
  }

  private static func isPrefix(_ byte: UInt8?) -> Bool {
    [UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(byte)
  }

  private static func number(_ digits: Substring.UTF8View) -> Double? {
    if digits.first == UInt8(ascii: "#") { return Int64(Substring(digits.dropFirst()), radix: 16).map(Double.init) }
    return InkMLFormat.finite(Substring(digits))
  }

  /// The next value with what stands before it: a sign, a prefix or a blank ends the one before.
  private static func word(of rest: inout Substring.UTF8View) -> Substring.UTF8View? {
    rest = rest.drop { isBlank($0) }
    guard let first = rest.first else { return nil }
    var end = rest.startIndex
    var last = first
    if isPrefix(first) {
      end = rest.index(after: end)
      if end < rest.endIndex { last = rest[end] }
    }
    if end < rest.endIndex { end = rest.index(after: end) }
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "?") { return taken(&rest, end) }
    while end < rest.endIndex {
      let byte = rest[end]
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      if isBlank(byte) || isPrefix(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") { break }
      if isSign && last | 0x20 != UInt8(ascii: "e") { break }
      last = byte
      end = rest.index(after: end)
    }
    return taken(&rest, end)
  }

  private static func taken(_ rest: inout Substring.UTF8View, _ end: Substring.UTF8View.Index) -> Substring.UTF8View {
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

/// Why a point of a trace has no meaning.
enum InkMLPointError: Error, CustomStringConvertible {
  case noNumber(String)
  case tooFew(Int, of: Int)

  var description: String {
    switch self {
    case .noNumber(let text): "a trace has \u{201C}\(text)\u{201D} where a number should be"
    case .tooFew(let count, let required): "a point of a trace has \(count) of \(required) values"
    }
  }
}
