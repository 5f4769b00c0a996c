import TouchReelInputEvents

/// The log that ChromeOS keeps of a touchpad or touchscreen: a description in comments, then events as evemu writes
/// them, each followed by its slot if Chrome itself wrote the log.
struct ChromeOSGrammar: EventLineGrammar {
  static let describesBeforeEvents = true

  static let marks = EvemuGrammar.marks

  var tail = LineTail()
  private(set) var devices = [DescribedDevice()]

  private static let masks: [(StaticString, EventType)] = [
    ("bit:", .synchronization), ("key:", .key), ("rel:", .relative), ("abs:", .absolute), ("led:", .led),
  ]

  init() {}

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .other }
    if scanner.byte == UInt8(ascii: "E") {
      let start = scanner.index
      let meaning = readEvent(&scanner)
      switch meaning {
      case .event: tail.keep(scanner)
      case .malformed: keepEvents(behind: scanner, from: start)
      default: break
      }
      return meaning
    }
    if let meaning = readEvents(behindTextOf: scanner) { return meaning }
    guard scanner.accept(UInt8(ascii: "#")) else { return .unknown }
    scanner.skipBlanks()
    return readDescription(&scanner) ? .other : .malformedDescription
  }

  /// An event, and the slot that Chrome writes behind it.
  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    let meaning = EvemuGrammar.event(&scanner)
    scanner.skipBlanks()
    _ = scanner.int32()
    return meaning
  }

  private mutating func readDescription(_ scanner: inout ByteScanner) -> Bool {
    if scanner.accept("device:") {
      scanner.skipBlanks()
      devices[0].description.name = scanner.rest.text
      return true
    }
    if scanner.accept("absinfo:") { return readAxis(&scanner) }
    if scanner.accept("prp:") {
      return readMask(&scanner) { bit, device in device.properties.insert(InputProperty(rawValue: bit)) }
    }
    for (word, type) in Self.masks where scanner.accept(word) {
      devices[0].isDescribed = true
      return readMask(&scanner) { bit, device in device.announce(bit, of: type) }
    }
    return true
  }

  private mutating func readMask(
    _ scanner: inout ByteScanner, _ take: (UInt16, inout DeviceDescription) -> Void
  ) -> Bool {
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return true }
    var index = 0
    return scanner.readMask { byte in
      for bit in bits(of: byte, at: index) { take(bit, &devices[0].description) }
      index += 1
    }
  }

  private mutating func readAxis(_ scanner: inout ByteScanner) -> Bool {
    scanner.skipBlanks()
    guard let code = scanner.decimal16(), let axis = scanner.axis() else { return false }
    devices[0].isDescribed = true
    devices[0].description.axes[EventCode(rawValue: code)] = axis
    return true
  }
}
