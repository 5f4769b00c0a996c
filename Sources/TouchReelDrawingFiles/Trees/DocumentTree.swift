import TouchReelInkFiles

/// A document of XML or JSON as a tree of nodes with named fields, whatever its parts mean: what the comparison of a
/// file with its rewriting works on.
///
/// A node is an element, or an object; a field is an attribute or a text, or a member that holds no object, such as an
/// array of numbers. Values stay where they are in the text, so that a point of a stroke takes no memory of its own.
/// Elements of an array are nodes of the array's name with `[]`.
struct DocumentTree {
  struct Node {
    /// The name's number in the table of names.
    var name: Int
    /// The index of the first node that is not below this one.
    var end = 0
    /// The index of the first of its fields, −1 without any; each leads to the next.
    var firstField = -1
    fileprivate(set) var lastField = -1
    var isEmpty: Bool { firstField < 0 }
  }

  struct Field {
    /// The name's number; that of the empty name for an element's text.
    var name: Int
    var range: Range<Int>
    var notation: Notation
    var next = -1
  }

  /// How a value is spelled.
  enum Notation: UInt8 {
    /// An attribute or a text, with references.
    case xml
    /// A CDATA section.
    case literal
    /// A string with its quotes and escapes.
    case string
    /// A number, a word, or an array of values.
    case json
  }

  /// Larger trees are not made: nodes and fields take up to 200 bytes each with what compares them.
  static let partLimit = 4_000_000
  /// Deeper documents are not made a tree.
  static let depthLimit = 256
  /// The text of a larger document is not looked at.
  static let lengthLimit = 256 << 20

  let bytes: [UInt8]
  private(set) var nodes: [Node] = []
  private(set) var fields: [Field] = []
  /// The other parts of texts that have several, by the index of the first one.
  private var laterParts: [Int: [Field]] = [:]
  private var laterPartCount = 0
  /// How many comments there are, which are no nodes.
  var commentCount = 0
  /// How many processing instructions there are, which are no nodes either.
  var instructionCount = 0

  init(of bytes: [UInt8]) { self.bytes = bytes }

  var isTooLarge: Bool { nodes.count + fields.count + laterPartCount > Self.partLimit }

  /// Begins a node below the one that was begun last and has not ended.
  ///
  /// - Returns: its index.
  mutating func begin(_ name: Int) -> Int {
    nodes.append(Node(name: name))
    return nodes.count - 1
  }

  mutating func end(_ node: Int) { nodes[node].end = nodes.count }

  mutating func add(_ field: Field, to node: Int) {
    fields.append(field)
    let index = fields.count - 1
    if nodes[node].lastField >= 0 {
      fields[nodes[node].lastField].next = index
    } else {
      nodes[node].firstField = index
    }
    nodes[node].lastField = index
  }

  /// Adds to a node's text, of which comments, elements and sections make several parts. Blanks before and between
  /// elements are no text.
  mutating func addText(_ range: Range<Int>, _ notation: Notation, to node: Int) {
    let field = Field(name: 0, range: range, notation: notation)
    guard let first = fields(of: node).first(where: { fields[$0].name == 0 }) else {
      if bytes[range].contains(where: { $0 > 0x20 }) { add(field, to: node) }
      return
    }
    laterParts[first, default: []].append(field)
    laterPartCount += 1
  }

  /// The indices of the nodes right below one, in order.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var next = node + 1
    while next < nodes[node].end {
      children.append(next)
      next = nodes[next].end
    }
    return children
  }

  /// The indices of a node's fields, in order.
  func fields(of node: Int) -> [Int] {
    var found: [Int] = []
    var next = nodes[node].firstField
    while next >= 0 {
      found.append(next)
      next = fields[next].next
    }
    return found
  }

  /// The bytes that all nodes before each one hold, and those of all at the end: what lies between two nodes is their
  /// difference.
  var contentSizes: [Int] {
    var sizes = [0]
    sizes.reserveCapacity(nodes.count + 1)
    for node in nodes.indices {
      sizes.append(fields(of: node).reduce(sizes[node] + 1) { $0 + fields[$1].range.count })
    }
    return sizes
  }

  /// A field's text, without the escapes of its notation.
  func text(of field: Int) -> [UInt8] {
    var text = part(fields[field])
    for later in laterParts[field] ?? [] { text += part(later) }
    return text
  }

  private func part(_ field: Field) -> [UInt8] {
    let (range, notation) = (field.range, field.notation)
    switch notation {
    case .literal, .json: return Array(bytes[range])
    case .xml: return EscapedText.xml(bytes[range])
    case .string: return EscapedText.json(bytes[range.lowerBound + 1..<max(range.upperBound - 1, range.lowerBound + 1)])
    }
  }
}

/// The names of two trees, which are compared by their numbers.
struct NameTable {
  private var numbers: [String: Int] = ["": 0]
  private(set) var names = [""]

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// `nil` for a name that is not there.
  func known(_ name: String) -> Int? { numbers[name] }
}

/// Text without the escapes of XML or JSON. What is no escape stays as it is.
enum EscapedText {
  static func xml(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var faults = 0
    return text.contains(UInt8(ascii: "&")) ? XMLReferences.resolved(text, faults: &faults) : Array(text)
  }

  static func json(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
    var units: [UInt16] = []
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex else {
        result += Array(String(decoding: units, as: UTF16.self).utf8) + [text[index]]
        (units, index) = ([], index + 1)
        continue
      }
      let (unit, length) = escape(text[(index + 1)...])
      units.append(unit)
      index += 1 + length
    }
    return result + Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func escape(_ text: ArraySlice<UInt8>) -> (unit: UInt16, length: Int) {
    let byte = text[text.startIndex]
    switch byte {
    case UInt8(ascii: "b"): return (8, 1)
    case UInt8(ascii: "f"): return (12, 1)
    case UInt8(ascii: "n"): return (10, 1)
    case UInt8(ascii: "r"): return (13, 1)
    case UInt8(ascii: "t"): return (9, 1)
    case UInt8(ascii: "u"):
      let digits = text.dropFirst().prefix(4)
      return (UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xfffd, 1 + digits.count)
    default: return (UInt16(byte), 1)
    }
  }
}
