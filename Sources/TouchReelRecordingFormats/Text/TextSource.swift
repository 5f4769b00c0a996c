import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording in a format of one event a line. Each format has a type of its own around it, so that all of it is
/// compiled for the format's grammar: methods that a generic type has for a protocol are not.
struct TextSource<Grammar: TextGrammar> {
  let format: RecordingFormat
  private(set) var isTruncated = false
  let inference: DescriptionInference?
  /// The description of the first device, if a file beside the recording or the caller gave it.
  let supplied: DeviceDescription?

  private let lines: LineReader
  private var grammar = Grammar()
  private var channels: [TextChannel] = []
  private var nextOpening = 0
  private var openedCount = 0
  private var finished: Int?
  private var isAtEnd = false
  /// What was read: frames, and events that end none.
  private var frameCount = 0
  private var valueCount = 0
  /// Lines that look like events and are none.
  private var broken: (count: Int, first: Int) = (0, 0)
  private var foreign = ForeignEvents()
  /// The line at which a description behind the first events lists its first codes.
  private var laterDescriptionLine: Int?
  /// Whether the last line was found to be the front part of one of a description.
  private var isDescriptionCut = false

  var warnings: WarningList { lines.issues.warnings }
  var progress: Double { lines.readFraction }

  /// - Parameter survey: a first reading.
  init(
    _ bytes: any ByteSource, format: RecordingFormat, survey: consuming TextSurvey<Grammar>, issues: ReadingIssues
  ) throws(FileError) {
    let devices = try survey.devices(in: bytes)
    self.format = format
    inference = survey.inference(of: devices)
    supplied = survey.supplied
    lines = LineReader(bytes, issues: issues)
    channels = devices.map(TextChannel.init)
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    skipLateOpenings()
    if nextOpening < channels.count {
      open(nextOpening, in: &entry)
      return true
    }
    if finished == nil { finished = try readFrame() }
    guard let channel = finished else {
      try requireEvents()
      return false
    }
    if let number = channels[channel].opening {
      frameCount += 1
      channels[channel].parts.move(to: &entry, channel: number)
      finished = nil
    } else {
      open(channel, in: &entry)
    }
    return true
  }

  /// Devices that are plugged in later are opened with their first frame.
  private mutating func skipLateOpenings() {
    while nextOpening < channels.count, channels[nextOpening].device.isLate || channels[nextOpening].opening != nil {
      nextOpening += 1
    }
  }

  private mutating func open(_ channel: Int, in entry: inout RecordingEntry) {
    let device = channels[channel].device
    channels[channel].opening = openedCount
    let opening = DeviceOpening(number: device.number, description: device.description)
    entry = .opening(opening, as: DeviceChannel(rawValue: openedCount))
    openedCount += 1
  }

  /// Reads up to the end of a frame; the frame's channel, or `nil` at the end.
  private mutating func readFrame() throws(FileError) -> Int? {
    if let channel = readPlainEvents() { return channel }
    while !isAtEnd, let meaning = try grammar.nextMeaning(in: lines) {
      switch meaning {
      case .event(let event, let channel, let isWhole):
        guard isWhole || lines.isTerminated else {
          noteCut()
          continue
        }
        if channel >= channels.count { addChannels() }
        if channels[channel].parts.append(event) { return channel }
        valueCount += 1
        if let channel = readPlainEvents() { return channel }
      case .other:
        if laterDescriptionLine == nil, grammar.describesAnotherDevice { laterDescriptionLine = lines.number }
      case .skipped(let what): lines.issues.add("\(what): skipped", line: lines.number)
      case .unknown:
        lines.issues.add(foreign.note(lines.line, line: lines.number, of: format), line: lines.number)
      case .malformed, .malformedDescription:
        if lines.isTerminated {
          lines.issues.add("is a malformed event or description: skipped", line: lines.number)
          if case .malformed = meaning { noteBroken() }
        } else if case .malformedDescription = meaning {
          isDescriptionCut = true
        } else {
          noteCut()
        }
      }
    }
    return unfinished()
  }

