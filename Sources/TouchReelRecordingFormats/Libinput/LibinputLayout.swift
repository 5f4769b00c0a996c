import Glibc
import TouchReelByteStreams
import TouchReelRecordings

/// The positions of the devices and events in a `libinput record` file, found by the indentation of its lines.
struct LibinputLayout {
  struct Device {
    /// The device's lines without its events and comments: a YAML sequence of one mapping.
    var header: [UInt8] = []
    var headerLine: Int
    /// The lines of its `events:`.
    var events: Range<UInt64>?
    var eventsLine = 1
    /// The column of its keys: what begins before it is not of its events.
    var keyColumn = 0
    /// What stands before its lines.
    var margin = Self.margin

    /// Tabs that someone made of libinput's two blanks.
    static let margin = LineMargin(tabWidth: 2)
  }

  private(set) var devices: [Device] = []
  /// What `ndevices:` promises.
  private(set) var announcedCount: Int?
  /// What the file holds besides devices and their events, in the order of first occurrence.
  private(set) var besides: [String] = []
  /// What to warn of lines outside of events that are none of the recording's, with the number of the first and how
  /// many there are.
  private(set) var foreignLines: [(warning: String, first: Int, count: Int)] = []
  /// The same of lines behind the first events.
  private(set) var laterForeignLines: [(warning: String, first: Int, count: Int)] = []
  private(set) var foreign = ForeignEvents()
  /// Lines that look like events and are in no device's list, and the number of the first.
  private(set) var strayEvents: (count: Int, first: Int) = (0, 0)

  /// Where another recording begins, which was appended.
  private(set) var next: Start?

  /// The beginning of a recording within a file.
  struct Start {
    var offset: UInt64 = 0
    var line = 1
    var margin = Device.margin
  }

  private static let deviceLimit = 256
  private static let headerLimit = 4 << 20

  private enum State {
    case top, devices, header, events
  }

  private var state = State.top
  /// The column of the dash of each device.
  private var dashColumn: Int?
  /// The column of each device's keys.
  private var keyColumn = 0
  /// The key of the device that was read last.
  private var lastKey = ""
  /// Whether the text has lost its indentation, so that keys are told apart by their names.
  private var isFlat = false
  /// The column of the keys of the file: a paste may be indented.
  private var topColumn: Int?
  /// The file's keys that were read, which each recording has once.
  private var keys: Set<String> = []
  /// The first key behind the devices that only another recording can have.
  private var possibleStart: Start?
  private let file: String

  /// - Parameters:
  ///   - start: where the recording begins.
  ///   - isStream: whether to stop where the first events begin.
  init(of bytes: any ByteSource, from start: Start = Start(), isStream: Bool) throws(FileError) {
    file = bytes.name
    let lines = LineReader(
      bytes, range: start.offset..<UInt64.max, firstLine: start.line, margin: start.margin)
    repeat { skipPlainEvents(lines) } while try readLine(lines) && next == nil && !(isStream && state == .events)
    if !isStream { closeEvents(at: next?.offset ?? .max) }
  }

  /// Lines within the events that say nothing of where they end.
  @inline(__always)
  private func skipPlainEvents(_ lines: LineReader) {
    guard state == .events else { return }
    while lines.take(ofAtLeast: LibinputLine.longest, plainEvent) != nil {}
  }

  /// The length of the line at the front of some lines if it begins an `evdev:` or one of its lists.
  @inline(__always)
  private func plainEvent(_ text: UnsafeRawBufferPointer) -> (value: Void, length: Int)? {
    var column = 0
    while column < 16, text[column] == 0x20 { column += 1 }
    guard column >= keyColumn, text[column] == UInt8(ascii: "-"), text[column + 2] <= UInt8(ascii: "e"),
      let start = text.baseAddress, let feed = memchr(start + column, 0x0a, LibinputLine.longest - column)
    else { return nil }
    return ((), UnsafeRawPointer(feed) + 1 - start)
  }

