import TouchReelInputEvents

/// What Python's evdev prints: `python -m evdev.evtest`, with its description of the device (`-c`), and events that a
/// program printed (`print(event)`, `print(repr(event))`, `print(categorize(event))`).
///
/// A program that prints an event in two of these forms has one event all the same. Axes that were categorized are
/// printed without their values.
struct PythonEvdevGrammar: EventLineGrammar {
  static let describesBeforeEvents = true

  static let marks: [StaticString] = ["time ", "InputEvent("] + PythonEvdevEvent.words

  var tail = LineTail()
  private(set) var devices = [DescribedDevice()]
  private var description = PythonEvdevDescription()
  private var previous: (event: PythonEvdevEvent, isCategorized: Bool)?
  private var axesWithoutValue = 0

  init() {}

  var warnings: [String] {
    guard axesWithoutValue > 0 else { return [] }
    let lines = axesWithoutValue == 1 ? "1 line is" : "\(axesWithoutValue) lines are"
    return ["\(lines) of an axis without its value, as print(categorize(event)) prints it: skipped; use print(event)"]
  }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .other }
    let start = scanner.index
    // A program may print words of its own before an event.
    let meaning = readEvent(&scanner, anywhere: true)
    if scanner.index > start { tail.keep(scanner) }
    if case .malformed = meaning { keepEvents(behind: scanner, from: start) }
    guard case .unknown = meaning else { return meaning }
    return readEvents(behindTextOf: scanner) ?? (description.read(&scanner, into: &devices[0]) ? .other : .unknown)
  }

  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    readEvent(&scanner, anywhere: false)
  }

  private mutating func readEvent(_ scanner: inout ByteScanner, anywhere: Bool) -> LineMeaning {
    let start = scanner
    if let event = PythonEvdevEvent(printedIn: &scanner, anywhere: anywhere) {
      return meaning(of: event, isCategorized: false)
    }
    scanner = start
    if let event = PythonEvdevEvent(categorizedIn: &scanner, anywhere: anywhere) {
      return meaning(of: event, isCategorized: true)
    }
    scanner = start
    return PythonEvdevEvent.isBroken(scanner) ? .malformed : .unknown
  }

  private mutating func meaning(of event: PythonEvdevEvent, isCategorized: Bool) -> LineMeaning {
    if let last = previous, last.isCategorized != isCategorized, last.event.isSame(as: event) {
      previous = nil
      guard last.event.value == nil, event.value != nil else { return .other }
      axesWithoutValue -= 1
      return event.meaning
    }
    previous = (event, isCategorized)
    if event.value == nil { axesWithoutValue += 1 }
    return event.meaning
  }
}

/// An event as it is printed.
struct PythonEvdevEvent {
  private var time: Timestamp
  private var type: EventType
  private var code: EventCode
  /// `nil` for an axis that is printed without it.
  private(set) var value: Int32?
  private var isWhole = true

  func isSame(as other: PythonEvdevEvent) -> Bool {
    time == other.time && type == other.type && code == other.code
  }

  var meaning: LineMeaning {
    guard let value else { return .other }
    let event = InputEvent(time: time, type: type, code: code, value: value)
    return .event(event, channel: 0, isWhole: isWhole || event.isReport)
  }

  /// The words with which events begin, besides those of evtest and of Python's own form.
  static let words: [StaticString] = [
    "event at ", "key event at ", "synchronization event at ", "absolute axis event at ", "relative axis event at ",
  ]

  /// Whether a line begins as evtest's events and is none.
  static func isBroken(_ start: ByteScanner) -> Bool {
    var scanner = start
    guard scanner.accept("time "), scanner.decimalTime() != nil else { return false }
    scanner.skipBlanks()
    return scanner.accept("type ") || scanner.accept("---")
  }

