import Drawings


/// A case of an enumeration in a message or a file: written as the program's own word, read as the command line reads it.
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
      let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw BrokenValue("unknown \(kind) \(quoted(word)); known are \(words)")
    }
    self = known
  }

  /// The words as a JSON array's elements, for a schema: the program's own, and those that the command line spells otherwise.
  static var schemaWords: String {
    let own = allCases.map(\.rawValue)
    let others = allCases.map(\.hyphenated).filter { !own.contains($0) }
    return (own + others).map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// A text of a file within a message about it, cut where it is long.
func quoted(_ text: String) -> String {
  let limit = 40
  let start = String(text.unicodeScalars.prefix(limit))
  return "\"\(start)\(text.unicodeScalars.count > limit ? "…" : "")\""
}
