import TouchReelInputEvents

/// evemu's text, versions 1.0 to 1.3: a description, events, or both.
struct EvemuGrammar: EventLineGrammar {
  static let describesBeforeEvents = true
  static let longestPlainLine = EvemuLine.longest
  static let marks: [StaticString] = ["E:"]
  /// What is written as the name of a device that has none.
  static let missingName = "unknown"

  var tail = LineTail()
  private(set) var devices = [DescribedDevice()]
  private var maskBytes: [UInt16: Int] = [:]
  private var propertyBytes = 0
  /// Whether the mask of the axes lacks bytes: then the axes' own lines tell which there are.
  private var hasBrokenAxisMask = false
  /// Whether states were read, which come last.
  private var hasStates = false
  private var later = LaterDescription()

  init() {}

  var describesAnotherDevice: Bool { later.isDescribed }
  var laterDescriptionWarning: String? { later.warning(of: devices[0]) }

  @inline(__always)
  mutating func plainEvent(_ text: UnsafeRawBufferPointer) -> (value: PlainEvent, length: Int)? {
    guard let (event, length) = EvemuLine.event(text) else { return nil }
    noteEvent()
    return (PlainEvent(event: event, channel: 0), length)
  }

  @inline(__always)
  private mutating func noteEvent() { later.noteEvent(of: devices[0]) }

  @inline(__always)
  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    guard scanner.byte != UInt8(ascii: "E") else {
      let start = scanner.index
      let meaning = Self.event(&scanner)
      if case .event = meaning {
        noteEvent()
        if !scanner.isAtEnd { tail.keep(scanner) }
      } else if case .malformed = meaning {
        keepEvents(behind: scanner, from: start)
      }
      return meaning
    }
    return readEvents(behindTextOf: scanner) ?? describe(&scanner)
  }

  /// The name is that of the first device, whatever follows.
  private mutating func describe(_ scanner: inout ByteScanner) -> LineMeaning {
    guard scanner.byte != UInt8(ascii: "N"), later.isBehindEvents else { return readDescription(&scanner) }
    if !later.hasBegun { (maskBytes, propertyBytes, hasBrokenAxisMask) = ([:], 0, false) }
    later.exchange(with: &devices[0])
    defer { later.exchange(with: &devices[0]) }
    return readDescription(&scanner)
  }

  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning { Self.event(&scanner) }

  /// `E: 0.000001 0003 0039 0012`, with or without a comment.
  @inline(__always)
  static func event(_ scanner: inout ByteScanner) -> LineMeaning {
    guard scanner.accept("E:") else { return scanner.rest.text == "E" ? .malformed : .unknown }
    scanner.skipBlanks()
    guard let time = scanner.time() else { return .malformed }
    scanner.skipBlanks()
    guard let type = scanner.hexadecimal16() else { return .malformed }
    scanner.skipBlanks()
    guard let code = scanner.hexadecimal16() else { return .malformed }
    scanner.skipBlanks()
    guard let value = scanner.int32(), scanner.isAtEnd || scanner.byte <= 0x20 || scanner.byte == UInt8(ascii: "#")
    else { return .malformed }
    let event = InputEvent(
      time: time, type: EventType(rawValue: type), code: EventCode(rawValue: code), value: value)
    return .event(event, channel: 0, isWhole: event.isReport || !scanner.isAtEnd)
  }

  /// Behind the name come masks, of which the first lists the types, then a line for every axis of a mask, then states.
  /// What follows in a description without masks is not known, and what stands before something else was left out by
  /// whoever wrote it.
  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool {
    guard !hasEvents, devices[0].inferred == nil else { return false }
    let device = devices[0].description
    guard devices[0].isDescribed else { return !device.name.isEmpty }
    if let line, isFront(line) { return true }
    guard maskBytes[EventType.synchronization.rawValue] != nil, !hasBrokenAxisMask else { return false }
    guard !hasStates else { return false }
    let types: [EventType] = [.key, .relative, .absolute]
    let axes = device.codes[.absolute] ?? []
    let lacksMask = !types.allSatisfy { device.codes[$0] == nil || maskBytes[$0.rawValue] != nil }
    return (lacksMask && device.axes.isEmpty) || !axes.allSatisfy { device.axes[$0] != nil }
  }

  /// Whether a line is the front part of a mask: it ends in half a byte.
  private func isFront(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    return (scanner.accept("B:") || scanner.accept("P:")) && scanner.endsInHalfByte
  }

  private mutating func readDescription(_ scanner: inout ByteScanner) -> LineMeaning {
    let letter = scanner.byte
    guard !scanner.isAtEnd, letter != UInt8(ascii: "#") else {
      readMark(scanner)
      return .other
    }
    scanner.advance()
    guard scanner.accept(UInt8(ascii: ":")) else { return .unknown }
    scanner.skipBlanks()
    let isGood: Bool
    switch letter {
    case UInt8(ascii: "N"): return readName(scanner.rest.text)
    case UInt8(ascii: "I"): isGood = readIdentity(&scanner)
    case UInt8(ascii: "P"): isGood = readProperties(&scanner)
    case UInt8(ascii: "B"): isGood = readMask(&scanner)
    case UInt8(ascii: "A"): isGood = readAxis(&scanner)
    case UInt8(ascii: "L"): isGood = readState(&scanner, of: .led)
    case UInt8(ascii: "S"): isGood = readState(&scanner, of: .switches)
    default: return .unknown
    }
    return isGood ? .other : .malformedDescription
  }

  /// A comment of ours.
  private mutating func readMark(_ line: ByteScanner) {
    var scanner = line
    guard scanner.accept(InferredDescription.comment) else { return }
    devices[0].inferred = InferredDescription(rawValue: scanner.word().text)
    scanner.skipBlanks()
    guard scanner.accept(InferredDescription.anonymousContacts) else { return }
    devices[0].description.announce(EventCode.multitouchReport.rawValue, codeOf: .synchronization)
  }

  /// The first name counts: another is of another device, or no name.
  private mutating func readName(_ name: String) -> LineMeaning {
    guard devices[0].description.name.isEmpty || devices[0].description.name == name else {
      return .skipped("a second name of the device")
    }
    // This stands where a device that is not described has no name.
    let isMissing = devices[0].inferred != nil && name == Self.missingName
    devices[0].description.name = isMissing ? "" : name
    return .other
  }

  private mutating func readIdentity(_ scanner: inout ByteScanner) -> Bool {
    var numbers: [UInt16] = []
    while numbers.count < 4, let number = scanner.hexadecimal16() {
      numbers.append(number)
      scanner.skipBlanks()
    }
    guard numbers.count == 4 else { return false }
    devices[0].description.identity = DeviceIdentity(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
    return true
  }

  private mutating func readProperties(_ scanner: inout ByteScanner) -> Bool {
    let (mask, isWhole) = Self.mask(&scanner)
    for (index, byte) in mask.enumerated() {
      for property in bits(of: byte, at: propertyBytes + index) {
        devices[0].description.properties.insert(InputProperty(rawValue: property))
      }
    }
    propertyBytes += max(mask.count, Self.maskWidth)
    return isWhole
  }

  private mutating func readMask(_ scanner: inout ByteScanner) -> Bool {
    guard let number = scanner.hexadecimal16() else { return false }
    scanner.skipBlanks()
    devices[0].isDescribed = true
    let type = EventType(rawValue: number)
    let start = maskBytes[number, default: 0]
    let (mask, isWhole) = Self.mask(&scanner)
    maskBytes[number] = start + max(mask.count, Self.maskWidth)
    // Which bytes are missing cannot be known.
    guard isWhole || type != .absolute else {
      hasBrokenAxisMask = true
      return false
    }
    for (index, byte) in mask.enumerated() {
      for bit in bits(of: byte, at: start + index) { devices[0].description.announce(bit, of: type) }
    }
    return isWhole
  }

  /// A line's bytes, and whether they are all there. Where some are missing, those of the next lines keep their places.
  private static func mask(_ scanner: inout ByteScanner) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    let isMask = scanner.readMask { bytes.append($0) }
    return (bytes, isMask && bytes.count >= maskWidth)
  }

  /// So many bytes of a mask are on a line.
  private static let maskWidth = 8

  private mutating func readAxis(_ scanner: inout ByteScanner) -> Bool {
    guard let code = scanner.hexadecimal16(), let axis = scanner.axis() else { return false }
    devices[0].isDescribed = true
    devices[0].description.axes[EventCode(rawValue: code)] = axis
    if hasBrokenAxisMask { devices[0].description.announce(code, codeOf: .absolute) }
    return true
  }

  private mutating func readState(_ scanner: inout ByteScanner, of type: EventType) -> Bool {
    guard let code = scanner.hexadecimal16() else { return false }
    scanner.skipBlanks()
    guard let value = scanner.int32() else { return false }
    hasStates = true
    if value != 0 { devices[0].description.active[type, default: []].insert(EventCode(rawValue: code)) }
    return true
  }
}