  /// - Returns: false at the end.
  private mutating func readLine(_ lines: LineReader) throws(FileError) -> Bool {
    guard let line = try lines.next() else { return false }
    try read(line, at: lines)
    return true
  }

  /// Whether the line that was read last is one of a device's events.
  var isInEvents: Bool { state == .events }

  /// Whether the first device goes on to be described behind its events, as in a text whose keys were sorted.
  var describesLater: Bool {
    guard let header = devices.first?.header, !header.isEmpty else { return false }
    return !String(decoding: header, as: UTF8.self).contains("node:")
  }

  /// Reads a line, as where a stream goes on behind the first events.
  @inline(__always)
  mutating func read(_ line: UnsafeRawBufferPointer, at lines: LineReader) throws(FileError) {
    var column = 0
    while column < line.count, line[column] == 0x20 { column += 1 }
    guard column < line.count, line[column] != UInt8(ascii: "#") else { return }
    let text = UnsafeRawBufferPointer(rebasing: line[column...])
    guard !LibinputWords.isMarker(text) else { return }
    if state == .events {
      guard endsEvents(text, column: column) else { return noteOther(text) }
      closeEvents(at: lines.offset)
    }
    try readOutside(text, line, column: column, at: lines)
  }

  /// Whether a line begins a device, or goes on with this one's description or the file's. Text that happens to stand
  /// at its column does not.
  private func endsEvents(_ text: UnsafeRawBufferPointer, column: Int) -> Bool {
    // Where devices go on behind a second `devices:`, the next device ends the events.
    let isOfFile = isTopKey(text, column: column) && !text.starts(with: "devices:")
    if column == dashColumn { return isDevice(text) || isOfFile }
    // A second list of the same device goes on with its events.
    if text.starts(with: "events:") { return false }
    if column == keyColumn { return dashColumn != nil && LibinputWords.isDeviceKey(text) }
    return isOfFile
  }

  private func isDevice(_ text: UnsafeRawBufferPointer) -> Bool {
    isFlat ? text.starts(with: "- node:") : LibinputWords.isDevice(text)
  }

  private func isTopKey(_ text: UnsafeRawBufferPointer, column: Int) -> Bool {
    column == topColumn ?? column && LibinputWords.isTopKey(text)
  }

  private mutating func noteOther(_ text: UnsafeRawBufferPointer) {
    if text.starts(with: "- libinput:") { note("libinput's own events") }
    if text.starts(with: "- hid:") { note("HID reports") }
    if text.starts(with: "- udev:") { note("udev's events") }
  }

  private mutating func note(_ fact: String) {
    if !besides.contains(fact) { besides.append(fact) }
  }

  private mutating func closeEvents(at offset: UInt64) {
    guard state == .events, let start = devices.last?.events?.lowerBound else { return }
    devices[devices.count - 1].events = start..<max(start, offset)
    state = .header
  }

  private mutating func readOutside(
    _ text: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, column: Int, at lines: LineReader
  ) throws(FileError) {
    if isTopKey(text, column: column) {
      topColumn = column
      state = .top
      return try readTop(ByteScanner(text), at: lines)
    }
    switch state {
    case .top: readBesides(text, column: column, at: lines)
    case .devices, .header, .events: try readInDevices(text, line, column: column, at: lines)
    }
  }

  private mutating func readInDevices(
    _ text: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, column: Int, at lines: LineReader
  ) throws(FileError) {
    if state == .header, column == dashColumn, let key = keyBehindStrayDash(text) {
      return try readStrayKey(key, at: lines)
    }
    if column == dashColumn ?? column, isDevice(text) {
      return try addDevice(ByteScanner(text), line, column: column, at: lines)
    }
    if state == .devices, devices.isEmpty, column > 0, LibinputWords.isDeviceKey(text) {
      beginDevice(column, at: lines)
    }
    if state == .header, column == dashColumn, LibinputWords.isDeviceKey(text) { (isFlat, keyColumn) = (true, column) }
    guard state == .header, column >= keyColumn, LibinputWords.isDescription(text) else { return noteForeign(lines) }
    if isEvents(text) {
      return isInDescription && !text.starts(with: "- evdev:") ? noteForeign(lines) : beginEvents(at: lines)
    }
    if isFlat { return try readFlat(text, column: column, at: lines) }
    if column == keyColumn { try readKey(ByteScanner(text), line, at: lines) } else { try keep(line) }
  }

