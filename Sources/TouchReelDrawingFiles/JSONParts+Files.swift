/// The image files of a scene of Excalidraw, as far as they are whole.
struct JSONImageFiles {
  /// The files that are whole, by their ids.
  var all: [(name: String, value: Range<Int>)] = []
  /// Whether others are damaged, or cut off.
  var isDamaged = false
}

/// The object of image files.
extension JSONParts {
  /// - Parameter offset: the one under which the files are kept; without it, their object comes next.
  /// - Returns: false if the object has no end.
  mutating func readFiles(listedAt offset: Int? = nil) -> Bool {
    var read = JSONImageFiles()
    let offset = offset ?? scanner.index
    defer { files[offset] = read }
    if scanner.byte == UInt8(ascii: "{") { scanner.index += 1 }
    if scanner.accept(UInt8(ascii: "}")) { return true }
    while true {
      scanner.skipBlanks()
      let start = scanner.index
      if let file = readFile() {
        read.all.append(file)
      } else {
        guard skipFile(from: start, &read) else { return false }
      }
      let hasComma = scanner.accept(UInt8(ascii: ","))
      if scanner.accept(UInt8(ascii: "}")) {
        if hasComma { addDamage("a comma has nothing after it", at: scanner.index) }
        return true
      }
      if scanner.skipBlanks() == nil {
        read.isDamaged = true
        return false
      }
      if !hasComma { addDamage("a comma is missing", at: scanner.index) }
    }
  }

  /// `nil` if it is not well formed.
  private mutating func readFile() -> (name: String, value: Range<Int>)? {
    let start = scanner.index
    guard scanner.skipName() else { return nil }
    let name = start..<scanner.index
    scanner.skipBlanks()
    let value = scanner.index
    guard scanner.skipValue(),
      [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "\""), nil].contains(peekPastComments())
    else { return nil }
    return (JSONText.name(name, in: scanner.bytes), value..<scanner.index)
  }

  /// Moves past a file that is damaged.
  ///
  /// - Returns: false if no other follows, nor the end of all.
  private mutating func skipFile(from start: Int, _ read: inout JSONImageFiles) -> Bool {
    let fault = scanner.index
    read.isDamaged = true
    if scanner.isAtEnd && nextFile(from: start + 1) == nil { return false }
    // One that has only lost its name or its colon has its id.
    if let file = nextFile(from: start), let name = file.id, isOnlyName(start..<file.value.lowerBound) {
      addDamage("the name of an image file is damaged", at: fault)
      read.all.append((name, file.value))
      scanner.index = file.value.upperBound
      return true
    }
    addDamage("an image file is damaged: skipped", at: fault)
    if let next = nextFile(from: start + 1) {
      scanner.index = next.name.lowerBound
      return true
    }
    // It is the last.
    var balanced = JSONScanner(scanner.bytes, at: start)
    if balanced.skipName(), balanced.skipBalanced(), balanced.skipBlanks() == UInt8(ascii: "}") {
      scanner = balanced
    } else if let brackets = lastBrackets {
      scanner.index = brackets
    } else {
      return false
    }
    return true
  }

  /// Whether nothing but a name lies in a range.
  private func isOnlyName(_ range: Range<Int>) -> Bool { !scanner.bytes[range].contains(UInt8(ascii: "{")) }

  /// The offset of the last two of the brackets that end the text, if nothing else does.
  private var lastBrackets: Int? {
    let ends = scanner.bytes.indices.reversed().lazy.filter { !JSONScanner.isBlank(scanner.bytes[$0]) }.prefix(2)
    let brackets = Array(ends)
    guard brackets.count == 2, brackets.allSatisfy({ scanner.bytes[$0] == UInt8(ascii: "}") }) else { return nil }
    return brackets[1] >= scanner.index ? brackets[1] : nil
  }

  struct ImageFile {
    /// Where its name, or what is left of that, begins and ends.
    let name: Range<Int>
    let value: Range<Int>
    let id: String?
  }

  /// The next image file that is whole.
  mutating func nextFile(from start: Int) -> ImageFile? {
    var index = max(start, 0)
    while searchBudget > 0,
      let found = scanner.bytes[min(index, scanner.bytes.count)...].firstIndex(of: UInt8(ascii: "{"))
    {
      var probe = JSONScanner(scanner.bytes, at: found)
      let members = probe.namedValues()
      searchBudget -= max(probe.index, found) - index + 1
      if let members, members.contains(where: { $0.name == "dataURL" }) {
        let id = members.first { $0.name == "id" }.map { JSONText.string($0.value, in: scanner.bytes) }
        return ImageFile(name: nameRange(before: found, from: start), value: found..<probe.index, id: id ?? nil)
      }
      index = found + 1
    }
    return nil
  }

  /// The name and the colon before a value; an empty range if there are none.
  private func nameRange(before value: Int, from start: Int) -> Range<Int> {
    let bytes = scanner.bytes
    guard let end = bytes[start..<value].lastIndex(of: UInt8(ascii: "\"")),
      let quote = bytes[start..<end].lastIndex(of: UInt8(ascii: "\""))
    else { return value..<value }
    var probe = JSONScanner(bytes, at: quote)
    guard probe.skipName(), probe.skipBlanks() != nil, probe.index == value else { return value..<value }
    return quote..<value
  }
}
