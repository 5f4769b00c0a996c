import TouchReelInkFiles

/// An element of an array of a file: a shape, an operation.
struct JSONElement {
  var range: Range<Int>
  /// Whether it is not well-formed JSON.
  var isDamaged = false
}

/// The members of a JSON object, the elements of those that list what is drawn, and its image files: as far as the text
/// goes, and past its damage.
struct JSONParts {
  private(set) var members: [(name: Range<Int>, value: Range<Int>)] = []
  /// The names of members whose own are damaged, by the offset at which those begin.
  private(set) var restoredNames: [Int: String] = [:]
  /// The elements of the arrays that list what is drawn, by the offset at which the array begins.
  var lists: [Int: [JSONElement]] = [:]
  /// The image files of a scene, by the offset at which their object begins.
  var files: [Int: JSONImageFiles] = [:]
  private(set) var isObject = false
  /// What is wrong outside of elements.
  private(set) var damage = InkDamage()

  var scanner: JSONScanner
  /// The line of an offset, from which lines of later ones are counted.
  private var counted = (offset: 0, line: 1)
  /// The bytes that may still be looked at in search of an element: damage can look like the beginning of many.
  var searchBudget: Int
  /// Whether lists are found that have lost their names.
  private let isRecovering: Bool
  /// Whether a bracket is missing, so that the end of the text need not be the end of what is cut off.
  private var lacksBracket = false
  /// The offset of the last `*/`, beyond which no comment is searched.
  private lazy var lastCommentEnd = scanner.bytes.indices.dropLast().last { index in
    scanner.bytes[index] == UInt8(ascii: "*") && scanner.bytes[index + 1] == UInt8(ascii: "/")
  }

  /// A member that lists what is drawn.
  struct List {
    let name: String
    /// The members that each of its elements has.
    let marks: [String]
    /// The members by which an element is recognised where the list's name is damaged.
    let strictMarks: [String]
  }

  static let listed = [
    List(name: "operations", marks: ["operation"], strictMarks: ["operation", "id"]),
    List(name: DrawingMembers.pages, marks: ["operation"], strictMarks: ["operation", "id"]),
    List(name: "elements", marks: ["type", "x"], strictMarks: ["type", "x", "id"]),
    List(name: "shapes", marks: ["type"], strictMarks: ["type", "id"]),
    List(name: DrawingMembers.pages, marks: ["operation"], strictMarks: ["operation", "id"]),
  ]
  /// The members that are found wherever damage ends.
  private static let known = listed.map(\.name) + ["size", "background", "appState", filesName]
  private static let filesName = "files"

  init(_ bytes: [UInt8]) {
    self.init(bytes, isRecovering: false)
    guard !hasContent else { return }
    let recovered = JSONParts(bytes, isRecovering: true)
    if recovered.hasContent { self = recovered }
  }

  private init(_ bytes: [UInt8], isRecovering: Bool) {
    scanner = JSONScanner(bytes)
    searchBudget = 16 * bytes.count + 1024
    self.isRecovering = isRecovering
    readText()
  }

  /// Whether all of the text is well formed.
  var isWhole: Bool { damage.isEmpty && !lists.values.joined().contains(where: \.isDamaged) }

  private var hasContent: Bool { lists.values.joined().contains { !$0.isDamaged } }

  private mutating func readText() {
    guard scanner.skipBlanks() == UInt8(ascii: "{") else { return readTextWithoutBeginning() }
    scanner.index += 1
    isObject = true
    // A bracket that is not its own can end the object too early.
    var next = scanner.accept(UInt8(ascii: "}")) ? nextName(from: scanner.index) : scanner.index
    if let next, next > scanner.index { addDamage(Self.earlyEnd, at: next) }
    while let start = next {
      scanner.index = start
      guard readMembers() else { break }
      next = nextMember(after: scanner.index - 1)
      if let next { addDamage(Self.earlyEnd, at: next) } else { readEnd() }
    }
    if isRecovering, lists.isEmpty { recoverList() }
  }

  private static let earlyEnd = "a bracket ends the drawing too early"

