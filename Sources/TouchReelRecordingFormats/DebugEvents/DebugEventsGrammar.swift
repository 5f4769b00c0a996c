import TouchReelInputEvents

/// The touches that `libinput debug-events` prints:
/// ` event7   TOUCH_DOWN   +0.000s  0 (0) 48.76/47.29 (166.00/98.00mm)`.
///
/// They are what libinput made of the device's events: a device is made up for them, of protocol B, whose unit is a
/// hundredth of a millimetre. Lines of pointers, keys, gestures and pens are counted and left out.
struct DebugEventsGrammar: EventLineGrammar {
  static let describesBeforeEvents = false
  static let marks: [StaticString] = ["event", "-event"]

  var tail = LineTail()

  /// One for each opening: a node that was removed is another where touches of it come again.
  private var nodes: [DebugEventsNode] = []
  /// What was said of nodes without touches.
  private var announced: [(name: String, device: DebugEventsDevice)] = []
  private var pending: [InputEvent] = []
  private var handedOn = 0
  private var channel = 0
  private var otherLines = 0

  private static let nodeLimit = 256

  init() {}

  var devices: [DescribedDevice] {
    nodes.map { node in
      DescribedDevice(
        number: node.number, description: node.description, isDescribed: true, isLate: node.isOpenedAgain)
    }
  }

  var warnings: [String] {
    let touches =
      "debug-events prints touches as libinput has made them: positions are in hundredths of a millimetre, times in "
      + "milliseconds, and pressure, sizes and what else the device sent are missing; record with libinput record"
    var warnings = [touches]
    let cancelled = nodes.map(\.cancelCount).reduce(0, +)
    if cancelled > 0 {
      let touches = cancelled == 1 ? "1 cancelled touch ends" : "\(cancelled) cancelled touches end"
      warnings.append("\(touches) as a palm, since events have no word for a cancel")
    }
    if nodes.contains(where: { !$0.hasFrameLines }) {
      warnings.append("touches have no TOUCH_FRAME lines: a frame ends where the time changes")
    }
    guard otherLines > 0 else { return warnings }
    let lines = otherLines == 1 ? "1 line" : "\(otherLines) lines"
    return warnings + ["\(lines) of pointers, keys, gestures or pens left out: of debug-events, only touches are read"]
  }