/// The numbers of the bits that are set in a byte of a mask.
func bits(of byte: UInt8, at index: Int) -> [UInt16] {
  (0..<8).filter { bit in byte >> UInt8(bit) & 1 == 1 }.compactMap { bit in UInt16(exactly: index * 8 + bit) }
}

extension DeviceDescription {
  /// A bit of a mask of EVIOCGBIT: that of type 0 lists the types, the others a type's codes.
  mutating func announce(_ bit: UInt16, of type: EventType) {
    if type == .synchronization {
      codes[EventType(rawValue: bit), default: []].formUnion([])
    } else {
      announce(bit, codeOf: type)
    }
  }

  fileprivate mutating func announce(_ code: UInt16, codeOf type: EventType) {
    codes[type, default: []].insert(EventCode(rawValue: code))
  }
}

extension ByteScanner {
  /// Whether the last word of the line is a single digit.
  var endsInHalfByte: Bool { rest.split { $0 <= 0x20 }.last?.count == 1 }

  /// Bytes in hexadecimal up to the end of the line; false if there is none or something else follows.
  mutating func readMask(_ take: (UInt8) -> Void) -> Bool {
    var count = 0
    while let byte = hexadecimal(upTo: 0xff) {
      take(UInt8(truncatingIfNeeded: byte))
      count += 1
      skipBlanks()
    }
    return count > 0 && (isAtEnd || byte == UInt8(ascii: "#"))
  }

  /// `min max fuzz flat [resolution]` in decimal.
  mutating func axis() -> AbsoluteAxis? {
    var numbers: [Int32] = []
    skipBlanks()
    while numbers.count < 5, let number = int32() {
      numbers.append(number)
      skipBlanks()
    }
    guard numbers.count >= 4 else { return nil }
    return AbsoluteAxis(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
  }
}
