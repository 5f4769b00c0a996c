/// The elements and texts of an XML document (W3C, Extensible Markup Language 1.0), one after another.
///
/// Names lose their prefixes. A document type is passed over, and entities of its own are refused rather than expanded,
/// as they can be made to fill the memory; the five predefined ones and characters by number are read. Nothing outside
/// the document is ever looked up.
///
/// What is not well-formed is counted in ``damage``, and reading goes on. Errors are a document that ends early or does
/// not begin, one with several root elements, and names, values and depths beyond the limits.
struct XMLReader {
  enum Token {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  /// Deeper elements are refused, as are names and values of attributes longer than this.
  private static let depthLimit = 200
  private static let lengthLimit = 1 << 16

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []
  private var hasRoot = false
  /// The number of elements whose ends are still to come, before what follows.
  private var closing = 0
  private var counted = (place: 0, line: 1)
  /// The elements that hold none of each other: where one begins in another, the other's end is missing.
  private let leaves: Set<String>
  /// The offset at which the last element begins.
  private let lastStart: Int
  /// The faults of comments, sections and instructions that have no end.
  private var endless: Set<String> = []
  /// The number of comments that were skipped.
  private(set) var commentCount = 0
  /// What was not well-formed and was read past.
  private(set) var damage = InkDamage()

  /// - Parameters:
  ///   - bytes: the document.
  ///   - leaves: the elements that hold none of each other.
  init(_ bytes: [UInt8], leaves: Set<String> = []) {
    (self.bytes, self.leaves) = (bytes, leaves)
    lastStart = bytes.indices.dropLast().last { bytes[$0] == UInt8(ascii: "<") && Self.isOfName(bytes[$0 + 1]) } ?? 0
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
  }

  /// Whether all of the document was looked at, so that what is missing would come later.
  var isAtEnd: Bool { place >= bytes.count }

  /// The line that was reached so far, from 1.
  mutating func line() -> Int {
    for byte in bytes[counted.place..<max(counted.place, place)] where byte == 0x0a { counted.line += 1 }
    counted.place = max(counted.place, place)
    return counted.line
  }

  mutating func failure(_ message: String) -> InkFileError { InkFileError(line: line(), message) }

  /// - Parameter excess: what there is too much of.
  mutating func failure(ofLimit excess: String) -> InkFileError {
    InkFileError(line: line(), excess, isOfLimit: true)
  }

  /// Goes on past a fault, unless it is that the document ends here, or it was none yet.
  private mutating func pass(_ message: String) throws(InkFileError) {
    guard hasRoot, !isAtEnd else { throw failure(message) }
    damage.add(message, line: line())
  }

  /// `nil` at the end of the document.
  mutating func next() throws(InkFileError) -> Token? {
    while true {
      if closing > 0 {
        closing -= 1
        return .end(open.removeLast())
      }
      guard place < bytes.count else { break }
      if let token = try readMarkup() { return token }
    }
    guard open.isEmpty, hasRoot else {
      throw failure("the file ends inside \(open.last.map { "<\($0)>" } ?? "its beginning")")
    }
    return nil
  }

  /// `nil` if what is here says nothing, or only that elements end.
  private mutating func readMarkup() throws(InkFileError) -> Token? {
    if bytes[place] != UInt8(ascii: "<") {
      let text = try readText()
      if !open.isEmpty { return .text(text) }
      if !text.allSatisfy(\.isWhitespace) { try pass("there is text outside of the root element") }
    } else if accepts("<!--") {
      commentCount += 1
      try skip(past: "-->", "a comment does not end")
    } else if accepts("<![CDATA[") {
      return .text(try readSection())
    } else if accepts("<?") {
      try skip(past: "?>", "a processing instruction does not end")
    } else if accepts("<!DOCTYPE") {
      try skipDocumentType()
    } else if accepts("</") {
      try readEnd()
    } else {
      return try readStart()
    }
    return nil
  }

  /// Elements inside of it that have not ended end with it.
  private mutating func readEnd() throws(InkFileError) {
    guard let first = peek, Self.isOfName(first) else { return try pass("a name is missing after </") }
    let name = try readName()
    skipBlanks()
    if !accepts(">") { try pass("</\(name)> does not end") }
    // The root element holds all others.
    let isEarly = open.first == name && open.lastIndex(of: name) == 0 && lastStart >= place
    guard let depth = open.lastIndex(of: name), !isEarly else {
      damage.add("</\(name)> ends no element that is open", line: line())
      return
    }
    closing = open.count - depth
    if closing > 1 { damage.add("<\(open[open.count - 1])> does not end", line: line()) }
  }

