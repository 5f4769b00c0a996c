import TouchReelInputEvents

/// The log that ChromeOS keeps of a touchpad or touchscreen: a description in comments, then events as evemu writes
/// them, each followed by its slot if Chrome itself wrote the log.
struct ChromeOSGrammar: EventLineGrammar {
  static let describesBeforeEvents = true

  static let marks = EvemuGrammar.marks

  var tail = LineTail()
  private(set) var devices = [DescribedDevice()]
  private var hasBegun = false
  /// The types whose masks were read; that of ``EventType/synchronization`` lists the types.
  private var readMasks: Set<EventType> = []

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
      hasBegun = true
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
      readMasks.insert(type)
      return readMask(&scanner) { bit, device in device.announce(bit, of: type) }
    }
    return true
  }

  /// Every type that the first mask lists has a mask, and every axis of those has a line. What follows in a log without
  /// masks is not known.
  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool {
    guard !hasEvents, let device = devices.first else { return false }
    if let line, isFront(line) { return true }
    guard device.isDescribed else { return hasBegun }
    guard readMasks.contains(.synchronization) else { return false }
    guard !device.description.codes.isEmpty else { return true }
    let types = Self.masks.map(\.1).filter { device.description.codes[$0] != nil }
    let axes = device.description.codes[.absolute] ?? []
    return !types.allSatisfy(readMasks.contains) || (axes.isEmpty && types.contains(.absolute))
      || !axes.allSatisfy { device.description.axes[$0] != nil }
  }

  /// Whether a line is the front part of one at most: a word without its colon, a mask that ends in half a byte, or
  /// an axis without all six numbers.
  private func isFront(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    guard scanner.accept(UInt8(ascii: "#")) else { return false }
    scanner.skipBlanks()
    if scanner.accept("absinfo:") { return scanner.rest.split { $0 <= 0x20 }.count < 6 }
    let words = Self.masks.map(\.0) + ["prp:"]
    if words.contains(where: { scanner.accept($0) }) { return scanner.endsInHalfByte }
    let rest = scanner.rest
    return (words + ["absinfo:", "device:"]).contains { word in
      rest.count < word.utf8CodeUnitCount && rest.indices.allSatisfy { rest[$0] == word.utf8Start[$0] }
    }
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
