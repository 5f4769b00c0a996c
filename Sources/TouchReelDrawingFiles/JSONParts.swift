import TouchReelInkFiles

/// An element of an array of a file: a shape, an operation.
struct JSONElement {
  var range: Range<Int>
  /// Whether it is not well-formed JSON.
  var isDamaged = false
}

/// The members of a JSON object, and the elements of those that list what is drawn: as far as the text goes, and past
/// its damage.
struct JSONParts {
  private(set) var members: [(name: Range<Int>, value: Range<Int>)] = []
  /// The elements of the arrays that list what is drawn, by the offset at which the array begins.
  private(set) var lists: [Int: [JSONElement]] = [:]
  private(set) var isObject = false
  /// What is wrong outside of elements.
  private(set) var damage = InkDamage()

  private var scanner: JSONScanner
  /// The line of an offset, from which lines of later ones are counted.
  private var counted = (offset: 0, line: 1)
  /// The bytes that may still be looked at in search of an element: damage can look like the beginning of many.
  private var searchBudget: Int
  /// The offset of the last `*/`, beyond which no comment is searched.
  private lazy var lastCommentEnd = scanner.bytes.indices.dropLast().last { index in
    scanner.bytes[index] == UInt8(ascii: "*") && scanner.bytes[index + 1] == UInt8(ascii: "/")
  }

  /// The members that list what is drawn, and what each of their elements has.
  private static let lists: [(name: String, marks: [String])] = [
    ("elements", ["type", "x"]), ("shapes", ["type"]), ("operations", ["operation"]),
  ]

  init(_ bytes: [UInt8]) {
    scanner = JSONScanner(bytes)
    searchBudget = 16 * bytes.count + 1024
    readText()
  }

  /// Whether all of the text is well formed.
  var isWhole: Bool { damage.isEmpty && !lists.values.joined().contains(where: \.isDamaged) }

  private mutating func readText() {
    guard scanner.skipBlanks() == UInt8(ascii: "{") else {
      if !scanner.skipValue() || scanner.skipBlanks() != nil { addDamage("it is not JSON", at: scanner.index) }
      return
    }
    scanner.index += 1
    isObject = true
    if !scanner.accept(UInt8(ascii: "}")) { guard readMembers() else { return } }
    if scanner.skipBlanks() != nil { addDamage("something follows the end of the drawing: skipped", at: scanner.index) }
  }

  /// - Returns: false if they have no end.
  private mutating func readMembers() -> Bool {
    while true {
      passComments()
      let start = scanner.index
      guard readMember() || passMember(from: start) else { return end() }
      passComments()
      let hasComma = scanner.accept(UInt8(ascii: ","))
      passComments()
      if scanner.accept(UInt8(ascii: "}")) {
        if hasComma { addDamage(Self.extraComma, at: scanner.index) }
        return true
      }
      if !hasComma, scanner.byte == UInt8(ascii: "\"") { addDamage("a comma is missing", at: scanner.index) }
    }
  }

  /// - Returns: false if it is not well formed, or an array that has no end.
  private mutating func readMember() -> Bool {
    let start = scanner.index
    guard scanner.skipName() else { return false }
    let name = start..<scanner.index
    scanner.skipBlanks()
    let value = scanner.index
    let list = list(named: name)
    let isRead = if let list, scanner.byte == UInt8(ascii: "[") { readList(list.marks) } else { scanner.skipValue() }
    if isRead || lists[value]?.isEmpty == false { members.append((name, value..<scanner.index)) }
    return isRead
  }

  private func list(named range: Range<Int>) -> (name: String, marks: [String])? {
    let text = scanner.bytes[range]
    guard let end = text.lastIndex(of: UInt8(ascii: "\"")) else { return nil }
    return Self.lists.first { text[range.lowerBound + 1..<end].elementsEqual($0.name.utf8) }
  }

  /// Passes over a member that is damaged, to the next one.
  ///
  /// - Returns: false if none is found.
  private mutating func passMember(from start: Int) -> Bool {
    if scanner.isAtEnd { return false }
    let fault = scanner.index
    var balanced = JSONScanner(scanner.bytes, at: start)
    if balanced.skipName(), balanced.skipBalanced(),
      [UInt8(ascii: ","), UInt8(ascii: "}")].contains(balanced.skipBlanks())
    {
      scanner = balanced
    } else {
      guard let next = nextList(after: start) else { return false }
      addDamage(Self.damagedMember, at: fault)
      scanner.index = next
      return readMember()
    }
    addDamage(Self.damagedMember, at: fault)
    return true
  }

  private static let damagedMember = "a member is damaged: only what is whole of it is read"
  private static let extraComma = "a comma has nothing after it"

