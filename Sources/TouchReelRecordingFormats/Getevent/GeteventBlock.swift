import TouchReelInputEvents

/// The block after an `add device` line, as `getevent -p` and `-i` print it.
struct GeteventBlock {
  private enum Section {
    case facts
    case codes(EventType)
    case properties
  }

  private var section = Section.facts

  /// Reads an indented line, without its blanks.
  ///
  /// - Returns: false for a line of no meaning.
  mutating func read(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    if readFact(&scanner, into: &device) || readHeading(&scanner, into: &device) { return true }
    if Self.otherFacts.contains(where: { scanner.rest.starts(with: $0) }) { return true }
    switch section {
    case .facts: return false
    case .codes(let type): return readCodes(&scanner, of: type, into: &device)
    case .properties: return readProperty(scanner.rest.text, into: &device.description)
    }
  }

  /// The version of the driver, and what stands for a list without entries.
  private static let otherFacts: [StaticString] = ["version:", "<none>", "HID descriptor:"]

  private mutating func readFact(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    let facts: [(StaticString, WritableKeyPath<DeviceDescription, String>)] = [
      ("name:", \.name), ("location:", \.phys), ("id:", \.uniq),
    ]
    for (word, path) in facts where scanner.accept(word) {
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
      return true
    }
    if scanner.accept("input props:") {
      section = .properties
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
    device.isDescribed = true
    if device.description.codes[type] == nil { device.description.codes[type] = [] }
    scanner.skipBlanks()
    return scanner.isAtEnd || readCodes(&scanner, of: type, into: &device)
  }

  /// `0035  : value 0, min 0, max 1079, …`, or several codes, of which a star marks the pressed keys.
  ///
  /// - Returns: false, and nothing is read, if it holds anything else, as a sentence does.
  private func readCodes(
    _ scanner: inout ByteScanner, of type: EventType, into device: inout DescribedDevice
  ) -> Bool {
    guard let first = readCode(&scanner, of: type) else { return false }
    if let code = first.code, scanner.accept(UInt8(ascii: ":")) {
      device.description.codes[type, default: []].insert(code)
      device.description.axes[code] = axis(scanner)
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

  private func readProperty(_ text: String, into description: inout DeviceDescription) -> Bool {
    let numbers = (0..<32).map(InputProperty.init(rawValue:))
    if let named = numbers.first(where: { EventNames.name(of: $0) == text }) {
      description.properties.insert(named)
    } else if text.utf8.count == 4, let number = UInt16(text, radix: 16) {
      description.properties.insert(InputProperty(rawValue: number))
    } else {
      return false
    }
    return true
  }
}