  /// A key behind a dash that makes an item of it, while the device before still lacks this key and has no events.
  private func keyBehindStrayDash(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard !isFlat, let device = devices.last, device.events == nil, let key = LibinputWords.item(text),
      LibinputWords.isDeviceKey(key), let colon = key.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let header = String(decoding: device.header, as: UTF8.self)
    let word = UnsafeRawBufferPointer(rebasing: key[...colon]).text
    return header.contains("node:") && !header.contains(word) ? key : nil
  }

  private mutating func readStrayKey(_ key: UnsafeRawBufferPointer, at lines: LineReader) throws(FileError) {
    add("a dash too many before a key of the device: ignored", line: lines.number, to: \.foreignLines)
    if key.starts(with: "events:") { return beginEvents(at: lines) }
    try keep([UInt8](repeating: 0x20, count: keyColumn) + key)
  }

  /// - Parameter count: of all devices of a file up to here.
  static func checkDeviceCount(_ count: Int, in file: String, location: FileError.Location? = nil) throws(FileError) {
    guard count > deviceLimit else { return }
    throw FileError(file: file, location: location, message: "holds more than \(deviceLimit) devices; cut it")
  }

  /// A line of a description without indentation, which is put where libinput has it.
  private mutating func readFlat(
    _ text: UnsafeRawBufferPointer, column: Int, at lines: LineReader
  ) throws(FileError) {
    guard !text.starts(with: "events:") else { return try readKey(ByteScanner(text), text, at: lines) }
    try keep([UInt8](repeating: 0x20, count: column + LibinputWords.indentation(of: text)) + text)
  }

  /// Whether the device's axes are still to come, so that an event there is out of place.
  private var isInDescription: Bool { lastKey == "evdev" || lastKey == "node" }

