import ByteStreams
import Glibc
import InputEvents
import Recordings

/// A recording of `libinput record`, version 1, of any number of devices.
///
/// The devices' events are one list after another; they are merged by time, each frame as a whole and each device's in
/// its own order, by one cursor for each device. A pipe that announces several devices is therefore read to its end
/// before the first frame.
struct LibinputSource: RecordingSource {
  let format = RecordingFormat.libinput
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let issues: ReadingIssues
  private var devices: [DescribedDevice] = []
  private var cursors: [LibinputCursor] = []
  private var opened = 0
  private var besides: [String] = []

  var warnings: WarningList { issues.warnings }
  var progress: Double { bytes.readFraction }
  /// Facts of the machine and of what libinput made of the events.
  var losses: [String] {
    besides.isEmpty ? [] : ["left out, as it is no part of the touches: \(besides.joined(separator: ", "))"]
  }

  init(_ bytes: any ByteSource, supply: DescriptionResolver, issues: ReadingIssues) throws(FileError) {
    self.issues = issues
    self.bytes = bytes
    // What comes after the first events of a stream is not awaited.
    var isStream = bytes.isPipe && supply.inference.isOfBeginning
    var layout = try LibinputLayout(of: bytes, isStream: isStream)
    if isStream, !bytes.isFollowed, layout.announcedCount ?? 1 > 1 {
      isStream = false
      layout = try LibinputLayout(of: bytes, isStream: false)
    }
    guard !layout.devices.isEmpty else {
      throw FileError(file: bytes.name, message: "has no device: it is truncated in its header; record again")
    }
    var supply = supply
    let window = max(4 << 10, min(256 << 10, (4 << 20) / layout.devices.count))
    for (number, device) in layout.devices.enumerated() {
      devices.append(try described(device, number: number, bytes, &supply))
      cursors.append(LibinputCursor(device, bytes, window: window, isStream: isStream, issues: issues))
    }
    for fact in layout.besides where !besides.contains(fact) { besides.append(fact) }
    if isStream { return }
    if let announced = layout.announcedCount, announced > devices.count {
      isTruncated = true
      issues.add("the file is truncated: it has \(devices.count) of \(announced) devices")
    }
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if opened < devices.count {
      let opening = DeviceOpening(number: opened, description: devices[opened].description)
      entry = .opening(opening, as: DeviceChannel(rawValue: opened))
      opened += 1
      return true
    }
    guard let earliest = try earliestCursor() else { return false }
    cursors[earliest].take(into: &entry, channel: earliest)
    return true
  }

  /// The device whose frame comes next; of frames at one time, the first device's.
  private mutating func earliestCursor() throws(FileError) -> Int? {
    var earliest: Int?
    var earliestTime = Timestamp(nanoseconds: .max)
    for index in cursors.indices {
      try cursors[index].fill()
      if cursors[index].isCut { isTruncated = true }
      guard let time = cursors[index].time, earliest == nil || time < earliestTime else { continue }
      (earliest, earliestTime) = (index, time)
    }
    return earliest
  }

  private mutating func described(
    _ device: LibinputLayout.Device, number: Int, _ bytes: any ByteSource, _ supply: inout DescriptionResolver
  ) throws(FileError) -> DescribedDevice {
    let document = YAMLDocument(device.header)
    if let problem = document.problem {
      issues.add("the description of device \(number) is broken: \(problem)", line: device.headerLine)
    }
    let item = document.root?.items.first ?? .mapping([])
    if item["hid"]?.items.isEmpty == false, !besides.contains("HID descriptors") { besides.append("HID descriptors") }
    if item["quirks"]?.items.isEmpty == false, !besides.contains("quirks") { besides.append("quirks") }
    var described = DescribedDevice(item, number: number)
    if described.isDescribed {
      if number == 0 { supply.noteUnused() }
      return described
    }
    if number == 0, let supplied = try supply.supplied() {
      described.description = supplied
    } else {
      supply.noteInference()
      described.description = try inference(of: device, bytes, supply.inference)
        .description(adding: described.description)
    }
    return described
  }

  private func inference(
    of device: LibinputLayout.Device, _ bytes: any ByteSource, _ extent: ReadingOptions.Inference
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    guard extent != .nothing, let range = device.events else { return inference }
    var events = LibinputEvents(LineReader(bytes, range: range))
    var count = 0
    while let event = try events.next() {
      inference.observe(event)
      count += 1
      if extent.ends(with: event, number: count) { break }
    }
    return inference
  }
}

/// The frames of one device.
private struct LibinputCursor {
  private var events: LibinputEvents?
  private let issues: ReadingIssues
  private var parts = FrameParts()
  private var isReady = false
  private(set) var isCut = false

  init(
    _ device: LibinputLayout.Device, _ bytes: any ByteSource, window: Int, isStream: Bool, issues: ReadingIssues
  ) {
    self.issues = issues
    events = device.events.map { range in
      LibinputEvents(
        LineReader(bytes, range: range, firstLine: device.eventsLine, window: window, issues: issues),
        endsAtNextDevice: isStream)
    }
  }