  var lackOfEvents: String? {
    "is of libinput debug-events and has no touches: events of pointers, keys, gestures and pens hold none; "
      + "record with libinput record"
  }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .other }
    let start = scanner
    let meaning = readEvent(&scanner)
    if case .unknown = meaning { return readEvents(behindTextOf: start) ?? readOther(start) }
    if case .malformed = meaning {
      keepEvents(behind: scanner, from: start.index)
      return meaning
    }
    tail.keep(scanner)
    return meaning
  }

  /// The first event of a line of a touch.
  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    pending.removeAll(keepingCapacity: true)
    handedOn = 0
    guard let name = Self.node(&scanner) else { return .unknown }
    scanner.skipBlanks()
    let word = scanner.word()
    guard word.starts(with: "TOUCH_") else { return .unknown }
    return readTouch(of: name, word, &scanner)
  }

  mutating func readOn() -> LineMeaning? { nextPending() ?? readTail() }

  /// The last frame of a log without lines for them.
  mutating func readEnd() -> LineMeaning? {
    for index in nodes.indices {
      pending.removeAll(keepingCapacity: true)
      handedOn = 0
      nodes[index].finish(into: &pending)
      channel = index
      if let event = nextPending() { return event }
    }
    return nil
  }

  /// Whether a line is of debug-events, though perhaps not of a touch.
  static func isLine(_ text: UnsafeRawBufferPointer) -> Bool {
    var grammar = Self()
    var scanner = ByteScanner(text)
    scanner.skipBlanks()
    if case .other = grammar.readOther(scanner) { return true }
    return false
  }

  private mutating func readOther(_ start: ByteScanner) -> LineMeaning {
    var scanner = start
    guard let name = Self.node(&scanner) else { return .unknown }
    scanner.skipBlanks()
    let word = scanner.word()
    if word.text == "DEVICE_REMOVED" { return remove(name) }
    if word.starts(with: "DEVICE_") { return announce(name, word, scanner) }
    guard Self.otherKinds.contains(where: { word.starts(with: $0) }) else { return .unknown }
    otherLines += 1
    return .other
  }

  private mutating func nextPending() -> LineMeaning? {
    guard handedOn < pending.count else { return nil }
    defer { handedOn += 1 }
    return .event(pending[handedOn], channel: channel, isWhole: true)
  }

  private static let otherKinds: [StaticString] = ["KEYBOARD_", "POINTER_", "GESTURE_", "TABLET_", "SWITCH_"]

  /// `event7`, or `-event7` where another device spoke before.
  private static func node(_ scanner: inout ByteScanner) -> String? {
    _ = scanner.accept(UInt8(ascii: "-"))
    var digits = scanner
    guard digits.accept("event"), digits.decimal16() != nil, digits.byte == 0x20 || digits.byte == 0x09 else {
      return nil
    }
    return scanner.word().text
  }

  private mutating func announce(_ name: String, _ word: UnsafeRawBufferPointer, _ scanner: ByteScanner) -> LineMeaning
  {
    guard word.text == "DEVICE_ADDED", announced.count < Self.nodeLimit else { return .other }
    let device = DebugEventsDevice(scanner.rest.text)
    if let index = present(name) {
      nodes[index].rename(device.name)
    } else {
      announced.removeAll { $0.name == name }
      announced.append((name, device))
    }
    return .other
  }

  /// Touches that are down end with their device.
  private mutating func remove(_ name: String) -> LineMeaning {
    guard let index = present(name) else { return .other }
    nodes[index].remove(into: &pending)
    channel = index
    return nextPending() ?? .other
  }

  /// The node of this name that was not removed.
  private func present(_ name: String) -> Int? { nodes.lastIndex { $0.name == name && !$0.isRemoved } }

  private mutating func readTouch(
    of name: String, _ word: UnsafeRawBufferPointer, _ scanner: inout ByteScanner
  ) -> LineMeaning {
    guard let touch = DebugEventsTouch(word.text, &scanner) else { return .malformed }
    guard let index = index(of: name) else { return .malformed }
    guard nodes[index].read(touch, into: &pending) else { return .malformed }
    channel = index
    return nextPending() ?? .other
  }

  private mutating func index(of name: String) -> Int? {
    if let known = present(name) { return known }
    let before = nodes.first { $0.name == name }
    let numbers = (nodes.map(\.number).max() ?? -1) + 1
    guard nodes.count < 2 * Self.nodeLimit, before != nil || numbers < Self.nodeLimit else { return nil }
    let device = announced.first { $0.name == name }?.device ?? DebugEventsDevice("")
    nodes.append(
      DebugEventsNode(name, device, number: before?.number ?? numbers, isOpenedAgain: before != nil))
    return nodes.count - 1
  }
}

/// What `DEVICE_ADDED` says of a device: `Screen   seat0 default group9  cap:t  size 294x166mm ntouches 10`.
struct DebugEventsDevice {
  private(set) var name = ""
  /// Hundredths of a millimetre.
  private(set) var size: (width: Int32, height: Int32)?

  init(_ text: String) {
    name = String(text.prefix { $0 != "\t" }).trimmingBlanks
    if let end = name.range(of: " seat") { name = String(name[..<end.lowerBound]).trimmingBlanks }
    guard let start = text.range(of: " size ") else { return }
    let parts = text[start.upperBound...].prefix { $0 != "m" }.split(separator: "x")
    guard parts.count == 2, let width = Int32(parts[0]), let height = Int32(parts[1]), 1...10_000 ~= width,
      1...10_000 ~= height
    else { return }
    size = (width * 100, height * 100)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let front = drop { $0 == " " }
    return String(front.reversed().drop { $0 == " " }.reversed())
  }