  /// `time 1522193888.012784 type 3 (EV_ABS), code 0    (ABS_X), value 1502`,
  /// `event at 1337197425.477827, code 04, type 04, val 589841` or `InputEvent(1337197425, 477827, 4, 4, 589841)`.
  ///
  /// - Parameter anywhere: whether other words may come before.
  init?(printedIn scanner: inout ByteScanner, anywhere: Bool) {
    if scanner.accept("time ") {
      self.init(ofEvtest: &scanner)
    } else if scanner.move(past: "InputEvent(", anywhere: anywhere) {
      self.init(ofRepresentation: &scanner)
    } else if scanner.move(past: "event at ", anywhere: anywhere), let time = scanner.decimalTime(),
      scanner.accept(", code "), let code = scanner.decimal16(), scanner.accept(", type "),
      let type = scanner.decimal16(),
      scanner.accept(", val "), let value = scanner.int32OrUnsigned()
    {
      self.init(time, type, code, value, isWhole: !scanner.isAtEnd)
    } else {
      return nil
    }
  }

  private init?(ofEvtest scanner: inout ByteScanner) {
    scanner.skipBlanks()
    guard let time = scanner.decimalTime() else { return nil }
    scanner.skipBlanks()
    guard scanner.accept("type ") else {
      guard scanner.rest.starts(with: "---") || scanner.rest.starts(with: "+++") || scanner.rest.starts(with: "!!!"),
        let code = SynchronizationRuler.read(&scanner, before: "time ")
      else { return nil }
      self.init(time, 0, code.rawValue, 0, isWhole: true)
      return
    }
    guard let type = scanner.decimal16(), scanner.skipName(of: EventType(rawValue: type)), scanner.accept(", code "),
      let code = scanner.decimal16(),
      scanner.skipName(of: EventCode(rawValue: code), in: EventType(rawValue: type)), scanner.accept(", value "),
      let value = scanner.int32OrUnsigned()
    else { return nil }
    self.init(time, type, code, value, isWhole: !scanner.isAtEnd)
  }

  /// Python 2 puts an L behind its long numbers.
  private init?(ofRepresentation scanner: inout ByteScanner) {
    var numbers: [Int64] = []
    while numbers.count < 5 {
      scanner.skipBlanks()
      let isNegative = scanner.accept(UInt8(ascii: "-"))
      guard let magnitude = scanner.decimal(upTo: 1 << 40) else { return nil }
      numbers.append(isNegative ? -Int64(magnitude) : Int64(magnitude))
      _ = scanner.accept(UInt8(ascii: "L"))
      guard scanner.accept(UInt8(ascii: numbers.count < 5 ? "," : ")")) else { return nil }
    }
    guard let seconds = UInt64(exactly: numbers[0]), seconds <= ByteScanner.lastSecond,
      let part = UInt64(exactly: numbers[1]), part < 1_000_000,
      let time = timestamp(seconds: seconds, microseconds: part), let type = UInt16(exactly: numbers[2]),
      let code = UInt16(exactly: numbers[3]),
      Int64(Int32.min)...Int64(UInt32.max) ~= numbers[4]
    else { return nil }
    let value = Int32(truncatingIfNeeded: numbers[4])
    self.init(time, type, code, value, isWhole: true)
  }

  /// `key event at 1337197425.477835, 28 (KEY_ENTER), down`, `synchronization event at 1337197425.477835, SYN_REPORT`,
  /// or an axis: `absolute axis event at 1337197425.477835, ABS_X`.
  ///
  /// - Parameter anywhere: whether other words may come before.
  init?(categorizedIn scanner: inout ByteScanner, anywhere: Bool) {
    let kinds: [(StaticString, EventType)] = [
      ("key event at ", .key), ("synchronization event at ", .synchronization),
      ("absolute axis event at ", .absolute), ("relative axis event at ", .relative),
    ]
    for (words, type) in kinds {
      guard scanner.move(past: words, anywhere: anywhere) else { continue }
      guard let time = scanner.decimalTime(), scanner.accept(", ") else { return nil }
      switch type {
      case .key: self.init(keyAt: time, &scanner)
      case .synchronization:
        let name = scanner.word()
        guard let code = SynchronizationRuler.code(of: name) else { return nil }
        self.init(time, 0, code.rawValue, 0, isWhole: true)
      default:
        guard let code = GeteventLabels.code(labelled: scanner.word().text, of: type) else { return nil }
        self.init(time, type.rawValue, code.rawValue, nil, isWhole: true)
      }
      return
    }
    return nil
  }

  private init?(keyAt time: Timestamp, _ scanner: inout ByteScanner) {
    let states: [StaticString] = ["up", "down", "hold"]
    guard let code = scanner.decimal16(), scanner.skipName(of: EventCode(rawValue: code), in: .key),
      scanner.accept(", "),
      let value = states.firstIndex(where: { scanner.accept($0) })
    else { return nil }
    self.init(time, EventType.key.rawValue, code, Int32(value), isWhole: true)
  }