  /// The offset of a member that lists what is drawn.
  private func nextList(after start: Int) -> Int? {
    let bytes = scanner.bytes
    var index = start + 1
    while let quote = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) {
      for list in Self.lists where bytes[(quote + 1)...].starts(with: list.name.utf8) {
        var probe = JSONScanner(bytes, at: quote)
        if probe.skipName(), probe.skipBlanks() == UInt8(ascii: "[") { return quote }
      }
      index = quote + 1
    }
    return nil
  }

  /// Passes over blanks, and over comments, which JSON does not have.
  private mutating func passComments() {
    while scanner.skipBlanks() == UInt8(ascii: "/"), scanner.skipComment(lastEnd: lastCommentEnd ?? -1) {
      addDamage("a comment is not JSON: skipped", at: scanner.index)
    }
  }

  private mutating func addDamage(_ message: String, at offset: Int) {
    if offset > counted.offset {
      counted.line += scanner.bytes[counted.offset..<min(offset, scanner.bytes.count)].count { $0 == 0x0A }
      counted.offset = min(offset, scanner.bytes.count)
    }
    damage.add(message, line: counted.line)
  }

  /// The text goes no further.
  private mutating func end() -> Bool {
    let count = lists.values.joined().count { !$0.isDamaged }
    let whole = count == 0 ? "before the end of its first element" : "after \(count) element\(count == 1 ? "" : "s")"
    if scanner.isAtEnd {
      damage.add("the file is truncated \(whole)", line: nil)
      damage.isTruncated = true
    } else {
      addDamage("the file is damaged; what follows is lost", at: scanner.index)
    }
    return false
  }
}

/// Elements of an array.
extension JSONParts {
  /// - Parameter marks: the members that each of them has.
  /// - Returns: false if the array has no end.
  private mutating func readList(_ marks: [String]) -> Bool {
    let offset = scanner.index
    var elements: [JSONElement] = []
    defer { lists[offset] = elements }
    scanner.index += 1
    passComments()
    if scanner.accept(UInt8(ascii: "]")) { return true }
    while true {
      passComments()
      let start = scanner.index
      if scanner.skipValue(), isEndOfElement() {
        elements.append(JSONElement(range: start..<scanner.index))
        if scanner.skipBlanks() == UInt8(ascii: "{") { addDamage("a comma is missing", at: scanner.index) }
      } else {
        guard passElement(from: start, marks, &elements) else { return false }
      }
      passComments()
      let hasComma = scanner.accept(UInt8(ascii: ","))
      passComments()
      if scanner.accept(UInt8(ascii: "]")) {
        if hasComma { addDamage(Self.extraComma, at: scanner.index) }
        return true
      }
    }
  }

  /// Whether what comes next can follow an element: the text may be cut off behind it.
  private mutating func isEndOfElement() -> Bool {
    var next = scanner
    guard var byte = next.skipBlanks() else { return scanner.bytes[scanner.index - 1] == UInt8(ascii: "}") }
    while byte == UInt8(ascii: "/"), next.skipComment(lastEnd: lastCommentEnd ?? -1) {
      byte = next.skipBlanks() ?? UInt8(ascii: "]")
    }
    return [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "{")].contains(byte)
  }

  /// Passes over what is damaged, to the next element.
  ///
  /// - Returns: false if none is found.
  private mutating func passElement(from start: Int, _ marks: [String], _ elements: inout [JSONElement]) -> Bool {
    let fault = scanner.index
    var balanced = JSONScanner(scanner.bytes, at: start)
    if balanced.skipBalanced(), isFollowedByElement(balanced) {
      scanner = balanced
    } else if let next = nextElement(after: start, marks) {
      scanner.index = next
    } else {
      scanner.index = fault
      if !scanner.isAtEnd { elements.append(JSONElement(range: start..<fault, isDamaged: true)) }
      return false
    }
    elements.append(JSONElement(range: start..<scanner.index, isDamaged: true))
    return true
  }

  private func isFollowedByElement(_ scanner: JSONScanner) -> Bool {
    var next = scanner
    if next.accept(UInt8(ascii: "]")) { return true }
    return next.accept(UInt8(ascii: ",")) && next.skipBlanks() == UInt8(ascii: "{")
  }

  /// The offset of the next element that is whole, wherever brackets and quotes are missing before it.
  private mutating func nextElement(after start: Int, _ marks: [String]) -> Int? {
    var index = start + 1
    while searchBudget > 0,
      let found = scanner.bytes[min(index, scanner.bytes.count)...].firstIndex(of: UInt8(ascii: "{"))
    {
      var probe = JSONScanner(scanner.bytes, at: found)
      let names = isValue(found) ? nil : probe.memberNames()
      searchBudget -= max(probe.index, found) - index + 1
      guard let names else {
        index = found + 1
        continue
      }
      if marks.allSatisfy({ mark in names.contains { $0.elementsEqual(mark.utf8) } }) { return found }
      index = probe.index
    }
    return nil
  }

  /// Whether it is the value of a member.
  private func isValue(_ index: Int) -> Bool {
    scanner.bytes[..<index].last { !JSONScanner.isBlank($0) } == UInt8(ascii: ":")
  }
}
