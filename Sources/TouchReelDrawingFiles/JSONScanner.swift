/// A position in a JSON text (RFC 8259), which moves over values without making anything of them.
struct JSONScanner {
  let bytes: [UInt8]
  /// The offset of the next byte. After a failure it is where the text goes wrong.
  var index = 0

  /// Deeper values are refused, as `JSONDecoder` does.
  private static let depthLimit = 512

  init(_ bytes: [UInt8], at index: Int = 0) { (self.bytes, self.index) = (bytes, index) }

  /// The next byte; `nil` at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  var isAtEnd: Bool { index >= bytes.count }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// - Returns: the byte after blanks; `nil` at the end.
  @discardableResult
  mutating func skipBlanks() -> UInt8? {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    return byte
  }

  /// Moves behind a byte and the blanks before it, if it comes next.
  mutating func accept(_ wanted: UInt8) -> Bool {
    guard skipBlanks() == wanted else { return false }
    index += 1
    return true
  }

  /// Moves behind the value that comes next.
  ///
  /// - Returns: false if there is none that is well formed.
  mutating func skipValue() -> Bool {
    var open: [UInt8] = []
    repeat {
      if let bracket = Self.closing(skipBlanks()) {
        index += 1
        guard open.count < Self.depthLimit else { return false }
        open.append(bracket)
        if skipBlanks() != bracket {
          guard bracket == UInt8(ascii: "]") || skipName() else { return false }
          continue
        }
      } else if !skipScalar() {
        return false
      }
      guard skipEnds(of: &open) else { return false }
    } while !open.isEmpty
    return true
  }

  /// After a value: closing brackets, and the separator before the next value.
  private mutating func skipEnds(of open: inout [UInt8]) -> Bool {
    while let bracket = open.last {
      switch skipBlanks() {
      case bracket:
        index += 1
        open.removeLast()
      case UInt8(ascii: ","):
        index += 1
        return bracket == UInt8(ascii: "]") || skipName()
      default: return false
      }
    }
    return true
  }

  static func closing(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  /// A member's name and its colon.
  mutating func skipName() -> Bool {
    guard skipBlanks() == UInt8(ascii: "\"") else { return false }
    return skipString() && accept(UInt8(ascii: ":"))
  }
}

/// Values without parts.
extension JSONScanner {
  private mutating func skipScalar() -> Bool {
    switch byte {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "t"): skipWord("true")
    case UInt8(ascii: "f"): skipWord("false")
    case UInt8(ascii: "n"): skipWord("null")
    default: skipNumber()
    }
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    for number in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[number] else { return false }
      index += 1
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = index
    while let byte, (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }

  private mutating func skipNumber() -> Bool {
    if byte == UInt8(ascii: "-") { index += 1 }
    if byte == UInt8(ascii: "0") { index += 1 } else if !skipDigits() { return false }
    if byte == UInt8(ascii: ".") {
      index += 1
      guard skipDigits() else { return false }
    }
    guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return true }
    index += 1
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
    return skipDigits()
  }

  /// Moves behind the string whose quote comes next.
  mutating func skipString() -> Bool {
    index += 1
    while let byte, byte >= 0x20 {
      index += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), !skipEscape() { return false }
    }
    return false
  }

  private mutating func skipEscape() -> Bool {
    guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else { return false }
    index += 1
    guard byte == UInt8(ascii: "u") else { return true }
    for _ in 0..<4 {
      guard let digit = self.byte, Unicode.Scalar(digit).properties.isASCIIHexDigit else { return false }
      index += 1
    }
    return true
  }
}

/// Text that is not well formed.
extension JSONScanner {
  /// Moves behind the comment that comes next, `/* … */` or `// …`.
  ///
  /// - Parameter lastEnd: the offset of the last `*/` of the text.
  /// - Returns: false if there is none, or it has no end.
  mutating func skipComment(lastEnd: Int) -> Bool {
    let rest = bytes[index...].dropFirst(2)
    if bytes[index...].starts(with: "//".utf8) {
      index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      return true
    }
    guard bytes[index...].starts(with: "/*".utf8), rest.startIndex <= lastEnd else { return false }
    index = rest.startIndex
    while bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") { index += 1 }
    index += 2
    return true
  }

  /// Moves behind a value whose brackets and quotes are whole, whatever is between them.
  ///
  /// - Returns: false if they are not.
  mutating func skipBalanced() -> Bool {
    var open: [UInt8] = []
    skipBlanks()
    while let byte {
      if byte == UInt8(ascii: "\"") {
        guard skipString() else { return false }
      } else if let bracket = Self.closing(byte) {
        open.append(bracket)
        index += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        guard open.popLast() == byte else { return false }
        index += 1
      } else {
        guard !open.isEmpty else { return false }
        index += 1
      }
      if open.isEmpty { return true }
    }
    return false
  }

  /// The names of the members of the object that comes next, as they are spelled, without their quotes; `nil` if it is
  /// not a well-formed object. Moves behind it.
  mutating func memberNames() -> [ArraySlice<UInt8>]? {
    memberRanges()?.map { bytes[$0.name] }
  }

  /// The names of the members, as ``memberNames()``, with their values.
  mutating func namedValues() -> [(name: String, value: Range<Int>)]? {
    memberRanges()?.map { (String(decoding: bytes[$0.name], as: UTF8.self), $0.value) }
  }

  private mutating func memberRanges() -> [(name: Range<Int>, value: Range<Int>)]? {
    guard accept(UInt8(ascii: "{")) else { return nil }
    var members: [(name: Range<Int>, value: Range<Int>)] = []
    if accept(UInt8(ascii: "}")) { return members }
    repeat {
      skipBlanks()
      let start = index
      guard skipName(), let end = bytes[start..<index].lastIndex(of: UInt8(ascii: "\"")) else { return nil }
      skipBlanks()
      let value = index
      guard skipValue() else { return nil }
      members.append((start + 1..<end, value..<index))
    } while accept(UInt8(ascii: ","))
    return accept(UInt8(ascii: "}")) ? members : nil
  }
}