  /// The time of the next frame; `nil` at the end.
  var time: Timestamp? { isReady ? parts.time : nil }

  /// Reads the next frame, if it was not read yet.
  @inline(__always)
  mutating func fill() throws(FileError) {
    guard !isReady, events != nil else { return }
    while let event = try events?.next() {
      guard parts.append(event) else { continue }
      isReady = true
      return
    }
    end()
  }

  private mutating func end() {
    isCut = events?.isCut ?? false
    events = nil
    guard !parts.isEmpty else { return }
    isReady = true
    isCut = true
    issues.add("the recording ends inside a frame")
  }

  mutating func take(into entry: inout RecordingEntry, channel: Int) {
    parts.move(to: &entry, channel: channel)
    isReady = false
  }
}

/// The positions of the devices and events in a `libinput record` file, found by the indentation of its lines.
private struct LibinputLayout {
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
  /// What the file holds besides devices and their events, in the order of first occurrence.
  private(set) var besides: [String] = []

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

  /// - Parameter isStream: whether to stop where the first events begin.
  init(of bytes: any ByteSource, isStream: Bool) throws(FileError) {
    file = bytes.name
    let lines = LineReader(bytes)
    repeat { skipPlainEvents(lines) } while try readLine(lines) && !(isStream && state == .events)
    closeEvents(at: .max)
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

  @inline(__always)
  private mutating func read(_ line: UnsafeRawBufferPointer, at place: LineReader) throws(FileError) {
    var column = 0
    while column < line.count, line[column] == 0x20 { column += 1 }
    guard column < line.count, line[column] != UInt8(ascii: "#") else { return }
    if state == .events {
      if column > keyColumn || (column == keyColumn && continuesList(line[column])) {
        // Nearly all others begin an `evdev:` or one of its lists.
        if line[column] == UInt8(ascii: "-"), column + 2 < line.count, line[column + 2] > UInt8(ascii: "e") {
          noteOther(UnsafeRawBufferPointer(rebasing: line[(column + 2)...]))
        }
        return
      }
      closeEvents(at: place.offset)
    }
    try readOutside(ByteScanner(UnsafeRawBufferPointer(rebasing: line[column...])), line, column: column, at: place)
  }

  private mutating func noteOther(_ text: UnsafeRawBufferPointer) {
    if text.starts(with: "libinput:") { note("libinput's own events") }
    if text.starts(with: "hid:") { note("HID reports") }
    if text.starts(with: "udev:") { note("udev's events") }
  }

  private mutating func note(_ fact: String) {
    if !besides.contains(fact) { besides.append(fact) }
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
    } else if column > 0, text.accept("kernel:") || text.accept("dmi:") {
      text.skipBlanks()
      if text.rest.text != "\"unknown\"" { note("the machine's kernel and model") }
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

extension DescribedDevice {
  /// A device as `libinput record` describes it.
  /// - Parameter item: the device's entry of `devices:`, without its events.
  fileprivate init(_ item: YAMLNode, number: Int) {
    self.number = number
    description.node = item["node"]?.text
    if let evdev = item["evdev"] { read(evdev) }
    for property in item["udev"]?["properties"]?.items ?? [] {
      let parts = (property.text ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { description.udev[String(parts[0])] = String(parts[1]) }
    }
  }

  private mutating func read(_ evdev: YAMLNode) {
    description.name = evdev["name"]?.text ?? ""
    let identity = (evdev["id"]?.items ?? []).map { $0.number.flatMap { UInt16(exactly: $0) } ?? 0 }
    if identity.count == 4 {
      description.identity = DeviceIdentity(
        bus: identity[0], vendor: identity[1], product: identity[2], version: identity[3])
    }
    for (key, codes) in evdev["codes"]?.pairs ?? [] {
      guard let type = YAMLNode.number(key).flatMap({ UInt16(exactly: $0) }) else { continue }
      isDescribed = true
      description.codes[EventType(rawValue: type)] = Set(codes.numbers.map(EventCode.init(rawValue:)))
    }
    for (key, facts) in evdev["absinfo"]?.pairs ?? [] {
      guard let code = YAMLNode.number(key).flatMap({ UInt16(exactly: $0) }), let axis = facts.axis else { continue }
      description.axes[EventCode(rawValue: code)] = axis
    }
    description.properties = Set((evdev["properties"]?.numbers ?? []).map(InputProperty.init(rawValue:)))
  }
}

extension YAMLNode {
  fileprivate var numbers: [UInt16] { items.compactMap { $0.number.flatMap { UInt16(exactly: $0) } } }

  /// `[min, max, fuzz, flat, resolution]`.
  fileprivate var axis: AbsoluteAxis? {
    let numbers = items.map { $0.number.flatMap { Int32(exactly: $0) } ?? 0 }
    guard numbers.count >= 4 else { return nil }
    return AbsoluteAxis(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
  }
}
