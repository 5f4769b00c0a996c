import Glibc
import TouchReelInputEvents

/// What Android's `getevent` prints, with or without times (`-t`), labels (`-l`), nodes and descriptions (`-p`, `-i`).
struct GeteventGrammar: EventLineGrammar {
  static let describesBeforeEvents = false

  /// Nodes beyond this number count as malformed lines.
  private static let nodeLimit = 256

  static let marks: [StaticString] = ["[", "/dev/input/"]

  var tail = LineTail()
  private(set) var devices: [DescribedDevice] = []
  private var nodes: [GeteventNode] = []
  /// Nodes that a list names, of which nothing else came: they need not be of a device that is recorded.
  private var listed: [ListedNode] = []
  private var lastNode = 0
  /// The node of events that name none: the first, or the first that is described behind events.
  private var namelessNode = 0
  private var hasEvents = false
  private var hasEventsSinceBlock = false
  private var labels = GeteventLabels()
  private var block = GeteventBlock()
  private var blockCount = 0
  /// What blocks have that were read before.
  private var known = GeteventBlock.Parts()
  /// What the block being read describes.
  private var described: Described?
  /// Whether events came between the block being read and the one before.
  private var isBehindEvents = false
  /// The channel that the same node had before, where a device is described that has sent events.
  private var describedBefore: Int?
  private var hasTimes = false
  private var lastTime = Timestamp(nanoseconds: 0)
  /// The last time in brackets as it was written and what it is: most events have the time of the one before.
  private var writtenTime: GeteventTime?
  private var bracketedTime = Timestamp(nanoseconds: 0)
  private var untimedFrames = 0
  private var hasUntimedEvents = false

  private enum Described {
    case channel(Int)
    case listed([UInt8])
  }

  init() {}