  /// Whether a line belongs to events, whose `events:` may be missing.
  private func isEvents(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: "- evdev:") || LibinputWords.isEvent(text)
  }

  private mutating func noteForeign(_ lines: LineReader) {
    let warning = foreign.note(
      lines.line, line: lines.number, of: .libinput, otherwise: LibinputWords.foreignLine)
    var text = ByteScanner(lines.line)
    text.skipBlanks()
    if LibinputWords.isEvent(text.rest) {
      if strayEvents.count == 0 { strayEvents.first = lines.number }
      strayEvents.count += 1
    }
    let isLater = devices.contains { $0.events != nil }
    add(warning, line: lines.number, to: isLater ? \.laterForeignLines : \.foreignLines)
  }

  private mutating func add(
    _ warning: String, line: Int, to list: WritableKeyPath<Self, [(warning: String, first: Int, count: Int)]>
  ) {
    if let index = self[keyPath: list].firstIndex(where: { $0.warning == warning }) {
      self[keyPath: list][index].count += 1
    } else {
      self[keyPath: list].append((warning, line, 1))
    }
  }

  /// A key of the file.
  private mutating func readTop(_ line: ByteScanner, at lines: LineReader) throws(FileError) {
    var text = line
    noteKey(line.rest, at: lines)
    guard next == nil else { return }
    if text.accept("version:") {
      text.skipBlanks()
      let version = text.decimal(upTo: 1 << 32) ?? 0
      guard version != 1 else { return }
      throw FileError(
        file: file, location: .line(lines.number),
        message: "is version \(version) of libinput's recordings; touchreel reads version 1")
    } else if text.accept("ndevices:") {
      text.skipBlanks()
      guard possibleStart == nil else { return }
      announcedCount = text.decimal(upTo: 1 << 20).map { Int($0) }
    } else if text.accept("devices:") {
      (state, dashColumn) = (.devices, nil)
    }
  }

  /// Notes where another recording begins: with its version or its number of devices, and its devices behind that.
  private mutating func noteKey(_ text: UnsafeRawBufferPointer, at lines: LineReader) {
    let isOfDevices = text.starts(with: "devices:")
    if isOfDevices { next = possibleStart }
    let key = text.prefix { $0 != UInt8(ascii: ":") }
    let isNew = keys.insert(String(decoding: key, as: UTF8.self)).inserted
    guard !devices.isEmpty, possibleStart == nil, !isOfDevices, !isNew || !keys.contains("devices"),
      text.starts(with: "version:") || text.starts(with: "ndevices:")
    else { return }
    possibleStart = Start(offset: lines.offset, line: lines.number, margin: lines.margin)
  }

  /// What the file says of the machine; any other line is none of its.
  private mutating func readBesides(_ text: UnsafeRawBufferPointer, column: Int, at lines: LineReader) {
    if isEvents(text) {
      // The front of the file is missing, or a key of the file stands among the events.
      if devices.isEmpty {
        devices.append(Device(headerLine: lines.number))
        keyColumn = column
      }
      beginEvents(at: lines)
    } else if topColumn != nil, LibinputWords.isDescription(text) {
      var scanner = ByteScanner(text)
      guard scanner.accept("kernel:") || scanner.accept("dmi:") else { return }
      scanner.skipBlanks()
      if scanner.rest.text != "\"unknown\"" { note("the machine's kernel and model") }
    } else {
      noteForeign(lines)
    }
  }

  /// Begins a device whose first line, that of its node, is missing.
  private mutating func beginDevice(_ column: Int, at lines: LineReader) {
    add("the device's first line, that of its node, is missing", line: lines.number, to: \.foreignLines)
    devices.append(Device(header: Array("- \n".utf8), headerLine: lines.number))
    (state, keyColumn, dashColumn) = (.header, column, max(column - 2, 0))
  }

  private mutating func addDevice(
    _ item: ByteScanner, _ line: UnsafeRawBufferPointer, column: Int, at lines: LineReader
  ) throws(FileError) {
    var text = item
    try Self.checkDeviceCount(devices.count + 1, in: file, location: .line(lines.number))
    devices.append(Device(headerLine: lines.number))
    state = .header
    dashColumn = column
    text.advance()
    text.skipBlanks()
    keyColumn = isFlat ? column : column + text.index
    try readKey(text, line, at: lines)
  }

  private mutating func readKey(
    _ text: ByteScanner, _ line: UnsafeRawBufferPointer, at lines: LineReader
  ) throws(FileError) {
    lastKey = String(decoding: text.rest.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    guard text.rest.starts(with: "events:") else { return try keep(line) }
    if devices[devices.count - 1].header.isEmpty { devices[devices.count - 1].header = Array("- \n".utf8) }
    beginEvents(at: lines)
  }

  /// What stands between two lists of a device is read as a part of its events, where it says nothing.
  private mutating func beginEvents(at lines: LineReader) {
    if let events = devices[devices.count - 1].events {
      devices[devices.count - 1].events = events.lowerBound..<UInt64.max
      state = .events
      return
    }
    devices[devices.count - 1].events = lines.offset..<UInt64.max
    devices[devices.count - 1].eventsLine = lines.number
    devices[devices.count - 1].keyColumn = keyColumn
    devices[devices.count - 1].margin = lines.margin
    state = .events
  }

  private mutating func keep(_ line: some Collection<UInt8>) throws(FileError) {
    guard let last = devices.indices.last else { return }
    guard devices[last].header.count + line.count < Self.headerLimit else {
      throw FileError(
        file: file, location: .line(devices[last].headerLine),
        message: "the description of this device is longer than 4 MiB; is this libinput's file?")
    }
    devices[last].header += line
    devices[last].header.append(0x0a)
  }
}
