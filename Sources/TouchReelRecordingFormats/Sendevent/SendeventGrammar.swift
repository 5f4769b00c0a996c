import TouchReelInputEvents

/// Scripts of Android's `sendevent`, ours and others': `adb shell sendevent /dev/input/event1 3 57 0`.
///
/// A line may have any number of commands, within quotes, after other programs or in a list of another language. Times
/// are those of `sleep` and `usleep`; a frame that follows another without one takes a nominal step. Commands are read
/// as they stand: nothing is run.
struct SendeventGrammar: TextGrammar {
  static let describesBeforeEvents = false

  /// The time of a frame without a sleep before it, in nanoseconds.
  private static let step: Int64 = 10_000_000
  private static let nodeLimit = 256
  private static let variableLimit = 256

  private(set) var devices: [DescribedDevice] = []
  private var nodes: [String] = []
  private var variables: [String: String] = [:]
  private var pending: [(event: InputEvent, channel: Int, isWhole: Bool)] = []
  private var handedOn = 0
  /// Commands of the line that are no events, besides those that were read.
  private var brokenCommands = 0
  /// Whether words without a command stand behind one.
  private var hasTextBehind = false
  private var clock = ScriptClock(step: step)
  private var ours: OurScript?
  private var hasControl = false

  init() {}

  var warnings: [String] {
    guard ours == nil else { return [] }
    var warnings = [clock.warning]
    if hasControl {
      warnings.append(
        "loops, conditions and functions of a script are not followed: their commands are read once, where they stand")
    }
    return warnings
  }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    pending.removeAll(keepingCapacity: true)
    (handedOn, brokenCommands, hasTextBehind) = (0, 0, false)
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.rest.starts(with: OurScript.signature) { ours = OurScript() }
    if scanner.isAtEnd || scanner.byte == UInt8(ascii: "#") { return .other }
    if ours != nil { return readOurs(scanner) }
    return readCommands(scanner.rest)
  }

  mutating func readOn() -> LineMeaning? {
    guard handedOn < pending.count else { return readLosses() }
    defer { handedOn += 1 }
    let next = pending[handedOn]
    return .event(next.event, channel: next.channel, isWhole: next.isWhole)
  }

  /// What a line has besides its events.
  private mutating func readLosses() -> LineMeaning? {
    if brokenCommands > 0 {
      brokenCommands -= 1
      return .malformed
    }
    defer { hasTextBehind = false }
    return hasTextBehind ? .skipped("text behind an event") : nil
  }

  /// Any line of a script, or around it.
  private mutating func readCommands(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    // The lines of a drawing in XML are long, and no command begins so.
    var scanner = ByteScanner(line)
    if let first = line.first, first == UInt8(ascii: "<") || (0x30...0x39).contains(first),
      !scanner.skip(past: "sendevent")
    {
      return .unknown
    }
    var words = ShellWords(line)
    var isKnown = false
    var isFirst = true
    var emptyCommands = 0
    while let word = words.next() {
      defer { isFirst = false }
      if word.hasPrefix("#"), isKnown {
        noteComment(word, &words)
        break
      }
      if word.hasSuffix(Self.command) {
        switch readCommand(&words) {
        case .read: isKnown = true
        case .broken: brokenCommands += 1
        case .none: emptyCommands += 1
        }
      } else if let unit = Self.pause(named: word) {
        hasTextBehind = false
        guard let pause = words.duration(unit: unit) else { continue }
        clock.sleep(pause)
        isKnown = true
      } else if isFirst {
        isKnown = note(word, &words, in: line)
      }
    }
    // The word alone is a command where others of the line are, else a word of a sentence.
    if !pending.isEmpty { brokenCommands += emptyCommands }
    return readOn() ?? (isKnown ? .other : .unknown)
  }

  private static let command = "sendevent"

  /// Counts the commands of a comment behind others, as where two lines were joined; a remark has none.
  private mutating func noteComment(_ word: String, _ words: inout ShellWords) {
    var last = word
    while let next = words.next() {
      if last.hasSuffix(Self.command), next.hasPrefix("/") { brokenCommands += 1 }
      last = next
    }
  }

  /// What the numbers after these commands count, in nanoseconds.
  private static let pauses: [String: Int64] = [
    "sleep": 1_000_000_000, "time.sleep": 1_000_000_000, "usleep": 1000, "msleep": 1_000_000,
  ]

  /// - Parameter word: its name, also behind its folder.
  private static func pause(named word: String) -> Int64? {
    guard let slash = word.lastIndex(of: "/") else { return pauses[word] }
    return pauses[String(word[word.index(after: slash)...])]
  }

  private enum Outcome {
    case read, broken, none
  }

  /// What follows `sendevent`: a node and three numbers, after an optional `--`.
  private mutating func readCommand(_ words: inout ShellWords) -> Outcome {
    var rest = words
    guard var node = rest.next() else { return .none }
    if node == "--" { node = rest.next() ?? "" }
    guard node.hasPrefix("/") || node.hasPrefix("$") || node.hasPrefix("%") else { return .none }
    // Where a line was cut, the next command is read.
    guard !node.hasSuffix(Self.command) else { return .broken }
    words = rest
    guard let type = number(&words).flatMap({ UInt16(exactly: $0) }),
      let code = number(&words).flatMap({ UInt16(exactly: $0) }), let value = number(&words), !hasNumber(words)
    else { return .broken }
    hasTextBehind = words.hasWordBehindBlanks
    return add(EventType(rawValue: type), EventCode(rawValue: code), value, to: node, isWhole: !words.isAtEnd)
  }

  /// A decimal number, or a hexadecimal one after 0x; unsigned numbers above 2³¹ stand for negative ones.
  /// The words stay where they are if there is none.
  private func number(_ words: inout ShellWords) -> Int64? {
    let start = words
    guard let number = numberOrWord(&words) else {
      words = start
      return nil
    }
    return number
  }

  private func numberOrWord(_ words: inout ShellWords) -> Int64? {
    guard let word = words.next() else { return nil }
    let text = variables[word] ?? word
    let number = text.hasPrefix("0x") || text.hasPrefix("0X") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    return number.flatMap { Int64(Int32.min)...Int64(UInt32.max) ~= $0 ? $0 : nil }
  }

  /// Whether an argument follows that `sendevent` does not take.
  private func hasNumber(_ words: ShellWords) -> Bool {
    var rest = words
    return rest.hasWordBehindBlanks && number(&rest) != nil
  }

  private mutating func add(
    _ type: EventType, _ code: EventCode, _ value: Int64, to node: String, isWhole: Bool
  ) -> Outcome {
    guard let channel = channel(of: variables[node] ?? node) else { return .broken }
    let event = InputEvent(
      time: clock.time(ofReport: type == .synchronization && code == .report), type: type, code: code,
      value: Int32(truncatingIfNeeded: value))
    pending.append((event, channel, isWhole || event.isReport))
    return .read
  }

  private mutating func channel(of node: String) -> Int? {
    let name = node.hasSuffix(":") ? String(node.dropLast()) : node
    if let known = nodes.firstIndex(of: name) { return known }
    guard nodes.count < Self.nodeLimit else { return nil }
    nodes.append(name)
    var device = DescribedDevice(number: nodes.count - 1)
    if name.hasPrefix("/") { device.description.node = name }
    devices.append(device)
    return nodes.count - 1
  }

  /// A line's first word: an assignment, or a word of the shell's; false for any other.
  private mutating func note(_ word: String, _ words: inout ShellWords, in line: UnsafeRawBufferPointer) -> Bool {
    if let equals = word.firstIndex(of: "="), equals > word.startIndex {
      var rest = words
      let stated = String(word[word.index(after: equals)...])
      let value = stated.isEmpty ? rest.next() ?? "" : stated
      if variables.count < Self.variableLimit { variables["$" + word[..<equals]] = value }
      return true
    }
    var scanner = ByteScanner(line)
    let isControl = Self.controls.contains(word) || scanner.skip(past: "()")
    hasControl = hasControl || isControl
    return isControl || Self.otherWords.contains(word)
  }

  private static let controls: Set<String> = ["for", "while", "until", "if", "case", "function"]
  private static let otherWords: Set<String> = [
    "echo", "do", "done", "then", "else", "elif", "fi", "esac", "exit", "return", "set", "export", "wait", "shift",
  ]
}