  private mutating func readStart() throws(InkFileError) -> Token? {
    let start = place
    place += 1
    guard let first = peek, Self.isOfName(first) else {
      try pass("a name is missing after <")
      return nil
    }
    let name = try readName()
    if leaves.contains(name), let depth = open.lastIndex(where: leaves.contains) {
      (place, closing) = (start, open.count - depth)
      damage.add("<\(open[depth])> does not end", line: line())
      return nil
    }
    guard !open.isEmpty || !hasRoot else { throw failure("there is more than one root element") }
    guard open.count < Self.depthLimit else { throw failure("elements are nested more than \(Self.depthLimit) deep") }
    hasRoot = true
    let attributes = try readAttributes()
    open.append(name)
    if accepts("/>") { closing = 1 } else if !accepts(">") { try pass("<\(name)> does not end") }
    return .start(name, attributes)
  }

  /// To the end of the tag, or to where another one begins.
  private mutating func readAttributes() throws(InkFileError) -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      guard let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), !isAtEmptyEnd else {
        return attributes
      }
      guard Self.isOfName(byte) else {
        skipToSeparator()
        try pass("an attribute has no name")
        continue
      }
      let isNamespace = declaresNamespace
      let name = try readName()
      skipBlanks()
      guard accepts("=") else {
        try pass("the attribute \(name) has no value")
        continue
      }
      skipBlanks()
      let value = try decoded(try readValue(of: name))
      if !isNamespace { attributes[name] = value }
    }
  }

  private mutating func readValue(of name: String) throws(InkFileError) -> Range<Int> {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = place
      skipToSeparator()
      try pass("the value of the attribute \(name) is not quoted")
      return start..<place
    }
    place += 1
    let start = place
    while let byte = peek, byte != quote, byte != UInt8(ascii: "<") { place += 1 }
    let range = start..<place
    if peek != quote { try pass("the value of the attribute \(name) does not end") } else { place += 1 }
    guard range.count <= Self.lengthLimit else { throw failure("the value of the attribute \(name) is too long") }
    return range
  }

  private var isAtEmptyEnd: Bool { bytes[place...].starts(with: "/>".utf8) }

  /// Moves on by a byte at least, where the tag does not end here, and then to what parts attributes.
  private mutating func skipToSeparator() {
    guard let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), !isAtEmptyEnd else { return }
    place += 1
    while let byte = peek, byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), !isAtEmptyEnd {
      place += 1
    }
  }

  /// Whether an attribute begins here that says what prefixes mean.
  private var declaresNamespace: Bool {
    let name = bytes[place...].prefix { Self.isOfName($0) }
    return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
  }

  /// Without its prefix.
  private mutating func readName() throws(InkFileError) -> String {
    let start = place
    while let byte = peek, Self.isOfName(byte) { place += 1 }
    guard place > start, place - start <= 1000 else { throw failure("a name is missing or too long after <") }
    let name = bytes[start..<place]
    let colon = name.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? start
    return String(decoding: bytes[colon..<place], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension XMLReader {
  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func accepts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { place += 1 }
  }

  /// Goes to the end of what is no element; or no further, if it has none although elements follow.
  private mutating func skip(past end: StaticString, _ message: String) throws(InkFileError) {
    let start = place
    while place < bytes.count, !endless.contains(message) {
      if accepts(end) { return }
      place += 1
    }
    // Sought once: all that begin later have no end either.
    endless.insert(message)
    place = hasRoot && lastStart >= start ? start : bytes.count
    try pass(message)
  }

  private mutating func readText() throws(InkFileError) -> String {
    let start = place
    while let byte = peek, byte != UInt8(ascii: "<") { place += 1 }
    return try decoded(start..<place)
  }

  private mutating func readSection() throws(InkFileError) -> String {
    let start = place
    try skip(past: "]]>", "a CDATA section does not end")
    return String(decoding: bytes[start..<max(start, place - 3)], as: UTF8.self)
  }

  /// With or without declarations in brackets, none of which count.
  private mutating func skipDocumentType() throws(InkFileError) {
    var depth = 0
    while let byte = peek {
      place += 1
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return
      default: continue
      }
    }
    throw failure("the document type does not end")
  }

  /// A text with its references resolved.
  private mutating func decoded(_ range: Range<Int>) throws(InkFileError) -> String {
    let text = bytes[range]
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(String(decoding: rest[mark + 1..<end], as: UTF8.self))
      else {
        try pass("an & begins no reference that can be read; entities of a document's own are not expanded")
        result.append(bytes[mark])
        rest = rest[(mark + 1)...]
        continue
      }
      result += Array(String(Character(scalar)).utf8)
      rest = rest[(end + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
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
  /// As the text of an element or the value of an attribute. Characters that XML cannot hold are replaced.
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