  fileprivate func range(of part: String) -> Range<String.Index>? { ranges(of: part).first }
}

/// A line of a touch.
struct DebugEventsTouch {
  enum Kind: String {
    case down = "TOUCH_DOWN"
    case motion = "TOUCH_MOTION"
    case up = "TOUCH_UP"
    case cancel = "TOUCH_CANCEL"
    case frame = "TOUCH_FRAME"
  }

  /// A position on the screen in two units, in hundredths of each.
  struct Position {
    var percent: (x: Int64, y: Int64)
    /// `nil` if the line has no millimetres.
    var millimeters: (x: Int64, y: Int64)?
  }

  let kind: Kind
  let time: Timestamp
  /// `nil` in lines of the first versions.
  private(set) var slot: Int32?
  private(set) var position: Position?

  /// - Parameter scanner: behind the word. Newer versions count the lines of one kind before the time.
  init?(_ word: String, _ scanner: inout ByteScanner) {
    guard let kind = Kind(rawValue: word) else { return nil }
    scanner.skipBlanks()
    _ = scanner.decimal(upTo: 1 << 40)
    scanner.skipBlanks()
    guard scanner.accept(UInt8(ascii: "+")), let time = scanner.decimalTime(), scanner.accept(UInt8(ascii: "s")) else {
      return nil
    }
    self.kind = kind
    self.time = time
    scanner.skipBlanks()
    guard kind != .frame else { return }
    slot = scanner.decimal(upTo: 255).map { Int32($0) }
    guard scanner.skipSeatSlot() else { return nil }
    guard kind == .down || kind == .motion else { return }
    position = Position(&scanner)
    guard slot != nil, position != nil else { return nil }
  }
}

extension DebugEventsTouch.Position {
  /// `48.76/47.29 (166.00/ 98.00mm)`, or a percentage alone.
  fileprivate init?(_ scanner: inout ByteScanner) {
    guard let percent = scanner.hundredths() else { return nil }
    self.init(percent: percent)
    var rest = scanner
    rest.skipBlanks()
    guard rest.accept(UInt8(ascii: "(")) else {
      guard scanner.isAtEnd || scanner.byte <= 0x20 else { return nil }
      return
    }
    guard let millimeters = rest.hundredths() else { return nil }
    _ = rest.accept("mm")
    guard rest.accept(UInt8(ascii: ")")) else { return nil }
    self.millimeters = millimeters
    scanner = rest
  }
}

extension ByteScanner {
  /// Moves past `(0)`, the number of a touch among those of all devices; false if it is broken.
  fileprivate mutating func skipSeatSlot() -> Bool {
    skipBlanks()
    guard accept(UInt8(ascii: "(")) else { return true }
    return decimal(upTo: 1 << 16) != nil && accept(UInt8(ascii: ")"))
  }

  /// Two decimal numbers with a stroke between them, in hundredths.
  fileprivate mutating func hundredths() -> (x: Int64, y: Int64)? {
    guard let x = hundredth(), accept(UInt8(ascii: "/")), let y = hundredth() else { return nil }
    return (x, y)
  }

  private mutating func hundredth() -> Int64? {
    skipBlanks()
    let isNegative = accept(UInt8(ascii: "-"))
    guard let whole = decimal(upTo: 1_000_000) else { return nil }
    let part = accept(UInt8(ascii: ".")) ? twoDecimals() : 0
    _ = accept(UInt8(ascii: "%"))
    let magnitude = Int64(whole) * 100 + part
    return isNegative ? -magnitude : magnitude
  }

  /// The first two of some decimals.
  private mutating func twoDecimals() -> Int64 {
    var value: Int64 = 0
    var count = 0
    while byte &- 0x30 < 10 {
      if count < 2 { value = value * 10 + Int64(byte &- 0x30) }
      count += 1
      advance()
    }
    return count == 0 ? 0 : count == 1 ? value * 10 : value
  }
}
