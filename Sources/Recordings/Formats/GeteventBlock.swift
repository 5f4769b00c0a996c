import InputEvents

/// The block behind an `add device` line, as `getevent -p` and `-i` print it.
struct GeteventBlock {
  private enum Section {
    case facts
    case codes(EventType)
    case properties
  }

  private var section = Section.facts

  /// Reads an indented line, without its blanks; lines of no meaning are passed over.
  mutating func read(_ scanner: inout ByteScanner, into device: inout DescribedDevice) {
    if readFact(&scanner, into: &device) || readHeading(&scanner, into: &device) { return }
    switch section {
    case .facts: return
    case .codes(let type): readCodes(&scanner, of: type, into: &device)
    case .properties: readProperty(scanner.rest.text, into: &device.description)
    }
  }

  private mutating func readFact(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    let facts: [(StaticString, WritableKeyPath<DeviceDescription, String>)] = [
      ("name:", \.name), ("location:", \.phys), ("id:", \.uniq),
    ]
    for (word, path) in facts where scanner.accept(word) {
      scanner.skipBlanks()
      device.description[keyPath: path] = unquoted(scanner.rest.text)
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

  /// `events:`, `input props:`, or `ABS (0003):` with the first codes behind it.
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
    readCodes(&scanner, of: type, into: &device)
    return true
  }

  /// `0035  : value 0, min 0, max 1079, …`, or several codes, of which a star marks the pressed keys.
  private func readCodes(_ scanner: inout ByteScanner, of type: EventType, into device: inout DescribedDevice) {
    while !scanner.isAtEnd {
      let word = scanner.word()
      scanner.skipBlanks()
      let isPressed = word.last == UInt8(ascii: "*")
      guard let code = code(word.text.filter { $0 != "*" }, of: type) else { return }
      device.description.codes[type, default: []].insert(code)
      if isPressed { device.description.active[type, default: []].insert(code) }
      if scanner.accept(UInt8(ascii: ":")) {
        device.description.axes[code] = axis(scanner)
        return
      }
    }
  }

  private func code(_ text: String, of type: EventType) -> EventCode? {
    if text.utf8.count == 4, let number = UInt16(text, radix: 16) { return EventCode(rawValue: number) }
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

  private func readProperty(_ text: String, into description: inout DeviceDescription) {
    let numbers = (0..<32).map(InputProperty.init(rawValue:))
    if let named = numbers.first(where: { EventNames.name(of: $0) == text }) {
      description.properties.insert(named)
    } else if text.utf8.count == 4, let number = UInt16(text, radix: 16) {
      description.properties.insert(InputProperty(rawValue: number))
    }
  }
}
