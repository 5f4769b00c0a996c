/// Enumerations whose cases people and programs name by a word: on the command line, in messages, in files. They are
/// the only list of these words.
extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case that a word names: in any case, with or without hyphens where the program's own word has a capital
  /// (`dashedLine`, `dashed-line`).
  package init?(word: String) {
    let spelling = word.spelling
    guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == spelling }) else { return nil }
    self = known
  }

  /// The word as the command line spells it: `dashed-line`.
  package var hyphenated: String { rawValue.hyphenated }
}

extension [String] {
  /// The program's own word that a text names, in any spelling.
  package func word(spelled text: String) -> String? {
    let spelling = text.spelling
    return first { $0.lowercased() == spelling }
  }
}

extension String {
  /// What all spellings of a word have in common.
  fileprivate var spelling: String { lowercased().filter { $0 != "-" } }

  /// A word of the program as the command line spells it: `dashed-line`.
  package var hyphenated: String {
    reduce(into: "") { text, letter in text += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)" }
  }
}
