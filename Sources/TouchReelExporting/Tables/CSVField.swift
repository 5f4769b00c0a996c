import TouchReelReplaying

/// A text as a field of CSV (RFC 4180). Different texts have different fields.
///
/// - Control characters other than line feeds are escaped as `\t`, `\r` or `\u001b`. Backslashes are doubled in texts
///   that have such a character, or what would look like its escape.
/// - What a spreadsheet would take for a formula begins with an apostrophe, and so is a text there too: what OWASP
///   names in “CSV injection”, and the same behind blanks and apostrophes.
package enum CSVField {
  package static func encoded(_ text: String) -> [UInt8] {
    let plain = protected(text)
    guard plain.unicodeScalars.contains(where: { ",;\"\n".unicodeScalars.contains($0) }) else {
      return Array(plain.utf8)
    }
    return Array("\"\(plain.replacing("\"", with: "\"\""))\"".utf8)
  }

  private static func protected(_ text: String) -> String {
    let text = needsEscapes(text) ? text.unicodeScalars.map(escaped).joined() : text
    return isFormula(text) ? "'\(text)" : text
  }

  /// Few texts in a row of millions need any, and none changes that does not.
  private static func needsEscapes(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isControl) || ["\\t", "\\r", "\\u"].contains { text.contains($0) }
  }

  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" && $0 != " " && $0 != "\n" }) else { return false }
    return "=+-@＝＋－＠".unicodeScalars.contains(first)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" || (0x7f...0x9f).contains(scalar.value)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\\" { return "\\\\" }
    return isControl(scalar) ? scalar.escaped : String(scalar)
  }
}
