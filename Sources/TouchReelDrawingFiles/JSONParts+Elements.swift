/// Elements of an array.
extension JSONParts {
  /// The offset of the first element of the list that comes next, or of the end of a list that has none; `nil` if there
  /// is no list.
  mutating func beginning(of list: List) -> Int? {
    if scanner.byte == UInt8(ascii: "[") { return scanner.index + 1 }
    // The bracket is damaged, and nothing else.
    guard let first = element(near: scanner.index, list.marks) else { return nil }
    addDamage("the beginning of \(list.name) is damaged", at: scanner.index)
    return first
  }

  /// The offset of an element that is whole and begins at an offset, or after one byte there and blanks.
  private func element(near offset: Int, _ marks: [String]) -> Int? {
    for start in [offset, offset + 1] where start <= scanner.bytes.count {
      var probe = JSONScanner(scanner.bytes, at: start)
      guard probe.skipBlanks() == UInt8(ascii: "{") else { continue }
      let first = probe.index
      if let names = probe.memberNames(), Self.has(marks, in: names) { return first }
    }
    return nil
  }

  /// - Parameters:
  ///   - first: the offset of its first element.
  ///   - offset: the one under which the list is kept.
  /// - Returns: false if the array has no end.
  mutating func readElements(of list: List, from first: Int, listedAt offset: Int) -> Bool {
    var elements: [JSONElement] = []
    defer { lists[offset] = elements }
    scanner.index = first
    skipComments()
    if scanner.accept(UInt8(ascii: "]")), !continuesList() { return true }
    var separator = scanner.index
    while true {
      skipComments()
      if isKnownMember(at: scanner.index) { return endWithoutBracket(at: separator) }
      if ![UInt8(ascii: "{"), UInt8(ascii: ",")].contains(scanner.byte),
        let next = element(near: scanner.index, list.marks)
      {
        addDamage(Self.damagedGap, at: scanner.index)
        scanner.index = next
      }
      guard readElement(list, &elements) else { return false }
      skipComments()
      if scanner.isAtEnd { return false }
      separator = scanner.index
      let hasComma = scanner.accept(UInt8(ascii: ","))
      skipComments()
      if !hasComma, scanner.byte == UInt8(ascii: "{") { addDamage("a comma is missing", at: scanner.index) }
      if !hasComma, scanner.byte == UInt8(ascii: "}") { return endWithoutBracket(at: separator) }
      guard scanner.accept(UInt8(ascii: "]")) else { continue }
      if hasComma { addDamage("a comma has nothing after it", at: scanner.index) }
      if !continuesList() { return true }
    }
  }

  /// - Returns: false if it is damaged, and no other follows.
  private mutating func readElement(_ list: List, _ elements: inout [JSONElement]) -> Bool {
    let start = scanner.index
    let isRead = scanner.skipValue()
    let end = scanner.index
    guard isRead, isEndOfElement() || skipJunk(after: start), !isRest(start..<end, of: list) else {
      return skipElement(from: start, list, &elements)
    }
    elements.append(JSONElement(range: start..<end))
    return true
  }

  /// Whether an element goes on to the end of the text, with others of its list in it: a bracket of its own is missing.
  private mutating func isRest(_ range: Range<Int>, of list: List) -> Bool {
    peekPastComments() == nil && hasElement(of: list, in: range)
  }

  /// Whether others of a list are in an array of what is taken for one of its elements.
  private mutating func hasElement(of list: List, in range: Range<Int>) -> Bool {
    nextObject(after: range.lowerBound, before: range.upperBound) { names, isValue in
      !isValue && Self.has(list.strictMarks, in: names)
    } != nil
  }

  private static let damagedGap = "what is between two elements is damaged"

  private mutating func endWithoutBracket(at offset: Int) -> Bool {
    scanner.index = offset
    addDamage("the end of a list is damaged", at: offset)
    return true
  }

  /// Whether elements follow a bracket that ends the list too early; then moves to them.
  private mutating func continuesList() -> Bool {
    var next = scanner
    let hasComma = next.accept(UInt8(ascii: ","))
    let byte = next.skipBlanks()
    // An element can have lost its own bracket to the one that ends the list.
    guard byte == UInt8(ascii: "{") || !hasComma && byte == UInt8(ascii: "\"") && !isKnownMember(at: next.index) else {
      return false
    }
    addDamage("a bracket ends a list too early", at: scanner.index)
    scanner.index = next.index
    return true
  }

