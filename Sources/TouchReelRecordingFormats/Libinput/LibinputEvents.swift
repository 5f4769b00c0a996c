import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// The `events:` of one device of a `libinput record` file, one after another.
///
/// The lists of five numbers are read as libinput writes them, one a line, and as other writers of YAML may: several a
/// line, or each number on a line of its own. What is not under an `evdev:` is ignored.
struct LibinputEvents {
  private let lines: LineReader
  private var scanner = ByteScanner(UnsafeRawBufferPointer(start: nil, count: 0))
  private var isUnderEvdev = false
  /// Whether the brackets that are open, the innermost last, were opened under an `evdev:`.
  private var enclosing: [Bool] = []
  /// The key that stands where `evdev:` should, if it is none of libinput's.
  private var otherKey: String?
  private var numbers = FiveNumbers()
  private var depth: Int { enclosing.count }
  private var dashes = 0
  private(set) var isCut = false
  /// Whether a stream has come to another recording, which was appended.
  private var isAtNextRecording = false
  /// Whether nothing stands behind the last `evdev:` yet.
  private(set) var isInEmptyFrame = false
  /// Lists that look like events and are none.
  private(set) var broken: (count: Int, first: Int) = (0, 0)
  private(set) var foreign = ForeignEvents()
  private let keyColumn: Int
  /// What a stream holds, as far as it was read; `nil` for a file, whose events were found before.
  private(set) var layout: LibinputLayout?

  /// - Parameters:
  ///   - keyColumn: the column of `events:`; what begins before it is text between the events.
  ///   - layout: that of a stream up to its first events; it goes on with the lines that are read here.
  init(_ lines: LineReader, keyColumn: Int, following layout: LibinputLayout? = nil) {
    self.lines = lines
    self.keyColumn = keyColumn
    self.layout = layout
  }

  /// The next event; `nil` at the end.
  @inline(__always)
  mutating func next() throws(FileError) -> InputEvent? {
    while true {
      if !scanner.isAtEnd, let event = nextInLine() { return event }
      if let event = plainEvent() { return event }
      guard !isAtNextRecording, let line = try lines.next() else { return nil }
      scanner = ByteScanner(line)
      dashes = 0
      guard try !isOutside(line) else {
        scanner.skipToEnd()
        continue
      }
      if depth > 0 { closeBrackets(before: line) }
      skipForeign(line)
    }
  }

  /// Whether a line of a stream is none of the events.
  private mutating func isOutside(_ line: UnsafeRawBufferPointer) throws(FileError) -> Bool {
    guard layout != nil else { return false }
    try layout?.read(line, at: lines)
    guard layout?.next == nil else {
      isAtNextRecording = true
      return true
    }
    guard layout?.devices.count ?? 1 <= 1 else {
      throw FileError(
        file: lines.name, location: .line(lines.number),
        message: "has another device behind the events of the first, which only a file can have; save it to one")
    }
    return layout?.isInEvents == false
  }

