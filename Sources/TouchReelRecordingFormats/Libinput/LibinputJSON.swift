import TouchReelByteStreams

/// A recording of `libinput record` that another program wrote as JSON, which is YAML too: the same document with each
/// device, key and event on a line of its own, as libinput prints it.
struct LibinputJSON {
  private static let depthLimit = 32
  /// Whether the device's events have begun with a frame.
  private var hasFrame = false
  private static let sniffedLength = 1 << 16
  /// The keys that a device's mapping begins with.
  private static let ofDevice = ["node", "evdev", "hid", "udev", "quirks", "events"]

  private var scanner: JSONTokens
  private var lines: [UInt8] = []
  /// How many lines there are.
  private var lineCount = 0
  private let issues: ReadingIssues
  /// The key of the device that was read last.
  private var deviceKey = ""

  private init(_ text: [UInt8], from start: Int, issues: ReadingIssues) {
    self.issues = issues
    scanner = JSONTokens(text, from: start)
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

  /// Whether a line is one that only such an object has.
  static func isLine(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    if scanner.accept("\"ndevices\":") { return true }
    guard scanner.accept(UInt8(ascii: "{")) else { return false }
    var beginning = ByteScanner(UnsafeRawBufferPointer(rebasing: line.prefix(256)))
    if beginning.skip(past: "\"ndevices\":") { return true }
    return beginning.skip(past: "\"node\":") && scanner.skip(past: "\"evdev\":")
  }

  /// Where such an object begins, behind other lines or none; `nil` if the text has none.
  static func start(in bytes: any ByteSource) throws(FileError) -> Int? {
    if try begins(bytes) { return 0 }
    let lines = LineReader(FirstBytes(UInt64(sniffedLength), of: bytes))
    var start: UInt64?
    while let line = try lines.next() {
      var scanner = ByteScanner(line)
      scanner.skipBlanks()
      // What is YAML is not awaited any further.
      if scanner.rest.starts(with: "- ") || TextSigns.mark(of: line) == .libinput { return nil }
      if scanner.byte == UInt8(ascii: "{") { start = lines.offset + UInt64(scanner.index) }
      if isLine(scanner.rest) { return start.map { Int($0) } }
    }
    return nil
  }

  private static func isOfDevice(_ key: String?) -> Bool { key.map(ofDevice.contains) ?? false }

  /// The document's lines, and what stands behind it.
  ///
  /// - Parameter bytes: read to their end.
  /// - Returns: the lines, and whether the document ends before the file does.
  static func lines(
    of bytes: any ByteSource, from start: Int, issues: ReadingIssues
  ) throws(FileError) -> (bytes: MemoryBytes, isWhole: Bool) {
    var document = LibinputJSON(try bytes.everything(limit: 256 << 20), from: start, issues: issues)
    if start > 0 { issues.add("text before the recording: skipped", line: 1) }
    var isWhole: Bool
    repeat {
      isWhole = document.scanner.accept("{") && document.readObject(indentation: 0, isFirstInline: false)
    } while isWhole && document.scanner.begins("{")
    if document.readBehindDamage() { isWhole = isWhole || document.scanner.hasEnd }
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
      if indentation == Self.deviceIndentation { deviceKey = key }
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

  /// A value whose end is missing has all up to the end of the text, or nothing of it where more of the recording
  /// follows.
  private mutating func copyValue() {
    lines.append(0x20)
    if let value = scanner.value() {
      lines += value
    } else if scanner.nextMark() == nil {
      lines += scanner.cutValue()
    }
  }

  /// Begins a line. In a text of many lines, those that are made of it have the same numbers.
  private mutating func beginLine(_ indentation: Int) {
    repeat {
      if !lines.isEmpty || lineCount > 0 { lines.append(0x0a) }
      lineCount += 1
    } while lineCount < scanner.line
    lines += [UInt8](repeating: 0x20, count: indentation)
  }
}

// What lies behind damage.
extension LibinputJSON {
  /// Where the keys of devices stand.
  private static let deviceIndentation = 2
  /// So often the text is read on; each time some of it may be read in vain.
  private static let damageLimit = 4096

  /// Reads on where the text is no JSON, at the next key or event that libinput writes.
  ///
  /// - Returns: whether there was any.
  private mutating func readBehindDamage() -> Bool {
    var count = 0
    while count < Self.damageLimit, let mark = scanner.nextMark() {
      noteDamage()
      scanner.move(to: mark)
      readMark(mark.kind)
      // Its brackets' ends, and the commas between it and the next one.
      while scanner.accept(",") || scanner.accept("]") || scanner.accept("}") || readNextItem() {}
      count += 1
    }
    return count > 0
  }

  private mutating func noteDamage() {
    let kind = "the text is no JSON here: read on behind it"
    if scanner.isOneLine { issues.add(kind, offset: scanner.offset) } else { issues.add(kind, line: scanner.line) }
  }

  /// Reads the frame or member that follows, if it is whole.
  private mutating func readNextItem() -> Bool {
    var next = scanner
    _ = next.accept("{")
    guard let mark = next.markHere else { return false }
    scanner.move(to: mark)
    readMark(mark.kind)
    return true
  }

  private mutating func readMark(_ kind: JSONTokens.Mark.Kind) {
    switch kind {
    case .list:
      guard deviceKey == "events", let list = scanner.value() else { return scanner.skip() }
      if !isInFrame { beginFrame() }
      beginLine(2 * Self.deviceIndentation)
      lines += Array("- ".utf8) + list
    case .key(let key):
      readMember(named: key)
    }
  }

  /// Whether a frame's key came last, so that an event can follow.
  private var isInFrame: Bool { deviceKey == "events" && hasFrame }

  private mutating func beginFrame() {
    hasFrame = true
    beginLine(Self.deviceIndentation)
    lines += Array("- evdev:".utf8)
  }

  private mutating func readMember(named key: String) {
    guard scanner.key() != nil else { return scanner.skip() }
    let isFrame = key == "evdev" && scanner.begins("[")
    if isFrame {
      if deviceKey != "events" { begin(deviceKey: "events") }
      beginFrame()
      return readMember(indentation: 2 * Self.deviceIndentation)
    }
    if key == "node" {
      beginLine(0)
      (deviceKey, hasFrame) = (key, false)
      lines += Array("- node:".utf8)
      return copyValue()
    }
    if Self.ofDescription.contains(key) {
      guard deviceKey == "evdev" else { return scanner.skip() }
      beginLine(2 * Self.deviceIndentation)
      lines += Array("\(key):".utf8)
      return readMember(indentation: 2 * Self.deviceIndentation)
    }
    begin(deviceKey: key)
    readMember(indentation: Self.deviceIndentation)
  }

  private mutating func begin(deviceKey key: String) {
    beginLine(Self.deviceIndentation)
    (deviceKey, hasFrame) = (key, false)
    lines += Array("\(key):".utf8)
  }

  /// The keys within a device's description.
  fileprivate static let ofDescription = ["name", "id", "codes", "absinfo", "properties"]
}

/// The parts of a text of JSON, one after another.
private struct JSONTokens {
  /// Where something of a recording begins for certain.
  struct Mark {
    enum Kind {
      case key(String)
      /// Five numbers in brackets.
      case list
    }

    var kind: Kind
    var index: Int
  }

  private let text: [UInt8]
  private var index: Int
  private let start: Int
  /// The number of the line here, as far as lines were counted.
  private var counted: (line: Int, index: Int)
  let isOneLine: Bool

  init(_ text: [UInt8], from start: Int = 0) {
    self.text = text
    self.start = start
    index = start == 0 && text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : start
    counted = (1 + text.prefix(start).count { $0 == 0x0a }, start)
    isOneLine = !text[start...].prefix(1 << 12).contains(0x0a)
  }

  /// The number of the line here.
  var line: Int {
    mutating get {
      while counted.index < min(index, text.count) {
        if text[counted.index] == 0x0a { counted.line += 1 }
        counted.index += 1
      }
      return counted.line
    }
  }

  var offset: UInt64 { UInt64(index) }

  /// Whether the last bracket of all is behind everything.
  var hasEnd: Bool { text.last { $0 > 0x20 } == UInt8(ascii: "}") }

  mutating func move(to mark: Mark) { index = mark.index }

  mutating func skip() { index = min(index + 1, text.count) }

  /// The next mark from here on.
  func nextMark() -> Mark? {
    var next = self
    while next.index < text.count {
      let byte = text[next.index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "["), let mark = next.markHere { return mark }
      next.index += 1
    }
    return nil
  }

  private static let keys: Set<String> = [
    "node", "evdev", "hid", "udev", "quirks", "events", "name", "id", "codes", "absinfo", "properties",
  ]
  private static let longestKey = 16

  /// The mark that is here, behind blanks.
  var markHere: Mark? {
    var next = self
    next.skipBlanks()
    let start = next.index
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "[") { return next.isAtFiveNumbers ? Mark(kind: .list, index: start) : nil }
    guard text[start] == UInt8(ascii: "\""),
      let end = text[(start + 1)...].prefix(Self.longestKey).firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let key = String(decoding: text[(start + 1)..<end], as: UTF8.self)
    next.index = end + 1
    guard Self.keys.contains(key), next.accept(":") else { return nil }
    return Mark(kind: .key(key), index: start)
  }

  private var isAtFiveNumbers: Bool {
    var next = self
    guard next.accept("[") else { return false }
    for number in 1...5 {
      next.skipBlanks()
      _ = next.accept("-")
      let first = next.index
      while next.index < text.count, text[next.index] &- 0x30 < 10 { next.index += 1 }
      guard next.index > first, next.accept(number < 5 ? "," : "]") else { return false }
    }
    return true
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
      // No string has one; its end was lost.
      if text[offset] == 0x0a { return nil }
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
