import Glibc
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording of `libinput record`, version 1, of any number of devices.
///
/// The devices' events are one list after another; they are merged by time, each frame as a whole and each device's in
/// its own order, by one cursor for each device. A pipe that announces several devices is therefore read to its end
/// before the first frame, as is one that describes its device behind the events.
///
/// Recordings that were appended to one another come one after another, each with its devices, since each counts its
/// times from its own beginning.
struct LibinputSource: RecordingSource {
  let format = RecordingFormat.libinput
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let isWhole: Bool
  private let issues: ReadingIssues
  private var supply: DescriptionResolver
  /// The devices of the recordings before this one.
  private var earlierDevices = 0
  private var devices: [DescribedDevice] = []
  private var cursors: [LibinputCursor] = []
  private var opened = 0
  /// Where the next recording begins.
  private var next: LibinputLayout.Start?
  private var hasFrames = false
  private var besides: [String] = []
  /// Events of other formats.
  private var foreign: [ForeignEvents] = []
  /// Lines that look like events and were not read as such.
  private var unreadEvents: (count: Int, first: Int) = (0, 0)
  /// What to warn of lines behind the first events, once these were read.
  private var laterForeignLines: [(warning: String, first: Int, count: Int)] = []
  private var isFinished = false
  /// The first device, as the recording describes it before its events.
  private var stated = DeviceDescription()

  var warnings: WarningList { issues.warnings }
  var progress: Double { bytes.readFraction }
  /// Facts of the machine and of what libinput made of the events.
  var losses: [String] {
    besides.isEmpty ? [] : ["left out, as it is no part of the touches: \(besides.joined(separator: ", "))"]
  }

  /// - Parameters:
  ///   - bytes: the lines.
  ///   - isWhole: whether the document that they are from has its end.
  ///   - supply: what describes devices that the recording does not.
  ///   - issues: where to note what is wrong.
  init(
    _ bytes: any ByteSource, isWhole: Bool = true, supply: DescriptionResolver, issues: ReadingIssues
  ) throws(FileError) {
    self.isWhole = isWhole
    self.issues = issues
    self.bytes = bytes
    self.supply = supply
    try begin(at: LibinputLayout.Start())
  }

  /// Begins a recording, of which a file may have several.
  private mutating func begin(at start: LibinputLayout.Start) throws(FileError) {
    // What comes after the first events of a stream is not awaited.
    var isStream = bytes.isPipe && supply.inference.isOfBeginning
    var layout = try LibinputLayout(of: bytes, from: start, isStream: isStream)
    let hasSeveral = layout.devices.count > 1 || layout.announcedCount ?? 1 > 1
    if isStream, !bytes.isFollowed, hasSeveral || layout.describesLater {
      isStream = false
      try bytes.keepRest()
      layout = try LibinputLayout(of: bytes, from: start, isStream: false)
    }
    try open(layout, isStream: isStream)
    note(layout.foreignLines)
    for fact in layout.besides { note(fact) }
    if isStream { return }
    note(unread: layout)
    (laterForeignLines, next) = (layout.laterForeignLines, layout.next)
    noteMissingDevices(layout)
  }

  private mutating func open(_ layout: LibinputLayout, isStream: Bool) throws(FileError) {
    let count = earlierDevices + layout.devices.count
    guard count > 0 else {
      throw FileError(file: bytes.name, message: "has no device: it is truncated in its header; record again")
    }
    try LibinputLayout.checkDeviceCount(count, in: bytes.name)
    let window = max(4 << 10, min(256 << 10, (4 << 20) / count))
    for (number, device) in layout.devices.enumerated() {
      devices.append(try described(device, number: number))
      let followed = isStream ? layout : nil
      cursors.append(LibinputCursor(device, bytes, window: window, following: followed, issues: issues))
    }
  }

  /// Goes on with the recording that follows.
  ///
  /// - Returns: false if none does.
  private mutating func beginNext() throws(FileError) -> Bool {
    guard !isFinished else { return false }
    finishRecording()
    guard let start = next else { return false }
    issues.add(
      "another recording was appended: it comes behind the one before, with devices of its own", line: start.line)
    earlierDevices += devices.count
    (next, opened, devices, cursors) = (nil, 0, [], [])
    try begin(at: start)
    return true
  }

  /// Notes what came behind the first events of a recording.
  private mutating func finishRecording() {
    if let layout = cursors.first?.layout { noteEnd(of: layout) }
    note(laterForeignLines)
    laterForeignLines = []
    for cursor in cursors {
      note(unread: cursor.broken)
      foreign.append(cursor.foreign)
    }
  }

  private mutating func note(unread layout: LibinputLayout) {
    note(unread: layout.strayEvents)
    foreign.append(layout.foreign)
  }

  private mutating func note(unread events: (count: Int, first: Int)) {
    guard events.count > 0 else { return }
    let first = unreadEvents.count > 0 ? min(unreadEvents.first, events.first) : events.first
    unreadEvents = (unreadEvents.count + events.count, first)
  }

  private func note(_ lines: [(warning: String, first: Int, count: Int)]) {
    for (warning, first, count) in lines {
      for _ in 0..<count { issues.add(warning, line: first) }
    }
  }

