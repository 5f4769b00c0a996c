/// The elements and texts of an XML document, one after another, as text: what ``XMLScanner`` finds, with references
/// resolved.
///
/// Entities of the document's own are refused rather than expanded, as they can be made to fill the memory; the five
/// predefined ones and characters by number are read.
struct XMLReader {
  enum Token {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  private var scanner: XMLScanner

  /// - Parameters:
  ///   - bytes: the document, in UTF-8.
  ///   - nesting: which elements end which.
  init(_ bytes: [UInt8], nesting: XMLNesting = XMLNesting()) { scanner = XMLScanner(bytes, nesting: nesting) }

  /// The number of comments that were skipped.
  var commentCount: Int { scanner.commentCount }
  /// How many processing instructions were passed over, without the XML declaration.
  var instructionCount: Int { scanner.instructionCount }
  /// What was not well-formed and was read past.
  var damage: InkDamage { scanner.damage }
  /// The same, which is not counted again.
  mutating func drainDamage() -> InkDamage { scanner.drainDamage() }
  /// Whether all of the document was looked at, so that what is missing would come later.
  var isAtEnd: Bool { scanner.isAtEnd }

  /// Whether an element of the name is open.
  func isInside(_ name: String) -> Bool { scanner.isInside(name) }

  /// The line that was reached so far, from 1.
  mutating func line() -> Int { scanner.line() }

  mutating func failure(_ message: String) -> InkFileError { InkFileError(line: line(), message) }

  /// - Parameter excess: what there is too much of.
  mutating func failure(ofLimit excess: String) -> InkFileError {
    InkFileError(line: line(), excess, isOfLimit: true)
  }

  /// `nil` at the end of the document.
  mutating func next() throws(InkFileError) -> Token? {
    switch try scanner.next() {
    case nil: return nil
    case .end(let name): return .end(name)
    case .text(let range, let isLiteral): return .text(text(range, isLiteral: isLiteral))
    case .start(let name, let attributes):
      var values: [String: String] = [:]
      for attribute in attributes { values[attribute.name] = text(attribute.value, isLiteral: false) }
      return .start(name, values)
    }
  }

  private mutating func text(_ range: Range<Int>, isLiteral: Bool) -> String {
    let bytes = scanner.bytes[range]
    // Where the document is cut off, so may be a reference or a character.
    let isCut = range.upperBound == scanner.bytes.count
    guard !isLiteral, bytes.contains(UInt8(ascii: "&")) else { return decoded(bytes, isCut: isCut) }
    var faults = 0
    let resolved = XMLReferences.resolved(bytes, faults: &faults)
    for _ in 0..<(isCut ? 0 : faults) {
      scanner.note("an & begins no reference that can be read; entities of a document's own are not expanded")
    }
    return decoded(resolved[...], isCut: isCut)
  }

  private mutating func decoded(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if isCut { return String(decoding: bytes, as: UTF8.self) }
    scanner.note("a text is not UTF-8; what cannot be read of it is replaced by \u{201C}\u{FFFD}\u{201D}")
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// References to characters: `&lt;`, `&#x41;`.
package enum XMLReferences {
  /// A text with its references resolved. An & that begins none stays, and is counted.
  package static func resolved(_ text: ArraySlice<UInt8>, faults: inout Int) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[mark + 1..<end], as: UTF8.self))
      else {
        faults += 1
        result.append(rest[mark])
        rest = rest[(mark + 1)...]
        continue
      }
      result += Array(String(Character(scalar)).utf8)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }
}

extension String {
  /// The text as an element or the value of an attribute holds it. Characters that XML cannot hold are replaced.
  var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
