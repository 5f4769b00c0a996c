import TouchReelInputEvents

/// What `evtest` prints: a description, which may be missing, and events.
struct EvtestGrammar: EventLineGrammar {
  static let describesBeforeEvents = true

  static let marks: [StaticString] = ["Event: time "]

  var tail = LineTail()
  private(set) var devices = [DescribedDevice()]
  private var type: EventType?
  private var axis: EventCode?
  private var later = LaterDescription()
  private var stage = Stage.none
  /// Whether the text has the first line that evtest prints.
  private var hasBeginning = false
  /// The facts that were read of the axis that was read last.
  private var axisFactCount = 0

  /// How far a description was read.
  private enum Stage {
    case none, identity, name, types, listed, properties
    /// What comes behind all codes.
    case end
  }

  init() {}

  var describesAnotherDevice: Bool { later.isDescribed }
  var laterDescriptionWarning: String? { later.warning(of: devices[0]) }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    let start = scanner.index
    let meaning = readEvent(&scanner)
    switch meaning {
    case .event:
      tail.keep(scanner)
      later.noteEvent(of: devices[0])
      return meaning
    case .malformed:
      keepEvents(behind: scanner, from: start)
      return meaning
    default:
      if scanner.isAtEnd { return .other }
      return readEvents(behindTextOf: scanner) ?? (describes(&scanner) ? .other : .unknown)
    }
  }

  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    if scanner.accept("Event: time ") { return Self.event(&scanner) }
    return scanner.rest.starts(with: "Event: ") ? .malformed : .unknown
  }

  /// What follows `Event: time `: either `S.UUUUUU, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 7` or
  /// `S.UUUUUU, -------------- SYN_REPORT ------------`.
  private static func event(_ scanner: inout ByteScanner) -> LineMeaning {
    guard let time = scanner.time(), scanner.accept(UInt8(ascii: ",")) else { return .malformed }
    scanner.skipBlanks()
    guard scanner.accept("type ") else { return synchronization(&scanner, at: time) }
    guard let type = scanner.decimal16().map(EventType.init(rawValue:)), scanner.skipName(of: type),
      scanner.accept(", code "), let code = scanner.decimal16().map(EventCode.init(rawValue:)),
      scanner.skipName(of: code, in: type), scanner.accept(", value "),
      let value = value(&scanner, of: type, code), scanner.isAtEnd || scanner.byte <= 0x20
    else { return .malformed }
    let event = InputEvent(time: time, type: type, code: code, value: value)
    return .event(event, channel: 0, isWhole: event.isReport || !scanner.isAtEnd)
  }

  /// The raw codes of MSC_RAW (3) and MSC_SCAN (4) are printed in hexadecimal.
  private static func value(_ scanner: inout ByteScanner, of type: EventType, _ code: EventCode) -> Int32? {
    guard type == .miscellaneous, code.rawValue == 3 || code.rawValue == 4 else { return scanner.int32() }
    return scanner.hexadecimal(upTo: 0xffff_ffff).map { Int32(truncatingIfNeeded: $0) }
  }

  private static func synchronization(_ scanner: inout ByteScanner, at time: Timestamp) -> LineMeaning {
    guard let code = SynchronizationRuler.read(&scanner, before: "Event: ") else { return .malformed }
    let event = InputEvent(time: time, type: .synchronization, code: code, value: 0)
    return .event(event, channel: 0, isWhole: true)
  }

  private mutating func describes(_ scanner: inout ByteScanner) -> Bool {
    guard later.isBehindEvents else { return readDescription(&scanner) }
    later.exchange(with: &devices[0])
    defer { later.exchange(with: &devices[0]) }
    return readDescription(&scanner)
  }

  /// Behind the codes evtest says that it tests, and those of today list the properties before. A text that does not
  /// begin with evtest's first line may be a part that somebody chose.
  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool {
    guard !hasEvents else { return false }
    if let line, isFront(line) { return true }
    return switch stage {
    case .none, .properties: hasBeginning
    case .identity, .name, .types: true
    case .listed: hasBeginning || (axis != nil && axisFactCount < 3)
    case .end: false
    }
  }

  /// Whether a line is the front part of one at most: a name in parentheses or quotation marks is not closed, or a
  /// state has no number.
  private func isFront(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.accept("Input device name:") {
      let quote = UInt8(ascii: "\"")
      return line.last != quote || scanner.rest.count { $0 == quote } < 2
    }
    let words: [StaticString] = ["Event type ", "Event code ", "Repeat type ", "Repeat code ", "Property type "]
    guard words.contains(where: { scanner.accept($0) }) else { return false }
    return !scanner.skip(past: ")") || scanner.rest.text.hasSuffix("state")
  }

  private mutating func readDescription(_ scanner: inout ByteScanner) -> Bool {
    if scanner.accept("Input device name:") {
      stage = .name
      scanner.skipBlanks()
      devices[0].description.name = unquoted(scanner.rest.text)
    } else if scanner.accept("Input device ID:") {
      stage = .identity
      readIdentity(scanner.rest)
    } else if scanner.accept("Event type ") || scanner.accept("Repeat type ") {
      readType(&scanner)
    } else if scanner.accept("Event code ") || scanner.accept("Repeat code ") {
      readCode(&scanner)
    } else if scanner.accept("Property type ") {
      stage = .end
      if let bit = scanner.decimal16() { devices[0].description.properties.insert(InputProperty(rawValue: bit)) }
    } else if !readAxisFact(&scanner) {
      return readHeading(scanner)
    }
    return true
  }

  private mutating func readHeading(_ scanner: ByteScanner) -> Bool {
    if scanner.rest.starts(with: "Input driver version") {
      hasBeginning = true
      return true
    }
    let headings: [(StaticString, Stage)] = [
      ("Supported events", .types), ("Key repeat handling", .listed), ("Properties", .properties), ("Testing", .end),
    ]
    guard let (_, stage) = headings.first(where: { scanner.rest.starts(with: $0.0) }) else { return false }
    self.stage = stage
    return true
  }

  private mutating func readIdentity(_ text: UnsafeRawBufferPointer) {
    func number(after word: StaticString) -> UInt16 {
      var scanner = ByteScanner(text)
      return scanner.skip(past: word) ? scanner.hexadecimal16() ?? 0 : 0
    }
    devices[0].description.identity = DeviceIdentity(
      bus: number(after: "bus 0x"), vendor: number(after: "vendor 0x"), product: number(after: "product 0x"),
      version: number(after: "version 0x"))
  }

  private mutating func readType(_ scanner: inout ByteScanner) {
    type = scanner.decimal16().map(EventType.init(rawValue:))
    axis = nil
    guard let type else { return }
    // Nothing need follow reports; other types list codes.
    if type != .synchronization { stage = type == .repetition ? .listed : .types }
    devices[0].isDescribed = true
    if devices[0].description.codes[type] == nil { devices[0].description.codes[type] = [] }
  }

  private mutating func readCode(_ scanner: inout ByteScanner) {
    axis = nil
    stage = .listed
    guard let type, let code = scanner.decimal16().map(EventCode.init(rawValue:)) else { return }
    devices[0].description.codes[type, default: []].insert(code)
    if type == .absolute {
      (axis, axisFactCount) = (code, 0)
      devices[0].description.axes[code] = AbsoluteAxis(minimum: 0, maximum: 0)
    } else if scanner.skip(past: "state 1") {
      devices[0].description.active[type, default: []].insert(code)
    }
  }

  private mutating func readAxisFact(_ scanner: inout ByteScanner) -> Bool {
    let facts: [(StaticString, WritableKeyPath<AbsoluteAxis, Int32>)] = [
      ("Value", \.value), ("Min", \.minimum), ("Max", \.maximum), ("Fuzz", \.fuzz), ("Flat", \.flat),
      ("Resolution", \.resolution),
    ]
    for (word, path) in facts where scanner.accept(word) {
      scanner.skipBlanks()
      guard let number = scanner.int32() else { return false }
      if let axis {
        devices[0].description.axes[axis]?[keyPath: path] = number
        axisFactCount += 1
      }
      return true
    }
    return false
  }
}

/// A text without the quotation marks around it.
func unquoted(_ text: String) -> String {
  text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
}