  /// A dash begins no item within brackets: they were never closed.
  private mutating func closeBrackets(before line: UnsafeRawBufferPointer) {
    guard let column = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), line[column] == UInt8(ascii: "-"),
      column + 1 == line.count || line[column + 1] == 0x20
    else { return }
    let isEvent = isUnderEvdev || enclosing[0]
    numbers = FiveNumbers()
    if isEvent { noteBroken() }
    isUnderEvdev = enclosing[0]
    enclosing.removeAll()
  }

  /// Leaves nothing of a line that only stands between the events.
  private mutating func skipForeign(_ line: UnsafeRawBufferPointer) {
    var column = 0
    while column < line.count, line[column] == 0x20 || line[column] == 0x09 { column += 1 }
    guard column < line.count, line[column] != UInt8(ascii: "#") else { return }
    let text = UnsafeRawBufferPointer(rebasing: line[column...])
    let isData =
      column >= keyColumn
      ? LibinputWords.isEvents(text, isInFrame: isUnderEvdev && depth == 0) : LibinputWords.isEvent(text)
    if isData { return noteFrame(of: text) }
    scanner.skipToEnd()
    // A device may begin with its events.
    guard !LibinputWords.isMarker(text), !text.starts(with: "- events:") else { return }
    // The last line may be cut.
    guard lines.isTerminated || !text.starts(with: "-") else { return noteCut() }
    let warning = foreign.note(text, line: lines.number, of: .libinput, otherwise: LibinputWords.foreignLine)
    lines.issues.add(warning, line: lines.number)
  }

  /// Lists in brackets are events, also where their `evdev:` is missing.
  private mutating func noteFrame(of text: UnsafeRawBufferPointer) {
    guard depth == 0, !isUnderEvdev, otherKey == nil, LibinputWords.isEvent(text) else { return }
    isUnderEvdev = true
  }

  /// The next event where all lines up to it are as libinput prints them; what comes before another line counts.
  @inline(__always)
  private mutating func plainEvent() -> InputEvent? {
    guard isUnderEvdev, depth == 0, numbers.count == 0 else { return nil }
    while let line = lines.take(ofAtLeast: LibinputLine.longest, LibinputLine.read) {
      if case .event(let event) = line {
        isInEmptyFrame = false
        return event
      }
      isInEmptyFrame = true
    }
    return nil
  }

  /// The next event of this line, mark by mark.
  private mutating func nextInLine() -> InputEvent? {
    while !scanner.isAtEnd {
      let byte = scanner.byte
      switch byte {
      case UInt8(ascii: "#"): skipComment()
      case UInt8(ascii: "["), UInt8(ascii: "{"): open()
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let event = close() { return event }
      case UInt8(ascii: "-") where isDash: dash()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let event = number() { return event }
      case 0x20, 0x09, UInt8(ascii: ","): scanner.advance()
      default: word()
      }
    }
    noteEndOfLine()
    return nil
  }

  /// Moves to the event in a comment behind another one, as where two lines were joined, or to the end of the line.
  private mutating func skipComment() {
    var comment = scanner
    scanner.skipToEnd()
    guard dashes > 0, isUnderEvdev else { return }
    var hasBracket = false
    while !comment.isAtEnd {
      if comment.isAtEvent {
        scanner = comment
        return
      }
      hasBracket = hasBracket || comment.byte == UInt8(ascii: "[") || comment.byte == UInt8(ascii: "]")
      comment.advance()
    }
    if hasBracket { lines.issues.add("text behind an event: skipped", line: lines.number) }
  }

  private mutating func open() {
    scanner.advance()
    isInEmptyFrame = false
    discardNumbers()
    if depth < Self.deepest { enclosing.append(isUnderEvdev) }
  }

  private static let deepest = 64

  /// What keys within the brackets said ends with them.
  private mutating func close() -> InputEvent? {
    scanner.advance()
    let outer = enclosing.popLast() ?? isUnderEvdev
    let event = takeEvent()
    isUnderEvdev = outer
    if outer { otherKey = nil }
    return event
  }

  private var isDash: Bool {
    var next = scanner
    next.advance()
    return next.isAtEnd || next.byte == 0x20
  }

  /// The second dash of a line begins a list within a list.
  private mutating func dash() {
    scanner.advance()
    dashes += 1
    if dashes == 2 { discardNumbers() }
  }

  private mutating func number() -> InputEvent? {
    let value = scanner.wholeNumber()
    guard isUnderEvdev || otherKey != nil else { return nil }
    isInEmptyFrame = false
    numbers.append(value)
    return depth == 0 && numbers.count == 5 ? takeEvent() : nil
  }

  private mutating func takeEvent() -> InputEvent? {
    guard isUnderEvdev || otherKey != nil, numbers.count > 0 else { return nil }
    defer { numbers = FiveNumbers() }
    if !isUnderEvdev { return noteUnderOtherKey() }
    guard depth > 0 || lines.isTerminated || !scanner.isAtEnd || scanner.previous == UInt8(ascii: "]") else {
      noteCut()
      return nil
    }
    guard let event = numbers.event else {
      noteBroken()
      return nil
    }
    return event
  }

  private mutating func discardNumbers() {
    if isUnderEvdev && numbers.count > 0 { noteBroken() }
    numbers = FiveNumbers()
  }

  /// A key decides what follows; other words are ignored.
  private mutating func word() {
    let start = scanner.index
    let isFirst = dashes == 1 && depth == 0 || scanner.previous == UInt8(ascii: "{") && depth <= 2
    scanner.skipWord()
    let isQuoted = scanner.bytes[start] == UInt8(ascii: "\"") || scanner.bytes[start] == UInt8(ascii: "'")
    let inset = isQuoted ? 1 : 0
    let end = max(start + inset, scanner.index - inset)
    guard scanner.accept(UInt8(ascii: ":")) else { return }
    discardNumbers()
    let key = UnsafeRawBufferPointer(rebasing: scanner.bytes[start + inset..<end])
    let isEvdev = key.isText("evdev")
    if isUnderEvdev, !isEvdev, enclosing.last == true {
      lines.issues.add("a mapping among the events: skipped", line: lines.number)
    }
    (isUnderEvdev, isInEmptyFrame) = (isEvdev, isEvdev)
    otherKey = isFirst && !isEvdev && !LibinputWords.isListKey(key) ? key.shownKey : nil
    if dashes == 1 && depth <= 2 { noteOther(key) }
  }

  /// Five numbers that would be an event under an `evdev:`.
  private mutating func noteUnderOtherKey() -> InputEvent? {
    guard let otherKey, numbers.event != nil else { return nil }
    let kind = "list of five numbers under \"\(otherKey)\" instead of \"evdev\": skipped"
    lines.issues.add(kind, line: lines.number)
    countBroken()
    return nil
  }

  private mutating func noteBroken() {
    lines.issues.add("list is not an event: skipped", line: lines.number)
    countBroken()
  }

  private mutating func countBroken() {
    if broken.count == 0 { broken.first = lines.number }
    broken.count += 1
  }

  private func noteOther(_ key: UnsafeRawBufferPointer) {
    for other: StaticString in ["libinput", "hid", "udev"] where key.isText(other) {
      lines.issues.add("what the recording says of \(other) between the events is not kept", line: lines.number)
    }
  }

  private mutating func noteEndOfLine() {
    guard !lines.isTerminated, isUnderEvdev, numbers.count > 0 else { return }
    noteCut()
    numbers = FiveNumbers()
  }

  private mutating func noteCut() {
    isCut = true
    lines.issues.add("the file is truncated inside its last event, which is ignored", line: lines.number)
  }
}

