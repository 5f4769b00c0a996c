import TouchReelInputEvents

/// The debug log of KOReader, an e-book reader: `… DEBUG input event => type: 3 (EV_ABS), code: 53 (ABS_MT_POSITION_X),
/// value: 123, time: 1234.567890` (`frontend/device/input.lua` of koreader).
///
/// Keys have no type (`key event => code: 330 (BTN_TOUCH), value: 1, time: …`). The versions before 2020 print types
/// without names, and microseconds without leading zeros. Between these lines lies the rest of the log.
struct KOReaderGrammar: EventLineGrammar {
  static let describesBeforeEvents = false

  static let marks: [StaticString] = ["input event", "key event"]

  var tail = LineTail()
  let devices = [DescribedDevice()]

  init() {}

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .other }
    let start = scanner
    let meaning = readEvent(&scanner)
    switch meaning {
    case .unknown:
      if Self.looksLikeEvent(start) { return .malformed }
      return Self.isLogged(start) ? .other : .unknown
    case .event: tail.keep(scanner)
    case .malformed: keepEvents(behind: scanner, from: start.index)
    default: break
    }
    return meaning
  }

  /// An event, and what the log has before it; malformed if that is the front of another one.
  func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    var next: ByteScanner? = scanner
    var isCut = false
    while let mark = next {
      var rest = mark
      let isKey = rest.accept("key event")
      if isKey || rest.accept("input event") {
        rest.skipBlanks()
        if rest.accept("=>") {
          guard !isCut else {
            scanner = mark
            return .malformed
          }
          rest.skipBlanks()
          scanner = rest
          return Self.event(&scanner, type: isKey ? .key : nil)
        }
        isCut = true
      }
      next = mark.next(markedBy: Self.marks)
    }
    return .unknown
  }

  /// Whether a line has the facts of an event behind words that say nothing of one.
  private static func looksLikeEvent(_ start: ByteScanner) -> Bool {
    var scanner = start
    return scanner.skip(past: "code: ") && scanner.decimal16() != nil && scanner.skip(past: ", value: ")
      && scanner.int32() != nil
  }

  /// - Parameter type: where the line may lack it.
  private static func event(_ scanner: inout ByteScanner, type known: EventType?) -> LineMeaning {
    var type = known
    if scanner.accept("type: ") {
      guard let number = scanner.decimal16().map(EventType.init(rawValue:)), scanner.skipName(of: number),
        scanner.accept(", ")
      else { return .malformed }
      type = number
    }
    guard let type, scanner.accept("code: "), let code = scanner.decimal16().map(EventCode.init(rawValue:)),
      scanner.skipName(of: code, in: type), scanner.accept(", value: ")
    else { return .malformed }
    // SDL's events, which the emulator and desktops have.
    guard type.rawValue < 0x20 else { return .other }
    guard let value = scanner.int32(), scanner.accept(", time: ") else { return .malformed }
    let start = scanner.index
    guard let time = scanner.time(), scanner.isAtEnd || scanner.byte <= 0x20 else { return .malformed }
    let event = InputEvent(time: time, type: type, code: code, value: value)
    return .event(event, channel: 0, isWhole: !scanner.isAtEnd || isPadded(scanner.bytes[start..<scanner.index]))
  }

  /// Whether a time has all six digits of its microseconds.
  private static func isPadded(_ time: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let point = time.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return time.endIndex - point == 7
  }

  /// Whether it is a line of the log: its level is among the first words.
  private static func isLogged(_ start: ByteScanner) -> Bool {
    var scanner = start
    for _ in 0..<3 {
      let word = scanner.word()
      if levels.contains(where: { word.count == $0.utf8CodeUnitCount && word.starts(with: $0) }) { return true }
      scanner.skipBlanks()
    }
    return false
  }

  private static let levels: [StaticString] = ["DEBUG", "INFO", "WARN", "ERROR", "ERR"]
}