  /// Reads a list that is found nowhere else, wherever it is.
  private mutating func recoverList() {
    lacksBracket = true
    damage.isTruncated = false
    scanner.index = 0
    if let next = nextMember(after: 0), Self.listed.contains(where: { isName($0.name, at: next) }) {
      addDamage(Self.damagedMember, at: next)
      scanner.index = next
      _ = readMember()
    } else {
      _ = recoverList(after: 0, at: 0)
    }
  }

  private func isName(_ name: String, at quote: Int) -> Bool {
    scanner.bytes[(quote + 1)...].starts(with: name.utf8)
  }

  private mutating func readEnd() {
    if scanner.skipBlanks() != nil { addDamage("something follows the end of the drawing: skipped", at: scanner.index) }
  }

  /// A text that does not begin as an object does.
  private mutating func readTextWithoutBeginning() {
    let start = scanner.index
    if scanner.skipValue(), scanner.skipBlanks() == nil { return }
    addDamage(isRecovering ? "the beginning of the drawing is damaged" : "it is not JSON", at: scanner.index)
    guard isRecovering, let name = nextName(from: start) else { return }
    isObject = true
    scanner.index = name
    _ = readMembers()
  }

  private func nextName(from start: Int) -> Int? {
    scanner.bytes[start...].prefix(64).indices.first { index in
      var probe = JSONScanner(scanner.bytes, at: index)
      return scanner.bytes[index] == UInt8(ascii: "\"") && probe.skipName()
    }
  }

  /// - Returns: false if they have no end.
  private mutating func readMembers() -> Bool {
    while true {
      skipComments()
      let start = scanner.index
      guard readMember() || skipMember(from: start) else { return end() }
      skipComments()
      let hasComma = scanner.accept(UInt8(ascii: ","))
      skipComments()
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
    let isRead =
      if let list = list(named: name), let first = beginning(of: list) {
        readElements(of: list, from: first, listedAt: value)
      } else if isFiles(named: name) {
        readFiles()
      } else {
        scanner.skipValue()
      }
    let isPart = lists[value]?.isEmpty == false || files[value]?.all.isEmpty == false
    if isRead || isPart { members.append((name, value..<scanner.index)) }
    return isRead
  }

  private func text(ofName range: Range<Int>) -> String {
    let text = scanner.bytes[range]
    guard let end = text.lastIndex(of: UInt8(ascii: "\"")), end > range.lowerBound else { return "" }
    return String(decoding: text[range.lowerBound + 1..<end], as: UTF8.self)
  }

  /// The list of a name, or of one that is nearly its own where damage is recovered.
  private mutating func list(named range: Range<Int>) -> List? {
    let name = text(ofName: range)
    if let list = Self.listed.first(where: { $0.name == name }) { return list }
    guard isRecovering, scanner.byte == UInt8(ascii: "["),
      let list = Self.listed.first(where: { $0.name.isNearly(name) })
    else { return nil }
    restore(list.name, at: range.lowerBound)
    return list
  }

  private mutating func isFiles(named range: Range<Int>) -> Bool {
    guard scanner.byte == UInt8(ascii: "{"), files.isEmpty else { return false }
    let name = text(ofName: range)
    if name == Self.filesName { return true }
    guard name.isNearly(Self.filesName), nextFile(from: scanner.index + 1) != nil else { return false }
    restore(Self.filesName, at: range.lowerBound)
    return true
  }

  /// Names a member whose own name is damaged.
  private mutating func restore(_ name: String, at offset: Int) {
    restoredNames[offset] = name
    addDamage("the name of \(name) is damaged", at: offset)
  }

  private static let extraComma = "a comma has nothing after it"
}

/// What is read past damage.
extension JSONParts {
  /// Moves past a member that is damaged, to the next one.
  ///
  /// - Returns: false if none is found.
  private mutating func skipMember(from start: Int) -> Bool {
    let fault = scanner.index
    var balanced = JSONScanner(scanner.bytes, at: start)
    if balanced.skipName(), balanced.skipBalanced(),
      [UInt8(ascii: ","), UInt8(ascii: "}")].contains(balanced.skipBlanks())
    {
      scanner = balanced
      addDamage(Self.damagedMember, at: fault)
      return true
    }
    // What is read of a list is not searched again.
    let isPart = members.last?.value.upperBound == fault
    if let next = nextMember(after: isPart ? fault - 1 : start) {
      if scanner.isAtEnd { lacksBracket = true }
      addDamage(Self.damagedMember, at: fault)
      scanner.index = next
      return readMember()
    }
    return !isPart && recoverList(after: start, at: fault) || recoverFiles(after: isPart ? fault : start, at: fault)
  }