  var warnings: [String] {
    guard hasUntimedEvents else { return [] }
    return [
      hasTimes
        ? "some events have no time: they take that of the event before"
        : "the events have no times: each frame takes 1 ms; record with getevent -t"
    ]
  }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning {
    var scanner = ByteScanner(line)
    let isIndented = scanner.byte <= 0x20
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return .other }
    var rest = scanner
    let meaning = readEvent(&rest)
    switch meaning {
    case .event:
      if !rest.isAtEnd { tail.keep(rest) }
      return described == nil ? meaning : endBlock(before: meaning)
    case .malformed where described == nil || !isIndented:
      _ = keepsWholeEvents(behind: scanner)
      return meaning
    default:
      // The front of an event's time, as where two lines were joined.
      if scanner.byte == UInt8(ascii: "["), keepsWholeEvents(behind: scanner) { return .malformed }
      if let events = readEvents(behindTextOf: scanner) { return events }
      let described = readDescription(&scanner, isIndented: isIndented)
      if case .unknown = described, case .malformed = meaning { return meaning }
      return described
    }
  }

  static let longestPlainLine = 160

  /// An event whose time is in brackets, and whose node was read with the event before.
  @inline(__always)
  mutating func plainEvent(_ text: UnsafeRawBufferPointer) -> (value: PlainEvent, length: Int)? {
    var scanner = ByteScanner(text)
    // Where no description is open, events came behind the last one.
    guard scanner.byte == UInt8(ascii: "["), described == nil, hasEventsSinceBlock, let time = readTime(&scanner),
      scanner.accept(UInt8(ascii: " ")), let index = plainNode(&scanner),
      let (type, code) = labels.plainColumns(&scanner), scanner.accept(UInt8(ascii: " ")),
      let value = labels.value(&scanner, of: type, code)
    else { return nil }
    // Labelled values are padded, and what comes through adb ends lines by CR LF.
    while scanner.accept(UInt8(ascii: " ")) {}
    _ = scanner.accept(UInt8(ascii: "\r"))
    guard scanner.accept(UInt8(ascii: "\n")) else { return nil }
    (hasTimes, lastTime) = (true, time)
    let event = InputEvent(time: time, type: type, code: code, value: value)
    return (PlainEvent(event: event, channel: nodes[index].channel), scanner.index)
  }

  /// The node of the line if it had events before.
  @inline(__always)
  private func plainNode(_ scanner: inout ByteScanner) -> Int? {
    guard scanner.byte == UInt8(ascii: "/") else {
      return nodes[safe: namelessNode]?.hasEvents == true ? namelessNode : nil
    }
    guard let node = nodes[safe: lastNode], node.hasEvents, node.accept(&scanner), scanner.accept(UInt8(ascii: " "))
    else {
      return nil
    }
    return lastNode
  }

  /// An event, and the rate that `getevent -r` prints behind a report.
  @inline(__always)
  mutating func readEvent(_ scanner: inout ByteScanner) -> LineMeaning {
    let meaning = readColumns(&scanner)
    guard !scanner.isAtEnd, case .event = meaning else { return meaning }
    scanner.skipBlanks()
    if scanner.accept("rate ") { _ = scanner.decimal(upTo: 1 << 40) }
    return meaning
  }

  @inline(__always)
  private mutating func readColumns(_ scanner: inout ByteScanner) -> LineMeaning {
    let time = readTime(&scanner)
    scanner.skipBlanks()
    guard let node = readNode(&scanner) else { return .malformed }
    scanner.skipBlanks()
    let type: EventType
    let code: EventCode
    if let known = labels.knownColumns(&scanner) {
      (type, code) = known
    } else {
      let columns = scanner
      guard let read = labels.type(&scanner) else { return time != nil || node.isNamed ? .malformed : .unknown }
      scanner.skipBlanks()
      guard let readCode = labels.code(&scanner, of: read) else { return .malformed }
      (type, code) = (read, readCode)
      labels.remember(type, code, from: columns, to: scanner)
    }
    scanner.skipBlanks()
    let start = scanner.index
    guard let value = labels.value(&scanner, of: type, code), isEnd(of: start, scanner) else {
      return .malformed
    }
    guard let channel = node.index ?? channel(named: Array(node.name)) else { return .malformed }
    if node.isNamed { lastNode = channel }
    let event = InputEvent(time: self.time(time), type: type, code: code, value: value)
    if event.isReport && time == nil { untimedFrames += 1 }
    if !nodes[channel].hasEvents { nodes[channel].hasEvents = true }
    (hasEvents, hasEventsSinceBlock) = (true, true)
    return .event(event, channel: nodes[channel].channel, isWhole: true)
  }

  /// Whether a value ends here: before a blank, or with its 8 digits before another event, as where lines were joined.
  @inline(__always)
  private func isEnd(of start: Int, _ scanner: ByteScanner) -> Bool {
    if scanner.isAtEnd || scanner.byte <= 0x20 { return true }
    return scanner.index - start == 8 && (scanner.byte == UInt8(ascii: "[") || scanner.byte == UInt8(ascii: "/"))
  }

  /// `[   52032.679748]`, or `52032-679748:` of the first Androids.
  @inline(__always)
  private mutating func readTime(_ scanner: inout ByteScanner) -> Timestamp? {
    if scanner.byte == UInt8(ascii: "["), let text = GeteventTime(scanner) {
      if text == writtenTime {
        scanner.advance(by: GeteventTime.width)
        return bracketedTime
      }
      let start = scanner.index
      guard let time = readBracketedTime(&scanner) else { return nil }
      writtenTime = scanner.index - start == GeteventTime.width ? text : nil
      bracketedTime = time
      return time
    }
    return readBracketedTime(&scanner) ?? readOldTime(&scanner)
  }

  private func readBracketedTime(_ scanner: inout ByteScanner) -> Timestamp? {
    let start = scanner
    if scanner.accept(UInt8(ascii: "[")) {
      scanner.skipBlanks()
      if let time = scanner.time(), scanner.accept(UInt8(ascii: "]")) { return time }
    }
    scanner = start
    return nil
  }

  private func readOldTime(_ scanner: inout ByteScanner) -> Timestamp? {
    let start = scanner
    if let time = scanner.time(separator: UInt8(ascii: "-")), scanner.accept(UInt8(ascii: ":")) { return time }
    scanner = start
    return nil
  }

  private mutating func time(_ read: Timestamp?) -> Timestamp {
    if let read {
      hasTimes = true
      lastTime = read
      return read
    }
    hasUntimedEvents = true
    return hasTimes ? lastTime : Timestamp(nanoseconds: Int64(untimedFrames) * 1_000_000)
  }

  private struct NodePlace {
    var isNamed: Bool
    /// `nil` if it is none of those that are known.
    var index: Int?
    var name = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// `/dev/input/event2:` or an empty prefix.
  @inline(__always)
  private mutating func readNode(_ scanner: inout ByteScanner) -> NodePlace? {
    guard scanner.byte == UInt8(ascii: "/") else {
      return NodePlace(isNamed: false, index: nodes.isEmpty ? nil : namelessNode)
    }
    if let known = nodes[safe: lastNode], known.accept(&scanner) { return NodePlace(isNamed: true, index: lastNode) }
    let word = scanner.word()
    guard let last = word.last, last == UInt8(ascii: ":") else { return nil }
    return NodePlace(isNamed: true, name: UnsafeRawBufferPointer(rebasing: word.dropLast()))
  }

  /// The node of this name, which is a new channel where it is new or was removed; `nil` if there are too many. Without
  /// a name it is the one that is listed, if there is one.
  private mutating func channel(named name: [UInt8]) -> Int? {
    guard let index = nodes.firstIndex(where: { $0.name == name }) else {
      return addNode(name.isEmpty && listed.count == 1 ? listed[0].name : name)
    }
    if nodes[index].isRemoved { addChannel(to: index) }
    return nodes[index].isRemoved ? nil : index
  }

  private mutating func addNode(_ name: [UInt8]) -> Int? {
    guard nodes.count < Self.nodeLimit, devices.count < 2 * Self.nodeLimit else { return nil }
    nodes.append(GeteventNode(name: name, channel: devices.count))
    let offset = listed.firstIndex { $0.name == name }
    var device = offset.map { listed.remove(at: $0).device } ?? DescribedDevice()
    device.number = nodes.count - 1
    if !name.isEmpty { device.description.node = String(decoding: name, as: UTF8.self) }
    devices.append(device)
    return nodes.count - 1
  }

  private mutating func addChannel(to index: Int) {
    guard devices.count < 2 * Self.nodeLimit else { return }
    nodes[index].channel = devices.count
    nodes[index].isRemoved = false
    nodes[index].hasEvents = false
    var device = DescribedDevice(number: index)
    device.description.node = String(decoding: nodes[index].name, as: UTF8.self)
    device.isLate = true
    devices.append(device)
  }

  private mutating func readDescription(_ scanner: inout ByteScanner, isIndented: Bool) -> LineMeaning {
    if scanner.accept("add device ") { return startBlock(scanner) }
    if scanner.accept("remove device ") { return remove(scanner) }
    if scanner.accept("could not ") { return .other }
    // Text that came between does not end a description.
    guard let described, isIndented else { return .unknown }
    switch described {
    case .channel(let channel): return block.read(&scanner, into: &devices[channel]) ? .other : .unknown
    case .listed(let name): return readBlock(of: name, &scanner)
    }
  }

  /// What lists codes is a device, whether events of it come or not.
  private mutating func readBlock(of name: [UInt8], _ scanner: inout ByteScanner) -> LineMeaning {
    guard let offset = listed.firstIndex(where: { $0.name == name }) else { return .unknown }
    let isRead = block.read(&scanner, into: &listed[offset].device)
    if listed[offset].device.isDescribed, let index = addNode(name) {
      described = .channel(nodes[index].channel)
      // What is described behind events was not there from the beginning, or is another recording.
      if hasEvents, !nodes[0].name.isEmpty { devices[nodes[index].channel].isLate = true }
      if isBehindEvents, !nodes[namelessNode].name.isEmpty { namelessNode = index }
    }
    return isRead ? .other : .unknown
  }

  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool {
    guard described != nil else { return false }
    // `getevent -v1` prints no names at all.
    if block.parts.isEmpty { return blockCount == 1 || known.contains(.name) }
    // What is described already need only be named, as by a getevent without options behind one with them.
    if case .channel(let channel)? = described, devices[channel].isDescribed, !block.parts.contains(.codes) {
      return block.isCut(behind: line, known.subtracting(.events))
    }
    return block.isCut(behind: line, known)
  }

  private mutating func startBlock(_ line: ByteScanner) -> LineMeaning {
    var scanner = line
    guard scanner.skip(past: ": ") else { return .malformedDescription }
    let name = Array(scanner.word())
    known.formUnion(block.parts)
    (block, describedBefore) = (GeteventBlock(), nil)
    blockCount += 1
    (isBehindEvents, hasEventsSinceBlock) = (hasEventsSinceBlock, false)
    if nodes.contains(where: { $0.name == name }) { return describe(name) }
    if !listed.contains(where: { $0.name == name }) {
      guard nodes.count + listed.count < Self.nodeLimit else { return .malformedDescription }
      listed.append(ListedNode(name: name))
    }
    described = .listed(name)
    return .other
  }

  /// A block of a node that is known: one that has sent events is opened again.
  private mutating func describe(_ name: [UInt8]) -> LineMeaning {
    guard let index = channel(named: name) else { return .malformedDescription }
    if isBehindEvents, !nodes[namelessNode].name.isEmpty { namelessNode = index }
    let before = nodes[index].channel
    if nodes[index].hasEvents, devices[before].isDescribed {
      addChannel(to: index)
      if nodes[index].channel != before { describedBefore = before }
    }
    described = .channel(nodes[index].channel)
    return .other
  }

  /// At the first event behind a description. One that only says again what is known is no new opening.
  private mutating func endBlock(before meaning: LineMeaning) -> LineMeaning {
    let (described, before) = (described, describedBefore)
    (self.described, describedBefore) = (nil, nil)
    guard case .channel(let described)? = described, let before,
      devices[described].description.announcesTheSame(as: devices[before].description),
      let index = nodes.firstIndex(where: { $0.channel == described })
    else { return meaning }
    nodes[index].channel = before
    nodes[index].hasEvents = true
    guard case .event(let event, described, let isWhole) = meaning else { return meaning }
    return .event(event, channel: before, isWhole: isWhole)
  }

  private mutating func remove(_ line: ByteScanner) -> LineMeaning {
    var scanner = line
    guard scanner.skip(past: ": ") else { return .malformedDescription }
    let name = Array(scanner.word())
    listed.removeAll { $0.name == name }
    guard let index = nodes.firstIndex(where: { $0.name == name }) else { return .other }
    nodes[index].isRemoved = true
    if lastNode == index { lastNode = -1 }
    return .other
  }
}

