import TouchReelByteStreams

/// A recording of `libinput record` that another program wrote as JSON, which is YAML too: the same document with each
/// device, key and event on a line of its own, as libinput prints it.
struct LibinputJSON {
  private static let depthLimit = 32
  private static let sniffedLength = 1 << 16
  /// The keys that a device's mapping begins with.
  private static let ofDevice = ["node", "evdev", "hid", "udev", "quirks", "events"]

  private var scanner: JSONTokens
  private var lines: [UInt8] = []

  private init(_ text: [UInt8]) {
    scanner = JSONTokens(text)
    lines.reserveCapacity(text.count * 2)
  }

  /// Whether a file is such an object, by the members that it begins with.
  static func begins(_ bytes: any ByteSource) throws(FileError) -> Bool {
    // A stream is not awaited for what can be none.
    let first = try FileBeginning(bytes).head.first { $0 > 0x20 && $0 < 0x80 }
    guard first == UInt8(ascii: "{") else { return false }
    var scanner = JSONTokens(try bytes.beginning(sniffedLength))
    guard scanner.accept("{") else { return false }
    while let name = scanner.key() {
      if name == "ndevices" { return true }
      if name == "devices" { return scanner.accept("[") && scanner.accept("{") && isOfDevice(scanner.key()) }
      guard scanner.value() != nil, scanner.accept(",") else { return false }
    }
    return false
  }

  private static func isOfDevice(_ key: String?) -> Bool { key.map(ofDevice.contains) ?? false }

  /// The document's lines, and what stands behind it.
  ///
  /// - Parameter bytes: read to their end.
  /// - Returns: the lines, and whether the document ends before the file does.
  static func lines(of bytes: any ByteSource) throws(FileError) -> (bytes: MemoryBytes, isWhole: Bool) {
    var document = LibinputJSON(try bytes.everything(limit: 256 << 20))
    let isWhole = document.scanner.accept("{") && document.readObject(indentation: 0, isFirstInline: false)
    let rest = document.scanner.rest
    if !rest.allSatisfy({ $0 <= 0x20 }) { document.lines += [0x0a] + rest }
    if !document.scanner.isCut { document.lines.append(0x0a) }
    return (MemoryBytes(document.lines, name: bytes.name), isWhole)
  }

  /// - Parameter isFirstInline: whether the first member stands behind the dash of an item.
  /// - Returns: whether it has its end.
  @discardableResult
  private mutating func readObject(indentation: Int, isFirstInline: Bool) -> Bool {
    var isInline = isFirstInline
    while let key = scanner.key() {
      if !isInline { beginLine(indentation) }
      isInline = false
      lines += key.utf8 + [UInt8(ascii: ":")]
      readMember(indentation: indentation)
      guard scanner.accept(",") else { break }
    }
    return scanner.accept("}")
  }

  private mutating func readMember(indentation: Int) {
    guard indentation < 2 * Self.depthLimit else { return copyValue() }
    if scanner.begins("{"), !scanner.isEmptyContainer {
      _ = scanner.accept("{")
      readObject(indentation: indentation + 2, isFirstInline: false)
    } else if scanner.beginsListOfContainers {
      _ = scanner.accept("[")
      readItems(indentation: indentation)
    } else {
      copyValue()
    }
  }

  private mutating func readItems(indentation: Int) {
    repeat {
      guard !scanner.begins("]"), !scanner.isAtEnd else { break }
      beginLine(indentation)
      lines.append(UInt8(ascii: "-"))
      if scanner.begins("{"), !scanner.isEmptyContainer {
        lines.append(0x20)
        _ = scanner.accept("{")
        readObject(indentation: indentation + 2, isFirstInline: true)
      } else {
        copyValue()
      }
    } while scanner.accept(",")
    _ = scanner.accept("]")
  }

  private mutating func copyValue() {
    lines.append(0x20)
    lines += scanner.value() ?? scanner.cutValue()
  }

  private mutating func beginLine(_ indentation: Int) {
    if !lines.isEmpty { lines.append(0x0a) }
    lines += [UInt8](repeating: 0x20, count: indentation)
  }
}

/// The parts of a text of JSON, one after another.
private struct JSONTokens {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) {
    self.text = text
    if text.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  var isAtEnd: Bool { index >= text.count }
  /// What was not read.
  var rest: ArraySlice<UInt8> { text[min(index, text.count)...] }
  /// Whether the text ended within a value.
  private(set) var isCut = false

  private mutating func skipBlanks() {
    while index < text.count, text[index] <= 0x20 { index += 1 }
  }

  func begins(_ mark: Unicode.Scalar) -> Bool {
    var next = self
    return next.accept(mark)
  }

  mutating func accept(_ mark: Unicode.Scalar) -> Bool {
    let before = index
    skipBlanks()
    guard index < text.count, text[index] == UInt8(ascii: mark) else {
      index = before
      return false
    }
    index += 1
    return true
  }

  /// `{}` or `[]`.
  var isEmptyContainer: Bool {
    var next = self
    return next.accept("{") && next.begins("}") || next.accept("[") && next.begins("]")
  }

  var beginsListOfContainers: Bool {
    var next = self
    return next.accept("[") && (next.begins("{") || next.begins("["))
  }

  /// A member's name and the colon behind it.
  mutating func key() -> String? {
    let before = index
    if begins("\""), let name = value(), accept(":") {
      return String(decoding: name.dropFirst().dropLast(), as: UTF8.self).plainKey(or: name)
    }
    index = before
    return nil
  }

  /// A whole value on one line; `nil` if there is none or it is cut off.
  mutating func value() -> [UInt8]? {
    var next = self
    next.skipBlanks()
    guard let end = next.endOfValue() else { return nil }
    index = end
    return text[next.index..<end].map { $0 == 0x0a || $0 == 0x0d || $0 == 0x09 ? 0x20 : $0 }
  }

  /// What is there of a value that is cut off.
  mutating func cutValue() -> [UInt8] {
    skipBlanks()
    defer { (index, isCut) = (text.count, true) }
    return rest.map { $0 < 0x20 ? 0x20 : $0 }
  }

  private func endOfValue() -> Int? {
    var (offset, depth) = (index, 0)
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(offset) else { return nil }
        offset = end
        if depth == 0 { return offset }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return offset > index ? offset : nil }
        depth -= 1
        if depth == 0 { return offset + 1 }
      case UInt8(ascii: ","), 0...0x20: if depth == 0 { return offset > index ? offset : nil }
      default: break
      }
      offset += 1
    }
    return nil
  }

  private func endOfString(_ start: Int) -> Int? {
    var offset = start + 1
    while offset < text.count {
      if text[offset] == UInt8(ascii: "\"") { return offset + 1 }
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}

extension String {
  /// The name without quotation marks if YAML needs none there.
  fileprivate func plainKey(or quoted: [UInt8]) -> String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
    return isPlain ? self : String(decoding: quoted, as: UTF8.self)
  }
}