  private static let damagedMember = "a member is damaged: only what is whole of it is read"

  /// The offset of the next member of a known name that has not been read.
  private func nextMember(after start: Int) -> Int? {
    let bytes = scanner.bytes
    var index = start + 1
    while let quote = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) {
      if isKnownMember(at: quote) { return quote }
      index = quote + 1
    }
    return nil
  }

  /// Whether a member of a known name that has not been read begins at an offset.
  func isKnownMember(at quote: Int) -> Bool {
    let rest = scanner.bytes[min(quote + 1, scanner.bytes.count)...]
    guard let name = Self.known.first(where: { rest.starts(with: $0.utf8) }),
      scanner.bytes[quote] == UInt8(ascii: "\"")
    else { return false }
    var probe = JSONScanner(scanner.bytes, at: quote)
    guard probe.skipName(), text(ofName: quote..<probe.index) == name, !hasMember(name) else { return false }
    return !Self.listed.contains { $0.name == name } || probe.skipBlanks() == UInt8(ascii: "[")
  }

  private func hasMember(_ name: String) -> Bool {
    members.contains { (restoredNames[$0.name.lowerBound] ?? text(ofName: $0.name)) == name }
  }

  /// Reads a list whose beginning is damaged, from its first element that is whole.
  private mutating func recoverList(after start: Int, at fault: Int) -> Bool {
    guard isRecovering, lists.isEmpty else { return false }
    var found: (list: List, first: Int)?
    for list in Self.listed where found == nil {
      found = nextElement(after: start, list.strictMarks).map { (list, $0) }
    }
    guard let (list, first) = found else { return false }
    scanner.index = fault
    restore(list.name, at: start)
    let isRead = readElements(of: list, from: first, listedAt: first)
    members.append((start..<start, first..<scanner.index))
    return isRead
  }

  /// Reads the image files of a scene of which the beginning is damaged.
  private mutating func recoverFiles(after start: Int, at fault: Int) -> Bool {
    guard files.isEmpty, lists.values.contains(where: { !$0.isEmpty }), let file = nextFile(from: start) else {
      return false
    }
    restore(Self.filesName, at: start)
    scanner.index = file.name.lowerBound
    let isRead = readFiles(listedAt: file.name.lowerBound)
    members.append((start..<start, file.name.lowerBound..<scanner.index))
    return isRead
  }

  /// Moves past blanks, and past comments, which JSON does not have.
  mutating func skipComments() {
    while scanner.skipBlanks() == UInt8(ascii: "/"), scanner.skipComment(lastEnd: lastCommentEnd ?? -1) {
      addDamage("a comment is not JSON: skipped", at: scanner.index)
    }
  }

  /// The byte after blanks and comments.
  mutating func peekPastComments() -> UInt8? {
    var next = scanner
    while next.skipBlanks() == UInt8(ascii: "/"), next.skipComment(lastEnd: lastCommentEnd ?? -1) {}
    return next.byte
  }

  mutating func addDamage(_ message: String, at offset: Int) {
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
    if !scanner.isAtEnd {
      addDamage("the file is damaged; what follows is lost", at: scanner.index)
    } else if !lacksBracket {
      damage.add("the file is truncated \(whole)", line: nil)
      damage.isTruncated = true
    }
    return false
  }
}

extension String {
  /// Whether it has at most one letter more, less or other than another name.
  func isNearly(_ other: String) -> Bool {
    let (one, two) = (Array(self), Array(other))
    guard abs(one.count - two.count) < 2, !two.isEmpty else { return false }
    let start = zip(one, two).prefix { $0 == $1 }.count
    let end = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
    return start + end >= max(one.count, two.count) - 1
  }
}
