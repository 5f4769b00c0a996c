import TouchReelCanvas
import TouchReelDrawings

/// A case of an enumeration in a message or a file: written as the program's own word, read as the command line reads
/// it.
struct Word<Choice: RawRepresentable<String> & CaseIterable>: Codable {
  let choice: Choice

  init(_ choice: Choice) { self.choice = choice }

  init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    choice = try Choice(named: word, of: decoder.codingPath.last?.stringValue ?? "value")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(choice.rawValue)
  }
}

extension Word: Equatable where Choice: Equatable {}
extension Word: Hashable where Choice: Hashable {}

extension RawRepresentable<String> where Self: CaseIterable {
  /// - Parameter kind: what the words are of: `tool`, `cap`.
  init(named word: String, of kind: String) throws {
    guard let known = Self(word: word) else {
      throw BrokenValue(unknown: kind, word, known: Self.allCases.map(\.rawValue))
    }
    self = known
  }
}

extension KeyedDecodingContainer {
  /// One of the words of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(forKey key: Key) throws -> Choice {
    try Choice(named: try decode(String.self, forKey: key), of: key.stringValue)
  }
}

/// A part of a file that has the right form but a value that is not usable.
struct BrokenValue: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// - Parameter kind: what the words are of: `tool`, `cap`.
  init(unknown kind: String, _ word: String, known: [String]) {
    reason = "unknown \(kind) \(quoted(word)); known are \(known.joined(separator: ", "))"
  }
}

/// A text of a file within a message about it, shortened if it is long.
func quoted(_ text: String) -> String {
  let limit = 40
  let start = String(text.unicodeScalars.prefix(limit))
  return "\"\(start)\(text.unicodeScalars.count > limit ? "…" : "")\""
}

/// A colour as `#rrggbbaa`; whatever the command line takes is read as well.
struct ColorText: Codable, Hashable {
  var color: PixelColor

  init(_ color: PixelColor) { self.color = color }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let color = PixelColor(word: text) else { throw BrokenValue("\(quoted(text)) is not a colour") }
    self.color = color
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  var text: String {
    "#" + [color.red, color.green, color.blue, color.alpha].map(Self.twoDigits).joined()
  }

  private static func twoDigits(_ value: UInt8) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