/// The numbers of a list, as far as they were read.
private struct FiveNumbers {
  private var values: (Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0)
  private(set) var count = 0
  private var isBroken = false

  /// - Parameter value: `nil` for a number that is too large.
  mutating func append(_ value: Int64?) {
    switch count {
    case 0: values.0 = value ?? 0
    case 1: values.1 = value ?? 0
    case 2: values.2 = value ?? 0
    case 3: values.3 = value ?? 0
    case 4: values.4 = value ?? 0
    default: isBroken = true
    }
    if value == nil { isBroken = true }
    count = min(count + 1, 6)
  }

  /// `[seconds, microseconds, type, code, value]`.
  var event: InputEvent? {
    guard count == 5, !isBroken, let seconds = UInt64(exactly: values.0), seconds <= ByteScanner.lastSecond,
      let part = UInt64(exactly: values.1), part < 1_000_000, let type = UInt16(exactly: values.2),
      let code = UInt16(exactly: values.3), let value = Int32(exactly: values.4),
      let time = timestamp(seconds: seconds, microseconds: part)
    else { return nil }
    return InputEvent(time: time, type: EventType(rawValue: type), code: EventCode(rawValue: code), value: value)
  }
}

extension UnsafeRawBufferPointer {
  /// The key as it is printed.
  fileprivate var shownKey: String { String(decoding: prefix(32).filter { 0x21...0x7e ~= $0 }, as: UTF8.self) }

  /// Compared without a collection of a string, which would take 600 instructions for each key.
  fileprivate func isText(_ text: StaticString) -> Bool {
    var scanner = ByteScanner(self)
    return scanner.accept(text) && scanner.isAtEnd
  }
}

extension ByteScanner {
  fileprivate var previous: UInt8 { index > 0 && index <= bytes.count ? bytes[index - 1] : 0 }

  /// A number with or without a sign, decimal or hexadecimal; moves past it also where it is too large.
  fileprivate mutating func wholeNumber() -> Int64? {
    let isNegative = accept(UInt8(ascii: "-"))
    let magnitude = accept("0x") ? hexadecimal(upTo: 1 << 62) : decimal(upTo: 1 << 62)
    while hexDigit(byte) != nil { advance() }
    return magnitude.map { isNegative ? -Int64($0) : Int64($0) }
  }

  /// Whether five numbers in brackets are here.
  fileprivate var isAtEvent: Bool {
    var scanner = self
    guard scanner.accept(UInt8(ascii: "[")) else { return false }
    for number in 1...5 {
      scanner.skipBlanks()
      guard scanner.wholeNumber() != nil else { return false }
      scanner.skipBlanks()
      guard scanner.accept(UInt8(ascii: number < 5 ? "," : "]")) else { return false }
    }
    return true
  }

  /// Moves to a mark of YAML or the end; always by a byte at least.
  fileprivate mutating func skipWord() {
    repeat { advance() } while !isAtEnd && !Self.marks.contains(byte)
  }

  private static let marks = Array(":,[]{} \t".utf8)
}
