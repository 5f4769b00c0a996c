/// Makes a tree of an XML document (W3C, Extensible Markup Language 1.0). Prefixes of names, namespaces, comments,
/// processing instructions and document types are no part of it, nor is what is damaged.
struct XMLTree {
  private var tree: DocumentTree
  private var bytes: [UInt8] { tree.bytes }
  private var place = 0
  private var open: [Int] = []

  /// The tree, and whether the document is well-formed; `nil` if it has no element, or is too deep or too large.
  static func tree(of bytes: [UInt8], _ names: inout NameTable) -> (tree: DocumentTree, isWhole: Bool)? {
    var parser = XMLTree(tree: DocumentTree(of: bytes))
    return parser.parse(&names).map { (parser.tree, $0) }
  }

  private init(tree: DocumentTree) { self.tree = tree }

  private mutating func parse(_ names: inout NameTable) -> Bool? {
    var isWhole = true
    while place < bytes.count {
      guard !tree.isTooLarge, open.count <= DocumentTree.depthLimit else { return nil }
      let start = place
      if !readPart(&names) { isWhole = false }
      place = max(place, start + 1)
    }
    isWhole = isWhole && open.isEmpty
    endNodes(downTo: 0)
    return tree.nodes.isEmpty ? nil : isWhole
  }

  private mutating func endNodes(downTo count: Int) {
    while open.count > count, let node = open.popLast() { tree.end(node) }
  }

  private mutating func readPart(_ names: inout NameTable) -> Bool {
    guard bytes[place] == UInt8(ascii: "<") else { return readText() }
    if accepts("<!--") {
      tree.commentCount += 1
      return skip(past: "-->")
    }
    if accepts("<![CDATA[") { return readSection() }
    if accepts("<?") { return skip(past: "?>") }
    if accepts("<!") { return skipDeclaration() }
    if accepts("</") { return readEnd(&names) }
    place += 1
    return readStart(&names)
  }

  private mutating func readText() -> Bool {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
    addText(start..<place, .xml)
    return true
  }

  private mutating func readSection() -> Bool {
    let start = place
    guard skip(past: "]]>") else { return false }
    addText(start..<place - 3, .literal)
    return true
  }

  /// Blanks between elements are no text.
  private mutating func addText(_ range: Range<Int>, _ notation: DocumentTree.Notation) {
    guard let node = open.last, bytes[range].contains(where: { $0 > 0x20 }) else { return }
    tree.add(DocumentTree.Field(name: 0, range: range, notation: notation), to: node)
  }

  /// An end without a beginning is skipped; any other also ends what is still open within its element.
  private mutating func readEnd(_ names: inout NameTable) -> Bool {
    guard let name = readName() else { return false }
    skipBlanks()
    let isClosed = accepts(">")
    let number = names.number(of: name.local)
    guard let depth = open.lastIndex(where: { tree.nodes[$0].name == number }) else { return false }
    let isInnermost = depth == open.count - 1
    endNodes(downTo: depth)
    return isClosed && isInnermost
  }

  private mutating func readStart(_ names: inout NameTable) -> Bool {
    guard !open.isEmpty || tree.nodes.isEmpty, let name = readName() else { return false }
    let node = tree.begin(names.number(of: name.local))
    while true {
      skipBlanks()
      if accepts("/>") {
        tree.end(node)
        return true
      }
      if accepts(">") {
        open.append(node)
        return true
      }
      guard readAttribute(of: node, &names) else {
        skipDamagedTag(of: node)
        return false
      }
    }
  }

  /// What the element holds is still its own.
  private mutating func skipDamagedTag(of node: Int) {
    while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<") { place += 1 }
    let isEmpty = bytes[..<place].last == UInt8(ascii: "/")
    _ = accepts(">")
    if isEmpty { tree.end(node) } else { open.append(node) }
  }

  private mutating func readAttribute(of node: Int, _ names: inout NameTable) -> Bool {
    guard let name = readName() else { return false }
    skipBlanks()
    guard accepts("=") else { return false }
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
      return false
    }
    let quote = bytes[place]
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != quote { place += 1 }
    guard place < bytes.count, !tree.isTooLarge else { return false }
    if !name.isNamespace {
      tree.add(DocumentTree.Field(name: names.number(of: name.local), range: start..<place, notation: .xml), to: node)
    }
    place += 1
    return true
  }

  private mutating func readName() -> (local: String, isNamespace: Bool)? {
    let start = place
    while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
    guard place > start else { return nil }
    let name = bytes[start..<place]
    let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard let local = parts.last else { return nil }
    return (String(decoding: local, as: UTF8.self), parts[0].elementsEqual("xmlns".utf8))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte > 0x20 && ![UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains(byte)
      && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
  }

  private mutating func accepts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
  }

  private mutating func skip(past end: StaticString) -> Bool {
    while place < bytes.count {
      if accepts(end) { return true }
      place += 1
    }
    return false
  }

  /// A document type, with or without declarations in brackets.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    while place < bytes.count {
      defer { place += 1 }
      switch bytes[place] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return true
      default: continue
      }
    }
    return false
  }
}