  /// Whether what comes next can follow an element: the text may be cut off behind it.
  private mutating func isEndOfElement() -> Bool {
    guard let byte = peekPastComments() else { return scanner.bytes[scanner.index - 1] == UInt8(ascii: "}") }
    return [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "{")].contains(byte)
  }

  /// Moves past a few bytes after an object that are no part of it.
  ///
  /// - Returns: false if there are others.
  private mutating func skipJunk(after start: Int) -> Bool {
    guard scanner.bytes[start] == UInt8(ascii: "{") else { return false }
    scanner.skipBlanks()
    if let end = endOfJunk(from: scanner.index) {
      addDamage(Self.damagedGap, at: scanner.index)
      scanner.index = end
      return true
    }
    return scanner.byte == UInt8(ascii: "}") && isLast(scanner.index)
  }

  /// One byte of any kind, or several that are no text.
  private func endOfJunk(from first: Int) -> Int? {
    var next = JSONScanner(scanner.bytes, at: min(first + 1, scanner.bytes.count))
    next.skipBlanks()
    if continuesList(next) { return next.index }
    let marks = Array(",]{}\"".utf8)
    guard let end = scanner.bytes[first...].prefix(16).firstIndex(where: marks.contains), end > first else {
      return nil
    }
    return continuesList(JSONScanner(scanner.bytes, at: end)) ? end : nil
  }

  /// Whether another element comes next, or the end of the list.
  private func continuesList(_ scanner: JSONScanner) -> Bool {
    switch scanner.byte {
    case UInt8(ascii: "]"), UInt8(ascii: "{"): return true
    case UInt8(ascii: "}"): return isLast(scanner.index)
    case UInt8(ascii: ","):
      var next = JSONScanner(scanner.bytes, at: scanner.index + 1)
      return next.skipBlanks() == UInt8(ascii: "{") || isKnownMember(at: next.index)
    default: return false
    }
  }

  /// Whether nothing but blanks follows a byte.
  private func isLast(_ offset: Int) -> Bool {
    var next = JSONScanner(scanner.bytes, at: offset + 1)
    return next.skipBlanks() == nil
  }

  /// Moves past what is damaged, to the next element.
  ///
  /// - Returns: false if none is found.
  private mutating func skipElement(from start: Int, _ list: List, _ elements: inout [JSONElement]) -> Bool {
    let fault = scanner.index
    var balanced = JSONScanner(scanner.bytes, at: start)
    if balanced.skipBalanced(), isFollowedByElement(balanced, list.marks),
      !hasElement(of: list, in: start..<balanced.index)
    {
      scanner = balanced
    } else if let next = nextElement(of: list, after: start) {
      scanner.index = next
    } else {
      scanner.index = fault
      if !scanner.isAtEnd { elements.append(JSONElement(range: start..<fault, isDamaged: true)) }
      return false
    }
    elements.append(JSONElement(range: start..<scanner.index, isDamaged: true))
    return true
  }

  /// Whether the list goes on behind a value, or ends: what looks so may lie within an element of which a bracket is
  /// damaged.
  private func isFollowedByElement(_ scanner: JSONScanner, _ marks: [String]) -> Bool {
    var next = scanner
    if next.accept(UInt8(ascii: "]")) {
      guard next.accept(UInt8(ascii: ",")) else { return [UInt8(ascii: "}"), nil].contains(next.skipBlanks()) }
      next.skipBlanks()
      return isKnownMember(at: next.index)
    }
    guard next.accept(UInt8(ascii: ",")), next.skipBlanks() == UInt8(ascii: "{") else { return false }
    return next.memberNames().map { Self.has(marks, in: $0) } ?? true
  }

  private static func has(_ marks: [String], in names: [ArraySlice<UInt8>]) -> Bool {
    marks.allSatisfy { mark in names.contains { $0.elementsEqual(mark.utf8) } }
  }

  /// The offset of the next element that is whole, wherever brackets and quotes are missing before it.
  mutating func nextElement(after start: Int, _ marks: [String]) -> Int? {
    nextObject(after: start) { names, isValue in !isValue && Self.has(marks, in: names) }
  }

  /// Finds what ``nextElement(after:_:)`` does, and one behind a name whose own value is missing.
  private mutating func nextElement(of list: List, after start: Int) -> Int? {
    nextObject(after: start) { names, isValue in
      Self.has(isValue ? list.strictMarks : list.marks, in: names)
    }
  }

  /// The offset of the next object that is whole and wanted.
  ///
  /// - Parameters:
  ///   - start: the offset behind which it begins.
  ///   - end: the offset before which it begins; without it, the end of the text.
  ///   - isWanted: is given the names of its members, and whether it is the value of a member.
  private mutating func nextObject(
    after start: Int, before end: Int = .max, _ isWanted: (_ names: [ArraySlice<UInt8>], _ isValue: Bool) -> Bool
  ) -> Int? {
    let end = min(end, scanner.bytes.count)
    var index = start + 1
    while searchBudget > 0, index < end,
      let found = scanner.bytes[index..<end].firstIndex(of: UInt8(ascii: "{"))
    {
      var probe = JSONScanner(scanner.bytes, at: found)
      let (names, isValue) = (probe.memberNames(), isValue(found))
      searchBudget -= max(probe.index, found) - index + 1
      guard let names else {
        index = found + 1
        continue
      }
      if isWanted(names, isValue) { return found }
      // What stands as a value may hold what is wanted.
      index = isValue ? found + 1 : probe.index
    }
    return nil
  }

  /// Whether it is the value of a member.
  private func isValue(_ index: Int) -> Bool {
    scanner.bytes[..<index].last { !JSONScanner.isBlank($0) } == UInt8(ascii: ":")
  }
}