  /// Reads on as long as lines are events as nearly all are written; at the end of a frame, its channel.
  @inline(__always)
  private mutating func readPlainEvents() -> Int? {
    while let plain = grammar.nextPlainEvent(in: lines) {
      if channels[plain.channel].parts.append(plain.event) { return plain.channel }
      valueCount += 1
    }
    return nil
  }

  private var describesTooLate: Bool {
    zip(channels, grammar.devices).contains { !$0.device.isDescribed && $1.isDescribed }
  }

  private mutating func addChannels() {
    while channels.count < grammar.devices.count {
      var device = grammar.devices[channels.count]
      device.description.isComplete = device.isDescribed
      if !device.isDescribed { lines.issues.add(DescriptionResolver.inferenceWarning) }
      channels.append(TextChannel(device))
    }
  }

  private mutating func noteBroken() {
    if broken.count == 0 { broken.first = lines.number }
    broken.count += 1
  }

  /// - Throws: if lines look like events, and not one of them is, or fewer than half; or if all events are of another
  ///   format.
  private func requireEvents() throws(FileError) {
    guard frameCount == 0 else {
      // Lines that a terminal wrapped: the short ones are whole.
      if broken.count > valueCount { throw FileError(fewEventsIn: lines.name, broken) }
      return
    }
    if broken.count > 0 { throw FileError(noEventIn: lines.name, broken) }
    try foreign.refuse(in: lines.name, of: format)
    if let lack = grammar.lackOfEvents { throw FileError(file: lines.name, message: lack) }
  }

  private mutating func noteCut() {
    isTruncated = true
    lines.issues.add("the file is truncated inside its last event, which is ignored", line: lines.number)
  }

  /// At the end, where the description of a device is not whole.
  private mutating func noteCutDescription() {
    let last = lines.isTerminated ? nil : lines.line
    let hasEvents = frameCount > 0 || valueCount > 0
    let isLacking = !isTruncated && grammar.lacksDescription(behind: last, hasEvents: hasEvents)
    guard isDescriptionCut || isLacking else { return }
    isTruncated = true
    lines.issues.add(DescriptionResolver.cutDescription, line: lines.number)
  }

  /// At the end, what is left of frames without a SYN_REPORT.
  private mutating func unfinished() -> Int? {
    if !isAtEnd {
      isAtEnd = true
      noteCutDescription()
      for warning in grammar.warnings { lines.issues.add(warning) }
      if let warning = grammar.laterDescriptionWarning {
        lines.issues.add(warning, line: laterDescriptionLine ?? lines.number)
      }
      if describesTooLate { lines.issues.add(DescriptionResolver.lateDescription) }
    }
    guard let channel = channels.firstIndex(where: { !$0.parts.isEmpty }) else { return nil }
    isTruncated = true
    lines.issues.add("the recording ends inside a frame")
    return channel
  }
}

/// A recording in one text format.
protocol TextRecordingSource: RecordingSource {
  associatedtype Grammar: TextGrammar

  var text: TextSource<Grammar> { get set }

  init(text: TextSource<Grammar>)
}

extension TextRecordingSource {
  var format: RecordingFormat { text.format }
  var epochOffset: TimeSpan { .zero }
  var warnings: WarningList { text.warnings }
  var isTruncated: Bool { text.isTruncated }
  var inference: DescriptionInference? { text.inference }
  var progress: Double { text.progress }

  @inline(__always)
  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool { try text.next(into: &entry) }
}

private struct TextChannel {
  let device: DescribedDevice
  var parts = FrameParts()
  /// The number of its opening, once it is opened: a device that is plugged in late is opened after others that the
  /// text names later.
  var opening: Int?

  init(_ device: DescribedDevice) { self.device = device }
}

/// The lines of a text format.
///
/// A grammar is read twice: a first time to learn what describes the devices, and then for the events.
protocol TextGrammar: LineRecognizer, SendableMetatype {
  /// Whether the whole description of the devices comes before the first event.
  static var describesBeforeEvents: Bool { get }

