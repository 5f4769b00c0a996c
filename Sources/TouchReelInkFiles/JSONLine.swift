/// A position in a line of JSON (RFC 8259), for lines of known members of which there are millions: nothing is made of
/// what is not asked for. Whatever is wrong gives `nil` or false; it never traps.
struct JSONLine {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var depth = 0

  /// Deeper values are refused.
  private static let depthLimit = 64

  /// A byte order mark before the value is not part of it.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  /// Whether only blanks follow.
  var isAtEnd: Bool { bytes[min(index, bytes.count)...].allSatisfy(Self.isBlank) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  @inline(__always)
  private mutating func accept(_ wanted: UInt8) -> Bool {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == wanted else { return false }
    index += 1
    return true
  }

  /// - Parameter member: reads the value of a member; false if it is not what it should be.
  mutating func readObject(_ member: (String, inout JSONLine) -> Bool) -> Bool {
    guard descend(UInt8(ascii: "{")) else { return false }
    if !accept(UInt8(ascii: "}")) {
      repeat {
        guard let name = readText(), accept(UInt8(ascii: ":")), member(name, &self) else { return false }
      } while accept(UInt8(ascii: ","))
      guard accept(UInt8(ascii: "}")) else { return false }
    }
    depth -= 1
    return true
  }

  mutating func readArray(_ element: (inout JSONLine) -> Bool) -> Bool {
    guard descend(UInt8(ascii: "[")) else { return false }
    if !accept(UInt8(ascii: "]")) {
      repeat {
        guard element(&self) else { return false }
      } while accept(UInt8(ascii: ","))
      guard accept(UInt8(ascii: "]")) else { return false }
    }
    depth -= 1
    return true
  }

  private mutating func descend(_ bracket: UInt8) -> Bool {
    guard depth < Self.depthLimit, accept(bracket) else { return false }
    depth += 1
    return true
  }

  /// Appends the numbers of an array, and returns how many they are; `nil` if it is none, or has more than the most.
  mutating func readNumbers(into numbers: inout [Double], atMost most: Int = .max) -> Int? {
    let before = numbers.count
    let isArray = readArray { line in
      guard numbers.count - before < most, let number = line.readNumber() else { return false }
      numbers.append(number)
      return true
    }
    return isArray ? numbers.count - before : nil
  }

  /// A finite number below 10¹².
  mutating func readNumber() -> Double? {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    let start = index
    var whole = 0
    let isNegative = accept(UInt8(ascii: "-"))
    // Most numbers are short and whole.
    let digits = index
    while index < bytes.count, index - digits < 15, (0x30...0x39).contains(bytes[index]) {
      whole = whole * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard index > digits else { return nil }
    if index == bytes.count || !Self.continuesNumber(bytes[index]) {
      let value = Double(whole)
      return value < 1e12 ? (isNegative ? -value : value) : nil
    }
    while index < bytes.count, Self.continuesNumber(bytes[index]) { index += 1 }
    return InkMLFormat.finite(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// A string; surrogates that are not in pairs become U+FFFD.
  mutating func readText() -> String? {
    guard accept(UInt8(ascii: "\"")) else { return nil }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    index = start
    return readEscapedText()
  }

  /// A string, or the digits of a number, however many.
  mutating func readTextOrNumber() -> String? {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    let start = index
    while index < bytes.count, Self.continuesNumber(bytes[index]) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : readText()
  }

  private mutating func readEscapedText() -> String? {
    var units: [UInt8] = []
    var utf16: [UInt16] = []
    func flushed() -> [UInt8] { Array(String(decoding: utf16, as: UTF16.self).utf8) }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte != UInt8(ascii: "\\") && !utf16.isEmpty {
        units += flushed()
        utf16 = []
      }
      if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      guard let unit = readEscape() else { return nil }
      utf16.append(unit)
    }
    return nil
  }

  private mutating func readEscape() -> UInt16? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"):
      guard bytes.count - index >= 4 else { return nil }
      defer { index += 4 }
      return UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    default: return nil
    }
  }

  /// Whether a member of a name follows the value that comes next, in the same object.
  func hasMember(_ name: String) -> Bool {
    // Most lines have no more strings behind their numbers, and those that have are short.
    guard bytes[min(index, bytes.count)...].contains(UInt8(ascii: "\"")) else { return false }
    var next = self
    guard next.skipValue() else { return false }
    while next.accept(UInt8(ascii: ",")), let other = next.readText(), next.accept(UInt8(ascii: ":")) {
      if other == name { return true }
      guard next.skipValue() else { return false }
    }
    return false
  }

  /// Passes over a stroke that is damaged, to what separates it from the next one.
  ///
  /// - Returns: false if none is found.
  mutating func skipDamagedStroke() -> Bool {
    let start = index
    if skipBrackets(), isBeforeStroke || isNext([UInt8(ascii: "]")]) { return true }
    index = min(start + 1, bytes.count)
    while let comma = bytes[index...].firstIndex(of: UInt8(ascii: ",")) {
      index = comma
      if isBeforeStroke { return true }
      index += 1
    }
    return false
  }

  private var isBeforeStroke: Bool { isNext([UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "[")]) }

  /// Whether these bytes come next, with blanks between them.
  private func isNext(_ wanted: [UInt8]) -> Bool {
    var next = self
    return wanted.allSatisfy { next.accept($0) }
  }

  /// Passes over an array whose brackets and quotes are whole, whatever is between them.
  ///
  /// - Returns: false if it is none; then the position is at the end, or at the bracket that does not fit.
  private mutating func skipBrackets() -> Bool {
    var open: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard readText() != nil else { return false }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte + 2)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() == byte else { return false }
        if open.isEmpty {
          index += 1
          return true
        }
      default:
        if open.isEmpty && !Self.isBlank(byte) { return false }
      }
      index += 1
    }
    return false
  }

  /// Passes over a value of any kind.
  mutating func skipValue() -> Bool {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "{"): return readObject { $1.skipValue() }
    case UInt8(ascii: "["): return readArray { $0.skipValue() }
    case UInt8(ascii: "\""): return readText() != nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return ["true", "false", "null"].contains { word in
        guard bytes[index...].starts(with: word.utf8) else { return false }
        index += word.utf8.count
        return true
      }
    default: return readNumber() != nil
    }
  }
}
