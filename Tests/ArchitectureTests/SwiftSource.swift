import Foundation

/// What a Swift file says of others: the modules that it imports, the types that it declares, and the capitalised words
/// of its code.
///
/// It knows words and braces, not types, which is enough to see which file uses which. Comments and string literals do
/// not count, so that a type that only an interpolation names is not seen.
struct SwiftSource {
  private(set) var imports: Set<String> = []
  /// The types at the top of the file.
  private(set) var declared: Set<String> = []
  /// Those of them that other modules see.
  private(set) var declaredPublic: Set<String> = []
  private(set) var words: Set<String> = []

  private static let declaring: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  /// What else a modifier may stand before.
  private static let others: Set<String> = ["func", "let", "var", "extension", "init", "subscript", "import"]

  private let text: String

  init(_ text: String) {
    self.text = text
    var depth = 0
    var before = ""
    var (isImport, isPublic) = (false, false)
    var code = SwiftTokens(text)
    while let token = code.next() {
      if token == "public" || token == "open" && before != "func" { isPublic = true }
      if Self.others.contains(token) || token == "{" { isPublic = false }
      switch token {
      case "{": depth += 1
      case "}": depth -= 1
      case "import": isImport = true
      case _ where isImport:
        guard !Self.declaring.contains(token), token != "func" else { break }
        imports.insert(token)
        isImport = false
      default:
        guard token.first?.isUppercase == true else { break }
        words.insert(token)
        guard depth == 0, Self.declaring.contains(before) else { break }
        declared.insert(token)
        if isPublic { declaredPublic.insert(token) }
      }
      before = token
    }
  }
}

extension SwiftSource {
  /// The numbers of lines that are comments and longer than so many columns.
  func longComments(columns: Int) -> [Int] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard line.utf8.count > columns, line.count > columns else { return nil }
      return line.drop { $0 == " " }.hasPrefix("//") ? index + 1 : nil
    }
  }

  /// Words that a comment may not begin with: what it names comes first.
  private static let prepositions = ["About", "As", "By", "For", "From", "In", "Of"]

  /// The numbers of lines that are comments and begin with a word for what they are of, not with what they name.
  var unnamingComments: [Int] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let words = line.drop { $0 == " " }.drop { $0 == "/" }
      guard line.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      return Self.prepositions.contains { words.hasPrefix(" \($0) ") } ? index + 1 : nil
    }
  }

  /// Whether a text names an option of a command line, such as `--size`.
  var namesOption: Bool {
    text.range(of: "\"(?:[^\"\\n]*[^-\\w\"\\n])?--[a-z]", options: .regularExpression) != nil
  }

  /// Whether a test is named by other than a sentence in backquotes.
  var hasTestWithoutSentence: Bool {
    text.range(of: "@Test\\b[^`]*?\\bfunc [a-z]", options: .regularExpression) != nil
  }
}

/// The identifiers and braces of Swift code, without comments and string literals.
struct SwiftTokens: IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> String? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "/") where follows("//"): skip(past: "\n")
      case UInt8(ascii: "/") where follows("/*"): skip(past: "*/")
      case UInt8(ascii: "\""), UInt8(ascii: "#"): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        place += 1
        return String(decoding: bytes[(place - 1)..<place], as: UTF8.self)
      case let byte where Self.isPartOfWord(byte): return word()
      default: place += 1
      }
    }
    return nil
  }

  private mutating func word() -> String {
    let start = place
    while place < bytes.count, Self.isPartOfWord(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Skips a string literal, or a `#` that begins none.
  private mutating func skipString() {
    let start = place
    while follows("#") { place += 1 }
    let hashes = String(repeating: "#", count: place - start)
    guard follows("\"") else { return }
    let quotes = follows("\"\"\"") ? "\"\"\"" : "\""
    place += quotes.utf8.count
    let escape = "\\" + hashes
    while place < bytes.count, !follows(quotes + hashes) {
      // A quotation mark in an interpolation ends the literal early; the end of the line ends the mistake.
      if quotes.utf8.count == 1, follows("\n") { return }
      place += follows(escape) ? escape.utf8.count + 1 : 1
    }
    place += quotes.utf8.count + hashes.utf8.count
  }

  private mutating func skip(past end: String) {
    while place < bytes.count, !follows(end) { place += 1 }
    place += end.utf8.count
  }

  private func follows(_ text: String) -> Bool { bytes[min(place, bytes.count)...].starts(with: text.utf8) }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}