  private mutating func note(_ fact: String) {
    if !besides.contains(fact) { besides.append(fact) }
  }

  private mutating func noteMissingDevices(_ layout: LibinputLayout) {
    guard let announced = layout.announcedCount, announced > devices.count else { return }
    isTruncated = true
    issues.add("the file is truncated: it has \(devices.count) of \(announced) devices")
  }

  private mutating func finish() throws(FileError) {
    guard !isFinished else { return }
    isFinished = true
    if !isWhole, !isTruncated {
      isTruncated = true
      issues.add("the file is truncated: its document does not end")
    }
    try requireEvents()
  }

  /// - Parameter layout: of a stream, which was read to its end.
  private mutating func noteEnd(of layout: LibinputLayout) {
    (laterForeignLines, next) = (layout.laterForeignLines, layout.next)
    note(unread: layout)
    for fact in layout.besides { note(fact) }
    noteMissingDevices(layout)
    guard let device = layout.devices.first else { return }
    let item = YAMLDocument(device.header).root?.items.first ?? .mapping([])
    noteBesides(item)
    var described = DescribedDevice(item, number: 0)
    described.inferred?.apply(to: &described.description)
    if described.description != stated { issues.add(DescriptionResolver.lateDescription) }
  }

  private mutating func noteBesides(_ item: YAMLNode) {
    if item["hid"]?.items.isEmpty == false { note("HID descriptors") }
    if item["quirks"]?.items.isEmpty == false { note("quirks") }
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    repeat {
      if opened < devices.count {
        let number = earlierDevices + opened
        let opening = DeviceOpening(number: number, description: devices[opened].description)
        entry = .opening(opening, as: DeviceChannel(rawValue: number))
        opened += 1
        return true
      }
      if let earliest = try earliestCursor() {
        hasFrames = true
        cursors[earliest].take(into: &entry, channel: earlierDevices + earliest)
        return true
      }
    } while try beginNext()
    try finish()
    return false
  }

  /// - Throws: if lists look like events, and not one of them is; or if all events are of another format.
  private func requireEvents() throws(FileError) {
    guard !hasFrames else { return }
    if unreadEvents.count > 0 { throw FileError(noEventIn: bytes.name, unreadEvents) }
    for foreign in foreign { try foreign.refuse(in: bytes.name, of: format) }
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
    _ device: LibinputLayout.Device, number: Int
  ) throws(FileError) -> DescribedDevice {
    let document = YAMLDocument(device.header)
    if let problem = document.problem {
      issues.add("the description of device \(number) is broken: \(problem)", line: device.headerLine)
    }
    let item = document.root?.items.first ?? .mapping([])
    noteBesides(item)
    var described = DescribedDevice(item, number: number)
    described.inferred?.apply(to: &described.description)
    if number == 0 { stated = described.description }
    if described.statesRanges {
      if number == 0 { supply.noteUnused() }
      return described
    }
    if number == 0, let supplied = try supply.supplied() {
      described.description = supplied
    } else if described.isDescribed {
      supply.noteInference()
    } else {
      supply.noteInference()
      described.description = try inference(of: device)
        .description(adding: described.description)
    }
    return described
  }

  private func inference(
    of device: LibinputLayout.Device
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    let extent = supply.inference
    guard extent != .nothing, let range = device.events else { return inference }
    var events = LibinputEvents(LineReader(bytes, range: range, margin: device.margin), keyColumn: device.keyColumn)
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
  /// Lists that look like events and are none.
  private(set) var broken: (count: Int, first: Int) = (0, 0)
  private(set) var foreign = ForeignEvents()
  /// What a stream holds, once it was read to its end.
  private(set) var layout: LibinputLayout?

  init(
    _ device: LibinputLayout.Device, _ bytes: any ByteSource, window: Int, following layout: LibinputLayout?,
    issues: ReadingIssues
  ) {
    self.issues = issues
    events = device.events.map { range in
      LibinputEvents(
        LineReader(
          bytes, range: range, firstLine: device.eventsLine, window: window, margin: device.margin, issues: issues),
        keyColumn: device.keyColumn, following: layout)
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
    broken = events?.broken ?? broken
    foreign = events?.foreign ?? foreign
    layout = events?.layout
    let isInFrame = !parts.isEmpty || events?.isInEmptyFrame == true && !isCut
    events = nil
    isReady = !parts.isEmpty
    guard isInFrame else { return }
    isCut = true
    issues.add("the recording ends inside a frame")
  }

  mutating func take(into entry: inout RecordingEntry, channel: Int) {
    parts.move(to: &entry, channel: channel)
    isReady = false
  }
}

extension DescribedDevice {
  /// A device as `libinput record` describes it.
  /// - Parameter item: the device's entry of `devices:`, without its events.
  fileprivate init(_ item: YAMLNode, number: Int) {
    self.number = number
    description.node = item["node"]?.text
    if let evdev = item["evdev"] { read(evdev) }
    defer {
      let mark = description.udev.removeValue(forKey: InferredDescription.fact)
      inferred = mark.flatMap(InferredDescription.init)
    }
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
