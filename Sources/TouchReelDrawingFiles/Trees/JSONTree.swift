/// Makes a tree of a JSON text (RFC 8259), or of lines of them.
struct JSONTree {
  private var tree: DocumentTree
  private var bytes: [UInt8] { tree.bytes }
  private var offset = 0
  /// Where arrays begin that hold objects at any depth: all others are values.
  private var arraysOfObjects: Set<Int> = []

  /// A tree whose root holds the texts. `nil` if one is not well-formed, too deep or too large.
  static func tree(of bytes: [UInt8], _ names: inout NameTable) -> DocumentTree? {
    var parser = JSONTree(tree: DocumentTree(of: bytes))
    return parser.parse(&names) ? parser.tree : nil
  }

  private init(tree: DocumentTree) { self.tree = tree }

  private mutating func parse(_ names: inout NameTable) -> Bool {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
    guard findArraysOfObjects() else { return false }
    let root = tree.begin(0)
    skipBlanks()
    while offset < bytes.count {
      guard readValue("", of: root, &names) else { return false }
      skipBlanks()
    }
    tree.end(root)
    return tree.nodes.count > 1
  }

  private mutating func findArraysOfObjects() -> Bool {
    var open: [(start: Int, isArray: Bool, holdsObject: Bool)] = []
    var index = offset
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = endOfString(from: index) - 1
      case UInt8(ascii: "["): open.append((index, true, false))
      case UInt8(ascii: "{"):
        for enclosing in open.indices.reversed() {
          guard open[enclosing].isArray, !open[enclosing].holdsObject else { break }
          open[enclosing].holdsObject = true
          arraysOfObjects.insert(open[enclosing].start)
        }
        open.append((index, false, false))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if open.popLast() == nil { return false }
      default: break
      }
      guard open.count <= DocumentTree.depthLimit, arraysOfObjects.count <= DocumentTree.partLimit else { return false }
      index += 1
    }
    return open.isEmpty
  }

  private mutating func readValue(_ name: String, of node: Int, _ names: inout NameTable) -> Bool {
    guard offset < bytes.count, !tree.isTooLarge else { return false }
    switch bytes[offset] {
    case UInt8(ascii: "{"): return readObject(name, &names)
    case UInt8(ascii: "[") where arraysOfObjects.contains(offset): return readElements(name, of: node, &names)
    default: return readField(name, of: node, &names)
    }
  }

  private mutating func readObject(_ name: String, _ names: inout NameTable) -> Bool {
    let node = tree.begin(names.number(of: name))
    defer { tree.end(node) }
    offset += 1
    skipBlanks()
    if accepts(UInt8(ascii: "}")) { return true }
    repeat {
      skipBlanks()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return false }
      let end = endOfString(from: offset)
      guard end - 1 > offset else { return false }
      let member = String(decoding: EscapedText.json(bytes[offset + 1..<end - 1]), as: UTF8.self)
      offset = end
      skipBlanks()
      guard accepts(UInt8(ascii: ":")) else { return false }
      skipBlanks()
      guard readValue(member, of: node, &names) else { return false }
      skipBlanks()
    } while accepts(UInt8(ascii: ","))
    return accepts(UInt8(ascii: "}"))
  }

  /// Each element is a node, also one that is no object.
  private mutating func readElements(_ name: String, of node: Int, _ names: inout NameTable) -> Bool {
    let name = name + "[]"
    offset += 1
    repeat {
      skipBlanks()
      guard offset < bytes.count else { return false }
      if bytes[offset] == UInt8(ascii: "{") {
        guard readObject(name, &names) else { return false }
      } else {
        let element = tree.begin(names.number(of: name))
        defer { tree.end(element) }
        guard readValue("", of: element, &names) else { return false }
      }
      skipBlanks()
    } while accepts(UInt8(ascii: ","))
    return accepts(UInt8(ascii: "]"))
  }

  private mutating func readField(_ name: String, of node: Int, _ names: inout NameTable) -> Bool {
    let start = offset
    let isString = bytes[offset] == UInt8(ascii: "\"")
    guard skipPlainValue(), offset > start else { return false }
    let notation: DocumentTree.Notation = isString ? .string : .json
    // What is null is not there.
    if bytes[start..<offset].elementsEqual("null".utf8) { return true }
    tree.add(DocumentTree.Field(name: names.number(of: name), range: start..<offset, notation: notation), to: node)
    return true
  }

  /// Goes past a string, a word, or an array without objects.
  private mutating func skipPlainValue() -> Bool {
    var depth = 0
    repeat {
      guard offset < bytes.count else { return false }
      switch bytes[offset] {
      case UInt8(ascii: "\""): offset = endOfString(from: offset)
      case UInt8(ascii: "["): (offset, depth) = (offset + 1, depth + 1)
      case UInt8(ascii: "]"): (offset, depth) = (offset + 1, depth - 1)
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"): return false
      case UInt8(ascii: ",") where depth == 0: return false
      case 0...0x20, UInt8(ascii: ","): offset += 1
      default: skipWord()
      }
    } while depth > 0
    return depth == 0
  }

  private mutating func skipWord() {
    let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{")]
    while offset < bytes.count, bytes[offset] > 0x20, !ends.contains(bytes[offset]), bytes[offset] != UInt8(ascii: ":"),
      bytes[offset] != UInt8(ascii: "\"")
    { offset += 1 }
  }

  /// The index past its closing quote.
  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private mutating func skipBlanks() {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
  }

  private mutating func accepts(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }
}
