/// Enumerations whose cases people and programs name by a word: on the command line, in messages, in files. They are the only list of these words.
extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case that a word names: in any case, with or without hyphens where the program's own word has a capital (`dashedLine`, `dashed-line`).
  public init?(word: String) {
    let wanted = word.lowercased().filter { $0 != "-" }
    guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
    self = known
  }

  /// As the command line spells it: `dashed-line`.
  public var hyphenated: String {
    rawValue.reduce(into: "") { text, letter in text += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)" }
  }
}
