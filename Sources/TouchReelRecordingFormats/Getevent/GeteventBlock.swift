import TouchReelInputEvents

/// The block after an `add device` line, as `getevent -p` and `-i` print it.
struct GeteventBlock {
  private enum Section {
    case facts
    case codes(EventType)
    case properties
  }

  /// What was read of a block.
  struct Parts: OptionSet {
    let rawValue: UInt8

    static let name = Parts(rawValue: 1)
    /// The bus, as only `-i` prints it.
    static let identity = Parts(rawValue: 2)
    /// The title of the lists of codes, and any of them.
    static let events = Parts(rawValue: 4)
    static let codes = Parts(rawValue: 8)
    /// The title of the properties, and any of them.
    static let propertyTitle = Parts(rawValue: 16)
    static let properties = Parts(rawValue: 32)
    /// Axes with resolutions, as only a getevent prints them that lists properties too.
    static let resolutions = Parts(rawValue: 64)
  }

  private var section = Section.facts
  private(set) var parts = Parts()

  /// Reads an indented line, without its blanks.
  ///
  /// - Returns: false for a line of no meaning.
  mutating func read(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    if readFact(&scanner, into: &device) || readHeading(&scanner, into: &device) { return true }
    if Self.otherFacts.contains(where: { scanner.rest.starts(with: $0) }) {
      if scanner.byte == UInt8(ascii: "<") { noteEntry() }
      return true
    }
    switch section {
    case .facts: return false
    case .codes(let type): return readCodes(&scanner, of: type, into: &device)
    case .properties: return readProperty(scanner.rest.text, into: &device.description)
    }
  }

  /// The version of the driver, and what stands for a list without entries.
  private static let otherFacts: [StaticString] = ["version:", "<none>", "<not available", "HID descriptor:"]

  private mutating func noteEntry() { parts.insert(parts.contains(.propertyTitle) ? .properties : .codes) }

  private mutating func readFact(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    let facts: [(StaticString, WritableKeyPath<DeviceDescription, String>)] = [
      ("name:", \.name), ("location:", \.phys), ("id:", \.uniq),
    ]
    for (word, path) in facts where scanner.accept(word) {
      if path == \.name { parts.insert(.name) }
      scanner.skipBlanks()
      let text = unquoted(scanner.rest.text)
      // The first counts.
      guard device.description[keyPath: path].isEmpty else { return device.description[keyPath: path] == text }
      device.description[keyPath: path] = text
      return true
    }
    let numbers: [(StaticString, WritableKeyPath<DeviceIdentity, UInt16>)] = [
      ("bus:", \.bus), ("vendor ", \.vendor), ("product ", \.product), ("version ", \.version),
    ]
    for (word, path) in numbers where scanner.accept(word) {
      parts.insert(.identity)
      scanner.skipBlanks()
      if let number = scanner.hexadecimal16() { device.description.identity[keyPath: path] = number }
      return true
    }
    return false
  }

  /// `events:`, `input props:`, or `ABS (0003):` followed by the first codes.
  private mutating func readHeading(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    if scanner.accept("events:") {
      section = .facts
      parts.insert(.events)
      return true
    }
    if scanner.accept("input props:") {
      section = .properties
      parts.insert(.propertyTitle)
      return true
    }
    let start = scanner
    _ = scanner.word()
    guard scanner.accept(" ("), let number = scanner.hexadecimal16(), scanner.accept("):") else {
      scanner = start
      return false
    }
    let type = EventType(rawValue: number)
    section = .codes(type)
    parts.insert(.codes)
    device.isDescribed = true
    if device.description.codes[type] == nil { device.description.codes[type] = [] }
    scanner.skipBlanks()
    return scanner.isAtEnd || readCodes(&scanner, of: type, into: &device)
  }

  /// `0035  : value 0, min 0, max 1079, …`, or several codes, of which a star marks the pressed keys.
  ///
  /// - Returns: false, and nothing is read, if it holds anything else, as a sentence does.
  private mutating func readCodes(
    _ scanner: inout ByteScanner, of type: EventType, into device: inout DescribedDevice
  ) -> Bool {
    guard let first = readCode(&scanner, of: type) else { return false }
    if let code = first.code, scanner.accept(UInt8(ascii: ":")) {
      device.description.codes[type, default: []].insert(code)
      device.description.axes[code] = axis(scanner)
      var resolution = scanner
      if resolution.skip(past: "resolution ") { parts.insert(.resolutions) }
      return true
    }
    var read = [first]
    while !scanner.isAtEnd {
      guard let next = readCode(&scanner, of: type) else { return false }
      read.append(next)
    }
    for case (let code?, let isPressed) in read {
      device.description.codes[type, default: []].insert(code)
      if isPressed { device.description.active[type, default: []].insert(code) }
    }
    return true
  }