  private init(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32?, isWhole: Bool) {
    self.time = time
    self.type = EventType(rawValue: type)
    self.code = EventCode(rawValue: code)
    self.value = value
    self.isWhole = isWhole
  }
}

/// What `python -m evdev.evtest -c` prints of a device.
struct PythonEvdevDescription {
  private var type: EventType?
  private var axis: EventCode?
  private var isInProperties = false

  init() {}

  /// False for a line that is none of the description.
  mutating func read(_ scanner: inout ByteScanner, into device: inout DescribedDevice) -> Bool {
    if scanner.accept("Device name: ") {
      device.description.name = scanner.rest.text
    } else if scanner.accept("Device info: ") {
      device.description.identity = identity(scanner.rest)
    } else if scanner.accept("Input properties:") {
      isInProperties = true
    } else if scanner.accept("Type EV_") {
      readType(scanner, into: &device)
    } else if type != nil, scanner.accept("Code ") {
      readCode(scanner, into: &device)
    } else if let axis, scanner.rest.starts(with: "value ") {
      device.description.axes[axis] = range(scanner)
    } else if isInProperties, scanner.rest.starts(with: "INPUT_PROP_"), let number = lastNumber(scanner) {
      device.description.properties.insert(InputProperty(rawValue: number))
    } else {
      return isHeading(scanner)
    }
    return true
  }

  private func isHeading(_ scanner: ByteScanner) -> Bool {
    let headings: [StaticString] = [
      "Repeat settings:", "Active LEDs:", "Active keys:", "Device capabilities:", "Listening for events",
    ]
    return headings.contains { scanner.rest.starts(with: $0) }
  }

  private func identity(_ text: UnsafeRawBufferPointer) -> DeviceIdentity {
    func number(after word: StaticString) -> UInt16 {
      var scanner = ByteScanner(text)
      return scanner.skip(past: word) ? scanner.hexadecimal16() ?? 0 : 0
    }
    return DeviceIdentity(
      bus: number(after: "bus: "), vendor: number(after: "vendor "), product: number(after: "product "),
      version: number(after: "version "))
  }

  private mutating func readType(_ scanner: ByteScanner, into device: inout DescribedDevice) {
    (isInProperties, axis) = (false, nil)
    type = lastNumber(scanner).map(EventType.init(rawValue:))
    guard let type else { return }
    device.isDescribed = true
    if device.description.codes[type] == nil { device.description.codes[type] = [] }
  }

  private mutating func readCode(_ scanner: ByteScanner, into device: inout DescribedDevice) {
    axis = nil
    guard let type, let code = lastNumber(scanner).map(EventCode.init(rawValue:)) else { return }
    device.description.codes[type, default: []].insert(code)
    guard type == .absolute else { return }
    axis = code
    device.description.axes[code] = AbsoluteAxis(minimum: 0, maximum: 0)
  }

  /// `value 0, min 0, max 4095, fuzz 0, flat 0, res 0`.
  private func range(_ scanner: ByteScanner) -> AbsoluteAxis {
    func number(after word: StaticString) -> Int32 {
      var fact = scanner
      return fact.skip(past: word) ? fact.int32() ?? 0 : 0
    }
    return AbsoluteAxis(
      minimum: number(after: "min "), maximum: number(after: "max "), fuzz: number(after: "fuzz "),
      flat: number(after: "flat "), resolution: number(after: "res "), value: number(after: "value "))
  }

  /// The number that ends a line, or stands before a colon at its end.
  private func lastNumber(_ start: ByteScanner) -> UInt16? {
    var scanner = start
    var last: UInt16?
    while !scanner.isAtEnd {
      scanner.skipBlanks()
      var word = ByteScanner(scanner.word())
      let number = word.decimal16()
      last = number != nil && (word.isAtEnd || word.rest.text == ":") ? number : nil
    }
    return last
  }
}

extension ByteScanner {
  /// Moves past a text that is here, or anywhere behind.
  fileprivate mutating func move(past text: StaticString, anywhere: Bool) -> Bool {
    anywhere ? skip(past: text) : accept(text)
  }
}
