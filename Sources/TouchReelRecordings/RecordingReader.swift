package import TouchReelByteStreams
package import TouchReelInputEvents
import TouchReelMCAP

/// Reads a recording from an MCAP file, in file order.
///
/// Any valid MCAP file with a channel of a recording is read; other programs' content is passed on unchanged. Messages
/// are never sorted by time.
package final class RecordingReader: RecordingSource {
  package let format = RecordingFormat.mcap
  /// One value, so that each call checks once that nobody else is at it, instead of once for each property.
  private var reading: ReadingState

  /// Reads nothing yet; whether it is a recording shows in the first call of `next`.
  package init(_ bytes: any ByteSource, options: ReadingOptions = .strict) {
    reading = ReadingState(bytes, options: options)
  }

  package var epochOffset: TimeSpan { reading.epochOffset }
  /// What is missing so far; known for all of the file once `next` has returned false.
  package var gaps: RecordingGaps { reading.gaps }
  /// The damaged parts that were skipped, in file order.
  package var losses: [RecordingLoss] { reading.losses }
  /// What was given so far that is not in the file: it marks gaps.
  var marks: GapMarks { reading.marks }
  package var warnings: WarningList { reading.warnings }
  package var isTruncated: Bool { reading.isTruncated }
  package var progress: Double { reading.progress }

  package func next(into entry: inout RecordingEntry) throws(FileError) -> Bool { try reading.next(into: &entry) }

  /// Reads on where the file ended, after it has grown.
  ///
  /// Call it once `next` has returned false; unfinished frames have been returned by then.
  package func resume() { reading.resume() }

  /// Whether it is certain from the summary of a finished file that one device is opened, only once, and that no
  /// message of `/board` comes. False for a pipe and a file without a summary.
  ///
  /// - Throws: if the file cannot be read. A broken summary is not an error here: reading the file reports it.
  package func isOfOneDevice() throws(FileError) -> Bool { try reading.isOfOneDevice() }

  /// Whether messages of `/board` may come: false if a finished file's summary lists no such channel.
  ///
  /// - Throws: as ``isOfOneDevice()``.
  package func mayHaveBoardMessages() throws(FileError) -> Bool { try reading.mayHaveBoardMessages() }

  /// What puts the recording's times on the Unix epoch, as the file says or its first message of a recording shows;
  /// zero if neither does.
  ///
  /// - Complexity: that of reading the file up to there, which for our own files is its first record.
  /// - Throws: if the system fails to read it; damage counts as its end.
  package static func epochOffset(
    of bytes: any ByteSource, options: ReadingOptions = .strict
  ) throws(FileError) -> TimeSpan {
    try ReadingState.epochOffset(of: bytes, options: options)
  }
}

/// A recording as it is read.
struct ReadingState: ~Copyable {
  var epochOffset = TimeSpan.zero
  var gaps = RecordingGaps()
  var marks = GapMarks()
  var noticed = WarningList()
  var isTruncated = false

  var container: MCAPReader<ContainerInput>
  let name: String
  var routes = ChannelRoutes()
  var devices: [OpenedDevice] = []
  var deferred: [Deferred] = []
  var joiner = FrameJoiner()
  private var eventTimes = PendingEventTimes()
  var continuity = ChannelContinuity()
  var firstGapOffset: UInt64?
  var lastTime = Timestamp(nanoseconds: 0)
  var adopted: MCAPMessage?
  var definitions: ForeignDefinitions
  /// What the file says at its end, once that was looked for.
  typealias KnownSummary = (channels: [MCAPChannel], schemas: [MCAPSchema], statistics: MCAPStatistics?)
  var summary: KnownSummary?
  /// Whether the file says at its end how many messages it has.
  var countsMessages = false
  let options: ReadingOptions
  let bytes: any ByteSource
  private let meter: ReadingMeter
  private let size: UInt64
  var knowsOffset = false
  var isOurs = false
  var isAtEnd = false
  /// Whether messages were given. Openings of devices, what tells of a loss, metadata and attachments are none.
  var hasGivenContent = false
  var hasGiven = false

  struct OpenedDevice {
    let number: Int
    /// The writer's own number of the opening.
    let label: String?
  }

  /// Entries found while others have to be returned first.
  enum Deferred {
    case opening(DeviceChannel, DeviceDescription)
    case unfinished(DeviceChannel)
    case note([UInt8], Timestamp)
    case drop(DeviceChannel, Timestamp)
  }

  init(_ bytes: any ByteSource, options: ReadingOptions = .strict) {
    name = bytes.name
    self.bytes = bytes
    self.options = options
    definitions = ForeignDefinitions(limit: options.mcap.maximumChunkSize)
    let input = ContainerInput(bytes: bytes)
    meter = input.meter
    size = input.size ?? 0
    container = MCAPReader(input, options: options.mcap)
  }

  var damage: MCAPReaderOptions.Damage { options.mcap.damage }

  var warnings: WarningList {
    var warnings = noticed
    if let (kind, location) = damageWarning { warnings.add(kind, at: location) }
    return warnings
  }

  var losses: [RecordingLoss] { container.losses.map(RecordingLoss.init) }