// MARK: - Our own scripts

extension SendeventGrammar {
  /// What `inject --format sendevent` writes.
  private struct OurScript {
    static let signature: StaticString = "# Sends the touches of a recording to an input device"
    /// Whether it is still the functions that are read.
    var isInFunctions = true
  }

  /// `at MILLISECONDS` and `e TYPE CODE VALUE`, behind the functions that they call.
  private mutating func readOurs(_ line: ByteScanner) -> LineMeaning {
    var scanner = line
    guard ours?.isInFunctions == false else {
      if scanner.rest.text == "begin" { ours?.isInFunctions = false }
      if scanner.accept("name='"), nodes.isEmpty { readName(scanner.rest.text) }
      return .other
    }
    var words = ShellWords(line.rest)
    switch words.next() {
    case "at":
      guard let milliseconds = words.duration(unit: 1_000_000) else { return .malformed }
      clock.set(milliseconds)
      return .other
    case "e":
      guard let type = number(&words).flatMap({ UInt16(exactly: $0) }),
        let code = number(&words).flatMap({ UInt16(exactly: $0) }), let value = number(&words), !hasNumber(words),
        add(EventType(rawValue: type), EventCode(rawValue: code), value, to: "$node", isWhole: !words.isAtEnd) == .read
      else { return .malformed }
      return readOn() ?? .other
    default: return line.rest.starts(with: "[ $left ") ? .other : .unknown
    }
  }

  private mutating func readName(_ text: String) {
    guard channel(of: "$node") != nil, text.hasSuffix("'") else { return }
    devices[0].description.name = String(text.dropLast()).replacing(#"'\''"#, with: "'")
  }
}

/// The time in a script.
private struct ScriptClock {
  private let step: Int64
  /// Nanoseconds since its start.
  private var now: Int64 = 0
  private var latestReport: Int64?
  private var isInFrame = false
  private var isAbsolute = false
  private var hasSlept = false
  private var steps = 0

  private static let limit = Int64(ByteScanner.lastSecond) * 1_000_000_000

  init(step: Int64) { self.step = step }

  var warning: String {
    let nominal = "each takes \(step / 1_000_000) ms"
    guard hasSlept else { return "the script has no sleeps, and so no times: of its frames, \(nominal)" }
    let times = "the times are those of the script's sleeps, without what its commands took"
    return steps > 0 ? "\(times); of frames without a sleep between them, \(nominal)" : times
  }

  mutating func sleep(_ duration: Int64) {
    now = min(now + duration, Self.limit)
    hasSlept = true
  }

  /// Waits until a time.
  mutating func set(_ time: Int64) {
    now = max(now, time)
    isAbsolute = true
  }

  /// The time of the next event.
  mutating func time(ofReport isReport: Bool) -> Timestamp {
    if !isInFrame, !isAbsolute, latestReport == now {
      now = min(now + step, Self.limit)
      steps += 1
    }
    isInFrame = !isReport
    if isReport { latestReport = now }
    return Timestamp(nanoseconds: now)
  }
}