  /// A code, `nil` for a label of a newer kernel, and whether it is pressed; `nil` for any other word.
  private func readCode(
    _ scanner: inout ByteScanner, of type: EventType
  ) -> (code: EventCode?, isPressed: Bool)? {
    let word = scanner.word().text
    scanner.skipBlanks()
    let name = word.filter { $0 != "*" }
    let known = code(name, of: type)
    let isLabel = name.contains("_") && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isUppercaseOrDigit($0) }
    return known == nil && !isLabel ? nil : (known, word.hasSuffix("*"))
  }

  private func isUppercaseOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func code(_ text: String, of type: EventType) -> EventCode? {
    if text.utf8.count == 4, let number = UInt16(text, radix: 16) {
      // A word of four letters up to f is no code.
      return number <= type.lastCode ?? 0x3ff ? EventCode(rawValue: number) : nil
    }
    return GeteventLabels.code(labelled: text, of: type)
  }

  private func axis(_ scanner: ByteScanner) -> AbsoluteAxis {
    func number(after word: StaticString) -> Int32 {
      var fact = scanner
      guard fact.skip(past: word) else { return 0 }
      return fact.int32() ?? 0
    }
    return AbsoluteAxis(
      minimum: number(after: "min "), maximum: number(after: "max "), fuzz: number(after: "fuzz "),
      flat: number(after: "flat "), resolution: number(after: "resolution "), value: number(after: "value "))
  }

  private mutating func readProperty(_ text: String, into description: inout DeviceDescription) -> Bool {
    let numbers = (0..<32).map(InputProperty.init(rawValue:))
    if let named = numbers.first(where: { EventNames.name(of: $0) == text }) {
      description.properties.insert(named)
    } else if text.utf8.count == 4, let number = UInt16(text, radix: 16) {
      description.properties.insert(InputProperty(rawValue: number))
    } else {
      return false
    }
    parts.insert(.properties)
    return true
  }
}

/// Where the text ends inside the block.
extension GeteventBlock {
  /// Whether something is missing that such a block always has.
  ///
  /// - Parameters:
  ///   - line: the last one if it has no end.
  ///   - known: what other blocks of the text have.
  func isCut(behind line: UnsafeRawBufferPointer?, _ known: Parts) -> Bool {
    if let line, isFront(line) { return true }
    if parts.contains(.propertyTitle) { return !parts.contains(.properties) }
    if parts.contains(.events), !parts.contains(.codes) { return true }
    if known.contains(.events) || parts.contains(.identity), parts.isDisjoint(with: [.events, .codes]) { return true }
    // The first Androids print neither properties nor resolutions.
    let hasProperties = !parts.union(known).isDisjoint(with: [.propertyTitle, .resolutions])
    return parts.contains(.codes) && hasProperties
  }

  /// Whether a line is the front part of one at most.
  private func isFront(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    // Other text is no part of the block.
    guard scanner.index > 0, let last = line.last else { return false }
    if ["name:", "location:", "id:"].contains(where: { scanner.rest.starts(with: $0) }) {
      let quote = UInt8(ascii: "\"")
      return last != quote || scanner.rest.count { $0 == quote } < 2
    }
    if [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "(")].contains(last) { return true }
    guard case .codes(let type) = section else { return false }
    return type == .absolute ? isFrontOfAxis(scanner) : isFrontOfCodes(scanner, of: type)
  }

  /// `0035  : value 0, min 0, max 1079, fuzz 0 flat 0`, to which newer ones add the resolution behind a comma.
  private func isFrontOfAxis(_ line: ByteScanner) -> Bool {
    var (scanner, separator) = (line, line)
    guard scanner.skip(past: "flat "), scanner.int32() != nil else { return true }
    guard separator.skip(past: ", flat ") else { return false }
    return !scanner.skip(past: "resolution ") || scanner.isAtEnd
  }

  /// Whether the last code is a label of none, as `BTN_TOU`.
  private func isFrontOfCodes(_ line: ByteScanner, of type: EventType) -> Bool {
    let words = line.rest.split { $0 <= 0x20 }
    guard let word = words.last.map({ UnsafeRawBufferPointer(rebasing: $0).text.filter { $0 != "*" } }) else {
      return false
    }
    return code(word, of: type) == nil
  }
}