  var progress: Double { size == 0 ? 0 : min(Double(meter.offset) / Double(size), 1) }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    let isGiven = try giveNext(into: &entry)
    if isGiven { hasGiven = true }
    return isGiven
  }

  private mutating func giveNext(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    while true {
      if giveDeferred(into: &entry) || joiner.giveBacklog(into: &entry) { return true }
      if let message = adopted {
        adopted = nil
        if try take(message, into: &entry) { return giveContent() }
        continue
      }
      if isAtEnd { return false }
      if let message = container.nextMessageOfChunk() {
        if try take(message, into: &entry) { return giveContent() }
        continue
      }
      guard let record = try nextRecord() else {
        try end()
        continue
      }
      guard try take(record, into: &entry) else { continue }
      if case .message = record { hasGivenContent = true }
      return true
    }
  }

  /// - Returns: true.
  @inline(__always)
  private mutating func giveContent() -> Bool {
    hasGivenContent = true
    return true
  }

  mutating func resume() {
    switch container.ending {
    case .unfinished(let offset), .truncated(let offset): container.seek(to: offset)
    case .complete, .corrupted, nil: return
    }
    isAtEnd = false
    isTruncated = false
  }

  private mutating func nextRecord() throws(FileError) -> MCAPRecord? {
    do { return try container.next() } catch { throw FileError(error, file: name) }
  }

  private mutating func take(_ record: MCAPRecord, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    switch record {
    case .message(let message): return try take(message, into: &entry)
    case .channel(let channel):
      if !isStray { add(channel) }
      return false
    case .attachment(let attachment, _): return try take(attachment, into: &entry)
    case .metadata(let metadata): return take(metadata, into: &entry)
    case .header(let header):
      isOurs = header.profile == RecordingLayout.profile
      continuity.isNumbered = header.library.hasPrefix(RecordingLayout.libraryPrefix)
      return false
    case .schema(let schema):
      if !isStray { note(schema) }
      return false
    }
  }

  mutating func setOffset(_ offset: TimeSpan) {
    epochOffset = offset
    knowsOffset = true
  }
}

extension ReadingState {
  @inline(__always)
  mutating func take(_ message: MCAPMessage, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if isStray { return ignoreStray() }
    guard let route = routes[message.channel] else {
      adopt(message)
      return false
    }
    if case .foreign(let index) = route {
      continuity.count(message)
      entry = .foreignMessage(try foreign(message, of: index))
      return true
    }
    let time = time(of: message)
    lastTime = time
    if findsGap(before: message, route, at: time) {
      adopted = message
      return false
    }
    switch route {
    case .foreign, .ignored: return false
    case .events(let channel):
      return takeFrame(of: channel, at: time, message, into: &entry)
    case .sync(let channel):
      return takeSync(of: channel, at: time, message, into: &entry)
    case .times(let channel):
      eventTimes.begin(EventTimesList(messageData, start: message.publishTime), of: channel)
      return false
    case .board:
      entry = .board(messageData, at: time)
    case .notes:
      if RecordingNote.isRemovalOfNone(messageData, openings: devices.count) {
        noticed.add("a note says that a device was removed, but names none that is there: it has no effect")
      }
      entry = .note(messageData, at: time)
    }
    return true
  }

  /// Gives what is missing before a message, if anything is.
  /// - Returns: whether entries are to be returned before the message.
  @inline(__always)
  private mutating func findsGap(before message: MCAPMessage, _ route: ChannelRoutes.Route, at time: Timestamp) -> Bool
  {
    guard let gap = continuity.note(message, at: time, damageCount: container.damageCount) else { return false }
    return report(gap, route, at: time)
  }

  /// Our writer puts messages and channels into chunks: what is outside of them is made of damaged bytes, unless the
  /// file was rewritten without chunks.
  private var isStray: Bool { continuity.isNumbered && container.chunkOffset == nil && container.hasChunks }

  private mutating func ignoreStray() -> Bool {
    noticed.add("a message outside of chunks was ignored")
    return false
  }

  private mutating func time(of message: MCAPMessage) -> Timestamp {
    if !knowsOffset {
      setOffset(Self.offset(of: message))
    }
    if message.publishTime > UInt64(Int64.max) {
      noticed.add("times after the year 2262 were cut", at: "sequence \(message.sequence)")
    }
    return Timestamp(nanoseconds: Int64(clamping: message.publishTime))
  }

  var messageData: [UInt8] { container.withMessageData { data in data.withUnsafeBytes { Array($0) } } }

  private mutating func takeSync(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    var frame = entry.takeFrame()
    _ = appendData(to: &frame, at: time, message)
    let isEmpty = frame.events.isEmpty
    entry = .sync(frame, of: channel)
    return !isEmpty
  }

  @inline(__always)
  private mutating func takeFrame(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    var frame = joiner.begin(of: channel, reusing: &entry)
    let first = frame.events.count
    let reports = appendData(to: &frame, at: time, message)
    if !eventTimes.isEmpty { takeTimes(of: channel, &frame, from: first, message) }
    return joiner.finish(frame, of: channel, reports: reports, into: &entry)
  }

  @inline(never)
  private mutating func takeTimes(
    of channel: DeviceChannel, _ frame: inout Frame, from first: Int, _ message: MCAPMessage
  ) {
    guard eventTimes.apply(to: &frame.events, from: first, of: channel, message) == .unreadable else { return }
    noticed.add(
      "times of events are unreadable: events have the time of their frame",
      at: "channel \(message.channel.rawValue), sequence \(message.sequence)")
  }

  @inline(__always)
  private mutating func appendData(to frame: inout Frame, at time: Timestamp, _ message: MCAPMessage) -> Int {
    let (reports, rest) = container.withMessageData { data in
      (frame.append(packed: data, at: time), data.byteCount % PackedEvents.size)
    }
    if rest != 0 {
      noticed.add(
        "a message's length is not a multiple of 8 bytes: its last \(rest) were skipped",
        at: "channel \(message.channel.rawValue), sequence \(message.sequence)")
    }
    return reports
  }
}