private struct ListedNode {
  let name: [UInt8]
  var device = DescribedDevice()
}

private struct GeteventNode {
  var name: [UInt8]
  var channel: Int
  var isRemoved = false
  /// Whether events came from its present channel.
  var hasEvents = false

  /// Moves past the node's name and the colon after it, if they are here.
  @inline(__always)
  func accept(_ scanner: inout ByteScanner) -> Bool {
    guard !isRemoved, let base = scanner.bytes.baseAddress, scanner.bytes.count - scanner.index > name.count,
      scanner.bytes[scanner.index + name.count] == UInt8(ascii: ":"),
      memcmp(name, base + scanner.index, name.count) == 0
    else { return false }
    scanner.advance(by: name.count + 1)
    return true
  }
}

/// The text of a time in brackets, as getevent pads it.
private struct GeteventTime: Equatable {
  /// `[`, eight digits or blanks, a point, six digits, `]`.
  static let width = 17

  private let front: UInt64
  private let back: UInt64

  /// `nil` if the line is too short.
  @inline(__always)
  init?(_ scanner: ByteScanner) {
    guard scanner.bytes.count - scanner.index >= Self.width, let base = scanner.bytes.baseAddress else { return nil }
    front = base.loadUnaligned(fromByteOffset: scanner.index + 1, as: UInt64.self)
    back = base.loadUnaligned(fromByteOffset: scanner.index + 9, as: UInt64.self)
  }
}

extension Array {
  @inline(__always)
  fileprivate subscript(safe index: Int) -> Element? {
    _read { yield index >= 0 && index < count ? self[index] : nil }
  }
}
