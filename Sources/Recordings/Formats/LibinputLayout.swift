import ByteStreams

/// Where the devices of a `libinput record` file and their events stand, told by the indentation of its lines.
struct LibinputLayout {
  struct Device {
    /// The device's lines without its events and comments: a YAML sequence of one mapping.
    var header: [UInt8] = []
    var headerLine: Int
    /// The lines of its `events:`.
    var events: Range<UInt64>?
    var eventsLine = 1
  }

  private(set) var devices: [Device] = []
  /// What `ndevices:` promises.
  private(set) var announcedCount: Int?

  private static let deviceLimit = 256
  private static let headerLimit = 4 << 20

  private enum State {
    case top, devices, header, events, after
  }

  private var state = State.top
  /// The column of the dash of each device.
  private var dashColumn: Int?
  /// The column of each device's keys.
  private var keyColumn = 0
  private let file: String

  init(of bytes: any ByteSource) throws(FileError) {
    file = bytes.name
    let lines = LineReader(bytes)
    while let line = try lines.next() { try read(line, at: lines) }
    closeEvents(at: .max)
  }

  @inline(__always)
  private mutating func read(_ line: UnsafeRawBufferPointer, at place: LineReader) throws(FileError) {
    var column = 0
    while column < line.count, line[column] == 0x20 { column += 1 }
    guard column < line.count, line[column] != UInt8(ascii: "#") else { return }
    if state == .events {
      if column > keyColumn || (column == keyColumn && continuesList(line[column])) { return }
      closeEvents(at: place.offset)
    }
    try readOutside(ByteScanner(UnsafeRawBufferPointer(rebasing: line[column...])), line, column: column, at: place)
  }

  @inline(__always)
  private func continuesList(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "]") }

  private mutating func closeEvents(at offset: UInt64) {
    guard state == .events, let start = devices.last?.events?.lowerBound else { return }
    devices[devices.count - 1].events = start..<max(start, offset)
    state = .header
  }

  private mutating func readOutside(
    _ text: ByteScanner, _ line: UnsafeRawBufferPointer, column: Int, at place: LineReader
  ) throws(FileError) {
    var text = text
    if state == .header, column <= dashColumn ?? 0, !isItem(text) || column != dashColumn { state = .after }
    switch state {
    case .top, .after: try readTop(&text, column: column, at: place)
    case .devices, .header, .events:
      if isItem(text), dashColumn == nil || column == dashColumn {
        try addDevice(&text, line, column: column, at: place)
      } else if column == keyColumn, !devices.isEmpty {
        try readKey(text, line, at: place)
      } else {
        try keep(line)
      }
    }
  }

  private func isItem(_ text: ByteScanner) -> Bool {
    var text = text
    return text.accept(UInt8(ascii: "-")) && (text.isAtEnd || text.byte == 0x20)
  }

  private mutating func readTop(_ text: inout ByteScanner, column: Int, at place: LineReader) throws(FileError) {
    if text.rest.starts(with: "- evdev:"), devices.isEmpty {
      // The front of the file is missing.
      devices.append(Device(headerLine: place.number))
      keyColumn = column
      beginEvents(at: place)
    } else if column == 0, text.accept("version:") {
      text.skipBlanks()
      guard text.rest.text != "1" else { return }
      throw FileError(
        file: file, place: .line(place.number),
        message: "is version \(text.rest.text) of libinput's recordings; touchreel reads version 1")
    } else if column == 0, text.accept("ndevices:") {
      text.skipBlanks()
      announcedCount = text.decimal(upTo: 1 << 20).map { Int($0) }
    } else if column == 0, text.accept("devices:") {
      state = .devices
    }
  }

  private mutating func addDevice(
    _ text: inout ByteScanner, _ line: UnsafeRawBufferPointer, column: Int, at place: LineReader
  ) throws(FileError) {
    guard devices.count < Self.deviceLimit else {
      throw FileError(
        file: file, place: .line(place.number), message: "holds more than \(Self.deviceLimit) devices; cut it")
    }
    devices.append(Device(headerLine: place.number))
    state = .header
    dashColumn = column
    text.advance()
    text.skipBlanks()
    keyColumn = column + text.index
    try readKey(text, line, at: place)
  }

  private mutating func readKey(
    _ text: ByteScanner, _ line: UnsafeRawBufferPointer, at place: LineReader
  ) throws(FileError) {
    guard text.rest.starts(with: "events:") else { return try keep(line) }
    if devices[devices.count - 1].header.isEmpty { devices[devices.count - 1].header = Array("- \n".utf8) }
    beginEvents(at: place)
  }

  private mutating func beginEvents(at place: LineReader) {
    devices[devices.count - 1].events = place.offset..<UInt64.max
    devices[devices.count - 1].eventsLine = place.number
    state = .events
  }

  private mutating func keep(_ line: UnsafeRawBufferPointer) throws(FileError) {
    guard let last = devices.indices.last else { return }
    guard devices[last].header.count + line.count < Self.headerLimit else {
      throw FileError(
        file: file, place: .line(devices[last].headerLine),
        message: "the description of this device is longer than 4 MiB; is this libinput's file?")
    }
    devices[last].header += line
    devices[last].header.append(0x0a)
  }
}
