import ByteStreams
import InputEvents

/// A recording of `libinput record`, version 1, of any number of devices.
///
/// The devices' events stand one list after another; they are merged by time, each frame as a whole and each device's in its own
/// order, by one cursor for each device.
struct LibinputSource: RecordingSource {
  let format = RecordingFormat.libinput
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let issues: ReadingIssues
  private var devices: [DescribedDevice] = []
  private var cursors: [LibinputCursor] = []
  private var opened = 0

  var warnings: WarningList { issues.warnings }
  var progress: Double { bytes.readFraction }

  init(_ bytes: any ByteSource, supply: DescriptionResolver, issues: ReadingIssues) throws(FileError) {
    self.issues = issues
    self.bytes = bytes
    let layout = try LibinputLayout(of: bytes)
    guard !layout.devices.isEmpty else {
      throw FileError(file: bytes.name, message: "holds no device: it was cut within its head; record again")
    }
    var supply = supply
    let window = max(4 << 10, min(256 << 10, (4 << 20) / layout.devices.count))
    for (number, device) in layout.devices.enumerated() {
      devices.append(try described(device, number: number, bytes, &supply))
      cursors.append(LibinputCursor(device, bytes, window: window, issues: issues))
    }
    if let announced = layout.announcedCount, announced > devices.count {
      isTruncated = true
      issues.add("the file was cut: it has \(devices.count) of \(announced) devices")
    }
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if opened < devices.count {
      entry.kind = .opening
      entry.channel = DeviceChannel(rawValue: opened)
      entry.opening = DeviceOpening(number: opened, description: devices[opened].description)
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

  private func described(
    _ device: LibinputLayout.Device, number: Int, _ bytes: any ByteSource, _ supply: inout DescriptionResolver
  ) throws(FileError) -> DescribedDevice {
    let document = YAMLDocument(device.header)
    if let problem = document.problem {
      issues.add("the description of device \(number) is broken: \(problem)", line: device.headerLine)
    }
    var described = DescribedDevice(document.root?.items.first ?? .mapping([]), number: number)
    if described.isDescribed { return described }
    if number == 0, let supplied = try supply.supplied() {
      described.description = supplied
    } else {
      supply.noteInference()
      described.description = try inference(of: device, bytes).description(adding: described.description)
    }
    return described
  }

  private func inference(
    of device: LibinputLayout.Device, _ bytes: any ByteSource
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    guard let range = device.events else { return inference }
    var events = LibinputEvents(LineReader(bytes, range: range))
    while let event = try events.next() { inference.observe(event) }
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

  init(_ device: LibinputLayout.Device, _ bytes: any ByteSource, window: Int, issues: ReadingIssues) {
    self.issues = issues
    events = device.events.map { range in
      LibinputEvents(
        LineReader(bytes, range: range, firstLine: device.eventsLine, window: window, issues: issues))
    }
  }

  /// The time of the next frame; nothing at the end.
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
