/// The elements and texts of an XML document (W3C, Extensible Markup Language 1.0), one after another, as ranges of its
/// bytes.
///
/// Names lose their prefixes. A document type before the root element is passed over, and nothing outside the document
/// is ever looked up.
///
/// What is not well-formed is counted in ``damage``, and reading goes on: an element without an end ends with the one
/// that it is in, or where one begins that it may not hold. Errors are a document that ends early or does not begin,
/// one with several root elements, and names, values and depths beyond the limits.
package struct XMLScanner {
  package enum Token {
    case start(String, [Attribute])
    case end(String)
    /// - Parameter isLiteral: whether it is a CDATA section, which has no references.
    case text(Range<Int>, isLiteral: Bool)
  }

  package struct Attribute {
    package let name: String
    package let value: Range<Int>
  }

  /// Deeper elements are refused, as are names and values of attributes longer than this.
  private static let depthLimit = 200
  private static let lengthLimit = 1 << 16

  package let bytes: [UInt8]
  private var offset = 0
  private var open: [XMLOpenElement] = []
  /// The offset of the tag, comment or text that was begun last and may not be whole.
  private(set) var partStart = 0
  private var hasRoot = false
  private var hasRootEnd = false
  /// Whether the root element ends where it begins.
  private var isRootEmpty = false
  /// The number of elements whose ends are still to come, before what follows.
  private var closing = 0
  private var counted = (offset: 0, line: 1)
  private let nesting: XMLNesting
  /// The offset at which the last element begins.
  private let lastStart: Int
  /// The faults of comments, sections and instructions that have no end.
  private var endless: Set<String> = []
  /// The number of comments that were skipped.
  package private(set) var commentCount = 0
  /// How many processing instructions were passed over, without the XML declaration.
  package private(set) var instructionCount = 0
  /// The first attributes with faults, by the faults: one name stands for all.
  private var faultyNames: [String: String] = [:]
  /// What was not well-formed and was read past.
  package private(set) var damage = InkDamage()

  /// - Parameters:
  ///   - bytes: the document, in UTF-8.
  ///   - nesting: which elements end which.
  package init(_ bytes: [UInt8], nesting: XMLNesting = XMLNesting()) {
    (self.bytes, self.nesting) = (bytes, nesting)
    lastStart = bytes.indices.dropLast().last { bytes[$0] == UInt8(ascii: "<") && Self.isOfName(bytes[$0 + 1]) } ?? 0
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  /// Whether all of the document was looked at, so that what is missing would come later.
  var isAtEnd: Bool { offset >= bytes.count }

  /// The elements that are open, with the offsets of their tags and their names as they are written.
  var openTags: [(start: Int, name: String)] {
    open.map { element in
      let name = bytes[(element.start + 1)...].prefix { Self.isOfName($0) }
      return (element.start, String(decoding: name, as: UTF8.self))
    }
  }

  /// Whether an element of the name is open.
  func isInside(_ name: String) -> Bool { open.contains { $0.name == name } }

  /// The line that was reached so far, from 1.
  mutating func line() -> Int {
    for byte in bytes[counted.offset..<max(counted.offset, offset)] where byte == 0x0a { counted.line += 1 }
    counted.offset = max(counted.offset, offset)
    return counted.line
  }

  private mutating func failure(_ message: String) -> InkFileError { InkFileError(line: line(), message) }

  /// What was found so far, which is not counted again.
  mutating func drainDamage() -> InkDamage {
    defer { damage = InkDamage() }
    return damage
  }

  /// Adds a fault that was read past.
  mutating func note(_ fault: String) { damage.add(fault, line: line()) }

  /// Goes on past a fault, unless it is that the document ends here, or it was none yet.
  private mutating func pass(_ message: String) throws(InkFileError) {
    guard hasRoot, !isAtEnd else { throw failure(message) }
    note(message)
  }

  /// `nil` at the end of the document.
  package mutating func next() throws(InkFileError) -> Token? {
    while true {
      if closing > 0 {
        closing -= 1
        return .end(open.removeLast().name)
      }
      guard offset < bytes.count else { break }
      partStart = offset
      let token = try readMarkup()
      // A text may go on behind the end of the file.
      if bytes[partStart] == UInt8(ascii: "<") { partStart = offset }
      if let token { return token }
    }
    // The root's end may have come before other elements.
    if hasRootEnd { closing = open.count }
    guard open.isEmpty || closing > 0, hasRoot else {
      throw failure("the file ends inside \(open.last.map { "<\($0.name)>" } ?? "its beginning")")
    }
    return closing > 0 ? try next() : nil
  }

  /// `nil` if what is here says nothing, or only that elements end.
  private mutating func readMarkup() throws(InkFileError) -> Token? {
    if bytes[offset] != UInt8(ascii: "<") {
      return try readText()
    } else if accepts("<!--") {
      commentCount += 1
      try skip(past: "-->", "a comment does not end")
    } else if accepts("<![CDATA[") {
      return try readSection()
    } else if accepts("<?") {
      if !isAtDeclaration { instructionCount += 1 }
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
}

/// Elements.
extension XMLScanner {
  /// Elements inside of it that have not ended end with it.
  private mutating func readEnd() throws(InkFileError) {
    guard let first = peek, Self.isOfName(first) else { return try pass("a name is missing after </") }
    let name = try readName()
    skipBlanks()
    if !accepts(">") { try pass("</\(name)> does not end") }
    // The root element holds all others.
    let index = open.lastIndex { $0.name == name }
    let isEarly = index == 0 && lastStart >= offset
    hasRootEnd = hasRootEnd || isEarly
    guard let index, !isEarly else { return note("</\(name)> ends no element that is open") }
    close(downTo: index, except: 1)
  }

  /// Ends elements that have no end, and so many that have.
  private mutating func close(downTo index: Int, except count: Int) {
    closing = open.count - index
    for element in open[(index + count)...] { note("<\(element.name)> does not end") }
  }

  private mutating func readStart() throws(InkFileError) -> Token? {
    let start = offset
    offset += 1
    guard let first = peek, Self.isOfName(first) else {
      try pass("a name is missing after <")
      return nil
    }
    let name = try readName()
    if let index = open.indexEnded(by: name) {
      offset = start
      close(downTo: index, except: 0)
      return nil
    }
    let isRoot = open.isEmpty || isRootEmpty && open.count == 1 && name == open[0].name
    guard !isRoot || !hasRoot else { throw failure("there is more than one root element") }
    guard open.count < Self.depthLimit else { throw failure("elements are nested more than \(Self.depthLimit) deep") }
    hasRoot = true
    let attributes = try readAttributes()
    if open.isEmpty, lastStart > offset, accepts("/>") {
      note("<\(name)> ends before what is in it")
      (hasRootEnd, isRootEmpty) = (true, true)
      open.append(XMLOpenElement(name, at: start, in: bytes, from: offset, nesting))
    } else if accepts("/>") {
      closing = 1
      open.append(XMLOpenElement(empty: name, at: start))
    } else {
      if !accepts(">") { try pass("<\(name)> does not end") }
      open.append(XMLOpenElement(name, at: start, in: bytes, from: offset, nesting))
    }
    return .start(name, attributes)
  }

  /// To the end of the tag, or to where another one begins.
  private mutating func readAttributes() throws(InkFileError) -> [Attribute] {
    var attributes: [Attribute] = []
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
        try passAttribute(name, "has no value")
        continue
      }
      skipBlanks()
      let value = try readValue(of: name)
      if !isNamespace { attributes.append(Attribute(name: name, value: value)) }
    }
  }

  private mutating func readValue(of name: String) throws(InkFileError) -> Range<Int> {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = offset
      skipToSeparator()
      try passAttribute(name, "has a value that is not quoted")
      return start..<offset
    }
    offset += 1
    let start = offset
    while let byte = peek, byte != quote, byte != UInt8(ascii: "<") { offset += 1 }
    let range = start..<offset
    if peek != quote { try passAttribute(name, "has a value that does not end") } else { offset += 1 }
    guard range.count <= Self.lengthLimit else { throw failure("the value of the attribute \(name) is too long") }
    return range
  }

  /// Goes on past a fault of an attribute. All that have it are one kind of damage, under the first one's name.
  private mutating func passAttribute(_ name: String, _ fault: String) throws(InkFileError) {
    let first = faultyNames[fault] ?? name
    faultyNames[fault] = first
    try pass("an attribute such as \(first) \(fault)")
  }

  private var isAtEmptyEnd: Bool { bytes[offset...].starts(with: "/>".utf8) }

  /// Moves on by a byte at least, where the tag does not end here, and then to what parts attributes.
  private mutating func skipToSeparator() {
    guard let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), !isAtEmptyEnd else { return }
    offset += 1
    while let byte = peek, byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), !isAtEmptyEnd {
      offset += 1
    }
  }

  /// Whether an attribute begins here that says what prefixes mean.
  private var declaresNamespace: Bool {
    let name = bytes[offset...].prefix { Self.isOfName($0) }
    return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
  }

  /// Without its prefix.
  private mutating func readName() throws(InkFileError) -> String {
    let start = offset
    while let byte = peek, Self.isOfName(byte) { offset += 1 }
    guard offset > start, offset - start <= 1000 else { throw failure("a name is missing or too long after <") }
    return String(decoding: Self.local(bytes[start..<offset]), as: UTF8.self)
  }

  static func local(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.firstIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// What is between elements.
extension XMLScanner {
  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func accepts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
    offset += count
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { offset += 1 }
  }

  /// Goes to the end of what is no element; or no further, if it has none although elements follow.
  private mutating func skip(past end: StaticString, _ message: String) throws(InkFileError) {
    let start = offset
    while offset < bytes.count, !endless.contains(message) {
      if accepts(end) { return }
      offset += 1
    }
    // Sought once: all that begin later have no end either.
    endless.insert(message)
    offset = hasRoot && lastStart >= start ? start : bytes.count
    try pass(message)
  }

  private mutating func readText() throws(InkFileError) -> Token? {
    let start = offset
    while let byte = peek, byte != UInt8(ascii: "<") { offset += 1 }
    if !open.isEmpty { return .text(start..<offset, isLiteral: false) }
    if !bytes[start..<offset].allSatisfy({ $0 <= 0x20 }) { try pass("there is text outside of the root element") }
    return nil
  }

  private mutating func readSection() throws(InkFileError) -> Token {
    let start = offset
    try skip(past: "]]>", "a CDATA section does not end")
    return .text(start..<max(start, offset - 3), isLiteral: true)
  }

  /// Whether the instruction that begins here says the version of XML, and nothing else.
  private var isAtDeclaration: Bool {
    bytes[offset...].starts(with: "xml".utf8) && !(offset + 3 < bytes.count && Self.isOfName(bytes[offset + 3]))
  }

  /// With or without declarations in brackets, none of which count. Where the root element has begun there is none, so
  /// that what seems to be one takes nothing along.
  private mutating func skipDocumentType() throws(InkFileError) {
    if hasRoot {
      note("a document type stands inside of the document")
      let mark = bytes[offset...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
      if let mark, bytes[mark] == UInt8(ascii: ">") { offset = mark + 1 }
    } else if let end = XMLDocumentType.end(in: bytes, from: offset) {
      offset = end
    } else {
      let root = bytes.indices.dropLast().first {
        $0 >= offset && bytes[$0] == UInt8(ascii: "<") && Self.isOfName(bytes[$0 + 1])
      }
      guard let root else { throw failure("the document type does not end") }
      note("the document type does not end")
      offset = root
    }
  }
}