  init()

  /// The devices found so far, in the order of their channels.
  var devices: [DescribedDevice] { get }

  /// What to warn of where the whole text was read.
  var warnings: [String] { get }

  /// Whether a device is described behind the first events, perhaps the first one once more.
  var describesAnotherDevice: Bool { get }

  /// What to warn of where that is another device; `nil` if it is none.
  var laterDescriptionWarning: String? { get }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning

  /// Whether the text, which ends here, ends inside the description of a device: something is missing that such a
  /// description always has, and no event comes behind it.
  ///
  /// - Parameters:
  ///   - line: the last one if it has no end, so that it may be the front part of one.
  ///   - hasEvents: whether the text has any.
  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool

  /// Whether the line that was read last may say more, which comes before the next line.
  var hasRestOfLine: Bool { get }

  /// What else the line says that was read last; `nil` if that was all.
  mutating func readOn() -> LineMeaning?

  /// What the end of the text says, if anything; called until that is all.
  mutating func readEnd() -> LineMeaning?

  /// Why a text without an event has none, if the grammar knows it.
  var lackOfEvents: String? { get }

  /// So many bytes hold any line that ``plainEvent(_:)`` reads; 0 if there are none.
  static var longestPlainLine: Int { get }

  /// The event at the front of some lines if it is written as nearly all are, and the length of its line with the line
  /// feed; of channel 0, or of one that had events by ``read(_:)``.
  mutating func plainEvent(_ text: UnsafeRawBufferPointer) -> (value: PlainEvent, length: Int)?
}

/// An event of a line that is written as nearly all are.
struct PlainEvent {
  var event: InputEvent
  var channel: Int
}

extension TextGrammar {
  static var longestPlainLine: Int { 0 }
  mutating func plainEvent(_ text: UnsafeRawBufferPointer) -> (value: PlainEvent, length: Int)? { nil }

  var hasRestOfLine: Bool { false }

  func lacksDescription(behind line: UnsafeRawBufferPointer?, hasEvents: Bool) -> Bool { false }

  var warnings: [String] { [] }
  var describesAnotherDevice: Bool { false }
  var laterDescriptionWarning: String? { nil }
  var lackOfEvents: String? { nil }

  mutating func readEnd() -> LineMeaning? { nil }

  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool {
    if case .event = read(line) { return true }
    return false
  }

  @inline(__always)
  mutating func readOn() -> LineMeaning? { nil }

  /// The event of the next line, if that is written as nearly all are.
  @inline(__always)
  mutating func nextPlainEvent(in lines: LineReader) -> PlainEvent? {
    guard Self.longestPlainLine > 0, !hasRestOfLine else { return nil }
    return lines.take(ofAtLeast: Self.longestPlainLine) { text in plainEvent(text) }
  }

  /// What comes next in a text; `nil` at its end.
  @inline(__always)
  mutating func nextMeaning(in lines: LineReader) throws(FileError) -> LineMeaning? {
    if let more = readOn() { return more }
    guard let line = try lines.next() else { return readEnd() }
    return read(line)
  }
}

extension FileError {
  /// - Parameter broken: the lines that look like events, and the number of the first.
  fileprivate init(fewEventsIn file: String, _ broken: (count: Int, first: Int)) {
    self.init(
      file: file, location: .line(broken.first),
      message: "\(Self.noEvents(broken.count)), more than can be read: lines may have been wrapped; save the text as "
        + "it was printed")
  }

  /// - Parameter broken: the lines that look like events, and the number of the first.
  init(noEventIn file: String, _ broken: (count: Int, first: Int)) {
    self.init(
      file: file, location: .line(broken.first),
      message: "\(Self.noEvents(broken.count)), so that nothing can be read; save the text as it was printed")
  }

  private static func noEvents(_ count: Int) -> String {
    let others = count > 2 ? ", and so are \(count - 1) others" : count > 1 ? ", and so is 1 other" : ""
    return "looks like an event and is none\(others)"
  }
}

enum LineMeaning {
  /// An event of the channel.
  /// - isWhole: false where the line could be the front part of a longer one.
  case event(InputEvent, channel: Int, isWhole: Bool)
  /// A line of the description, a comment, or blank.
  case other
  /// A line of no meaning.
  case unknown
  /// A part of a line that is left out, and what to call it.
  case skipped(StaticString)
  /// A line that begins as an event and is none.
  case malformed
  /// A line that begins as a part of a description and is none.
  case malformedDescription
}

/// A device as a text describes it.
struct DescribedDevice {
  /// The same for each opening of one device.
  var number = 0
  var description = DeviceDescription()
  /// Whether the text lists the device's codes.
  var isDescribed = false
  /// What the text says of where they come from; `nil` for a description that is the device's own.
  var inferred: InferredDescription?
  /// Whether it was plugged in while recording.
  var isLate = false
}

/// The first reading of a text: what describes its devices, or what their events show of them.
struct TextSurvey<Grammar: TextGrammar> {
  private var grammar = Grammar()
  private var inferences: [DescriptionInference] = []
  private var supply: DescriptionResolver
  private var eventCount = 0
  /// The description of the first device that the text does not have.
  private(set) var supplied: DeviceDescription?

  init(_ supply: DescriptionResolver) { self.supply = supply }

  /// The devices in the order of their channels.
  mutating func devices(in bytes: any ByteSource) throws(FileError) -> [DescribedDevice] {
    let lines = LineReader(bytes, range: 0..<limit(in: bytes))
    while let meaning = try grammar.nextMeaning(in: lines) {
      guard case .event(let event, let channel, let isWhole) = meaning, isWhole || lines.isTerminated else { continue }
      if Grammar.describesBeforeEvents, try isDescribed() { break }
      while inferences.count <= channel { inferences.append(DescriptionInference(for: .recording)) }
      if isLast(event, of: channel) || findsLastOfPlainEvents(in: lines) { break }
    }
    return try finished()
  }

  /// Observes an event; true if no others are looked at.
  @inline(__always)
  private mutating func isLast(_ event: InputEvent, of channel: Int) -> Bool {
    if supply.inference != .nothing { inferences[channel].observe(event) }
    eventCount += 1
    return supply.inference.ends(with: event, number: eventCount)
  }

  @inline(__always)
  private mutating func findsLastOfPlainEvents(in lines: LineReader) -> Bool {
    while let plain = grammar.nextPlainEvent(in: lines) {
      if isLast(plain.event, of: plain.channel) { return true }
    }
    return false
  }

  /// What is kept of a stream, which is read again from its beginning. One that has no event by then, as a line without
  /// end, says nothing of its devices that counts.
  private func limit(in bytes: any ByteSource) -> UInt64 {
    bytes.isPipe && supply.inference.isOfBeginning ? 16 << 20 : .max
  }

  /// What all events show of the only device, if they were read and it is not described.
  func inference(of devices: [DescribedDevice]) -> DescriptionInference? {
    guard supply.inference == .wholeRecording, devices.count == 1, inferences.count == 1, !devices[0].isDescribed
    else { return nil }
    return inferences[0]
  }

  private mutating func isDescribed() throws(FileError) -> Bool {
    if grammar.devices[0].isDescribed { return true }
    return try supply.supplied() != nil
  }

  private mutating func finished() throws(FileError) -> [DescribedDevice] {
    var devices = grammar.devices
    if devices.first?.statesRanges == true { supply.noteUnused() }
    for index in devices.indices {
      devices[index].inferred?.apply(to: &devices[index].description)
      guard !devices[index].statesRanges else { continue }
      if index == 0, let supplied = try supply.supplied() {
        devices[0].description = supplied
        devices[0].isDescribed = true
        self.supplied = supplied
      } else if devices[index].isDescribed {
        supply.noteInference()
      } else {
        let inference = index < inferences.count ? inferences[index] : DescriptionInference(for: .recording)
        devices[index].description = inference.description(adding: devices[index].description)
        supply.noteInference()
      }
    }
    return devices
  }
}
