package import TouchReelByteStreams
package import TouchReelInputEvents
import TouchReelMCAP

/// Writes a recording as an MCAP file: one message a frame, a channel for each opening of a device.
///
/// Entries reach the output chunk by chunk, each in one write, so that the output holds a readable prefix at any
/// time. Where events of a frame differ in time, their times go into the chunk as well, into a message of their own.
///
///     let writer = try RecordingWriter(to: output, policy: .live, epochOffset: offset)
///     try writer.write(entry)
///     try writer.closeChunk(ifDueAt: now)  // from a timer, since input may stop
///     try writer.finish()
package final class RecordingWriter: RecordingSink {
  private var container: MCAPWriter<ContainerOutput>
  private let output: any ByteOutput
  private let policy: ChunkPolicy
  private let epochOffset: TimeSpan
  private let schemas: MessageSchemas
  private var channels: [ChannelID?] = []
  private var syncChannels: [ChannelID?] = []
  private var openings: [DeviceChannel: Int] = [:]
  private var textChannels: [RecordingTopic: ChannelID] = [:]
  private var sequences: [UInt32] = [0]
  private var packed = PackedEvents()
  private var times = ChunkTimes()
  private var foreignChannels = ForeignChannels()
  /// When the first message of a recording in the open chunk was logged. Other programs may keep another clock.
  private var chunkStart: UInt64?
  private var clampedTimes = 0
  private var flattenedSyncs = 0

  /// - Parameters:
  ///   - output: where the file's bytes go.
  ///   - policy: when a chunk is complete.
  ///   - epochOffset: what puts the entries' times on the Unix epoch; zero if it is unknown or they are on it.
  ///   - schemas: of the messages of `/board` and `/notes`.
  package init(
    to output: any ByteOutput, policy: ChunkPolicy = .rewritten, epochOffset: TimeSpan = .zero,
    schemas: MessageSchemas = MessageSchemas()
  ) throws(FileError) {
    self.output = output
    self.policy = policy
    self.epochOffset = epochOffset
    self.schemas = schemas
    let header = MCAPHeader(
      profile: RecordingLayout.profile, library: RecordingLayout.libraryPrefix + TouchReelVersion.current)
    let options = MCAPWriterOptions(
      compression: .zstd(level: policy.compressionLevel, tuning: RecordingLayout.tuning), chunkSize: .max)
    do {
      container = try MCAPWriter(to: ContainerOutput(output: output), header: header, options: options)
      try container.write(RecordingLayout.metadata(epochOffset: epochOffset))
    } catch {
      throw FileError(error, file: output.name)
    }
  }

  /// Bytes that the output has taken.
  package var byteCount: UInt64 { container.byteCount }

  package var losses: [String] {
    var lines: [String] = []
    if clampedTimes > 0 { lines.append("times before zero became zero (\(clampedTimes) times)") }
    if flattenedSyncs > 0 { lines.append("synced states took the time of their last event (\(flattenedSyncs) times)") }
    return lines
  }

  package func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): try open(opening, as: channel)
    case .frame(let frame, let channel): try write(frame, of: channel)
    case .sync(let frame, let channel): try writeSync(frame, of: channel)
    case .board(let text, let time): try write(text, at: time, on: .board)
    case .note(let text, let time): try write(text, at: time, on: .notes)
    case .attachment(let attachment): try write(attachment)
    case .foreignMessage(let message): try write(message)
    case .foreignMetadata(let metadata): try write(metadata)
    }
  }

  /// When the open chunk is to close, in the entries' time; `nil` while it is empty.
  package var chunkDeadline: Timestamp? {
    guard let start = container.openChunk?.startTime else { return nil }
    let first = Timestamp(nanoseconds: Int64(clamping: start) &- epochOffset.nanoseconds)
    return first.advanced(by: policy.span)
  }

  /// Closes the chunk if it has been open for the policy's span.
  package func closeChunk(ifDueAt now: Timestamp) throws(FileError) {
    if let chunkDeadline, now >= chunkDeadline { try closeChunk() }
  }

  /// Hands everything that was written on to the output.
  package func closeChunk() throws(FileError) {
    try endChunk()
    try output.flush()
  }

  package func finish() throws(FileError) {
    try endChunk()
    do { try container.finish() } catch { throw FileError(error, file: output.name) }
    try output.flush()
  }

  private func open(_ opening: DeviceOpening, as channel: DeviceChannel) throws(FileError) {
    guard channel.rawValue >= 0, channel.rawValue < RecordingLayout.openingLimit else {
      throw failure("more than \(RecordingLayout.openingLimit) openings of devices do not fit a recording")
    }
    var metadata: [String: String]
    do { metadata = try DeviceMetadata.encode(opening.description) } catch {
      throw failure("the description of \(opening.description.name) cannot be written: \(error)")
    }
    metadata[DeviceMetadata.opening] = String(channel.rawValue)
    openings[channel] = opening.number
    let topic = RecordingTopic.events(device: opening.number)
    while channels.count <= channel.rawValue {
      channels.append(nil)
      syncChannels.append(nil)
    }
    channels[channel.rawValue] = try add(topic.name, encoding: RecordingTopic.eventEncoding, metadata: metadata)
    syncChannels[channel.rawValue] = nil
  }

  private func add(
    _ topic: String, encoding: String, schema: SchemaID = .none, metadata: [String: String] = [:]
  ) throws(FileError) -> ChannelID {
    guard let number = UInt16(exactly: sequences.count) else {
      throw failure("more than 65,535 channels do not fit a recording")
    }
    let id = ChannelID(rawValue: number)
    sequences.append(0)
    let channel = MCAPChannel(
      id: id, schema: schema, topic: topic, messageEncoding: encoding, metadata: metadata)
    do { try container.write(channel) } catch { throw FileError(error, file: output.name) }
    return id
  }

  private func write(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    guard channels.indices.contains(channel.rawValue), let id = channels[channel.rawValue] else {
      throw failure("a frame came before its device was opened")
    }
    guard let time = frame.time else { return }
    if frame.events.allSatisfy({ $0.time == time }) {
      times.skip(channel)
    } else {
      try writeTimes(of: frame, at: time, of: channel)
    }
    try write(frame.events[...], at: time, on: id)
  }

  /// Notes the times of a frame's events, before its message is written.
  private func writeTimes(of frame: Frame, at time: Timestamp, of channel: DeviceChannel) throws(FileError) {
    let early = zip(frame.events, frame.events.dropFirst()).count { $0.time != $1.time && isClamped($0.time) }
    clampedTimes += early
    let recorded = recordedTimes(of: time)
    try endChunk(ifDueAt: recorded.log)
    if times.channel(of: channel) == nil { times.open(channel, as: try addTimesChannel(of: channel)) }
    times.add(frame.events, of: channel, at: container.chunkPosition, recorded)
  }

  private func addTimesChannel(of channel: DeviceChannel) throws(FileError) -> ChannelID {
    try add(
      RecordingTopic.times(device: openings[channel] ?? 0).name, encoding: RecordingTopic.timesEncoding,
      metadata: [DeviceMetadata.opening: String(channel.rawValue)])
  }

  private func writeSync(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    guard let time = frame.time else { return }
    if frame.events.contains(where: { $0.time != time }) { flattenedSyncs += 1 }
    try write(frame.events[...], at: time, on: try syncChannel(of: channel))
  }

  private func syncChannel(of channel: DeviceChannel) throws(FileError) -> ChannelID {
    guard let number = openings[channel] else { throw failure("a synced state came before its device was opened") }
    if let id = syncChannels[channel.rawValue] { return id }
    let id = try add(
      RecordingTopic.sync(device: number).name, encoding: RecordingTopic.eventEncoding,
      metadata: [DeviceMetadata.opening: String(channel.rawValue)])
    syncChannels[channel.rawValue] = id
    return id
  }

  private func write(_ payload: [UInt8], at time: Timestamp, on topic: RecordingTopic) throws(FileError) {
    let id: ChannelID
    if let known = textChannels[topic] {
      id = known
    } else {
      let schema = RecordingLayout.schema(of: topic, in: schemas)
      do { try container.write(schema) } catch { throw FileError(error, file: output.name) }
      id = try add(topic.name, encoding: RecordingTopic.messageEncoding, schema: schema.id)
      textChannels[topic] = id
    }
    try write(payload.span.bytes, at: time, on: id)
  }

  private func write(_ attachment: RecordingAttachment) throws(FileError) {
    let (log, created) = times(of: attachment.time, attachment.createTime)
    let fields = MCAPAttachment(
      name: attachment.name, mediaType: attachment.mediaType, logTime: log, createTime: created)
    // Attachments go out at once: what came before them is to stay before them.
    try endChunk()
    do {
      try container.write(fields, data: attachment.bytes.span.bytes)
    } catch {
      throw FileError(error, file: output.name)
    }
  }

  private func write(_ events: ArraySlice<InputEvent>, at time: Timestamp, on id: ChannelID) throws(FileError) {
    // A field of an object is checked for other accesses each time; a variable is not.
    var packed = PackedEvents()
    swap(&packed, &self.packed)
    defer { swap(&packed, &self.packed) }
    packed.fill(with: events)
    let words = packed.words
    try write(words.span.bytes, at: time, on: id)
  }

  private func write(_ data: RawSpan, at time: Timestamp, on id: ChannelID) throws(FileError) {
    let (log, publish) = times(of: time)
    let sequence = sequences[Int(id.rawValue)]
    sequences[Int(id.rawValue)] = sequence &+ 1
    let message = MCAPMessage(channel: id, sequence: sequence, logTime: log, publishTime: publish)
    try endChunk(ifDueAt: log)
    chunkStart = chunkStart ?? log
    try append(message, data)
  }

  private func append(_ message: MCAPMessage, _ data: RawSpan) throws(FileError) {
    do { try container.write(message, data: data) } catch { throw FileError(error, file: output.name) }
    if container.chunkPosition + times.byteCount >= policy.byteLimit { try endChunk() }
  }

  /// Ends the chunk if a message that is logged then is to begin a new one.
  private func endChunk(ifDueAt log: UInt64) throws(FileError) {
    if container.openChunk == nil { chunkStart = nil }
    guard let start = chunkStart, log > start, log - start >= UInt64(clamping: policy.span.nanoseconds) else { return }
    try endChunk()
    chunkStart = nil
  }

  /// Puts the times of events into the chunk and closes it.
  private func endChunk() throws(FileError) {
    do {
      for entry in times.take() {
        let sequence = sequences[Int(entry.channel.rawValue)]
        sequences[Int(entry.channel.rawValue)] = sequence &+ 1
        let message = MCAPMessage(
          channel: entry.channel, sequence: sequence, logTime: entry.time.log, publishTime: entry.time.publish)
        try container.insert(message, data: entry.bytes.span.bytes, at: entry.position)
      }
      try container.closeChunk()
    } catch {
      throw FileError(error, file: output.name)
    }
  }

  private func times(of time: Timestamp) -> (log: UInt64, publish: UInt64) {
    if isClamped(time) { clampedTimes += 1 }
    return recordedTimes(of: time)
  }

  private func recordedTimes(of time: Timestamp) -> (log: UInt64, publish: UInt64) {
    (UInt64(clamping: time.advanced(by: epochOffset).nanoseconds), UInt64(clamping: time.nanoseconds))
  }

  private func isClamped(_ time: Timestamp) -> Bool {
    time.nanoseconds < 0 || time.advanced(by: epochOffset).nanoseconds < 0
  }

  private func failure(_ message: String) -> FileError { FileError(file: output.name, message: message) }
}

/// What other programs put into the files that recordings came from.
extension RecordingWriter {
  private func write(_ foreign: ForeignMessage) throws(FileError) {
    let id = try foreignChannel(foreign.channel)
    let (log, publish) = times(of: foreign.time, foreign.publishTime)
    let message = MCAPMessage(channel: id, sequence: foreign.sequence, logTime: log, publishTime: publish)
    try append(message, foreign.data.span.bytes)
  }

  private func write(_ metadata: ForeignMetadata) throws(FileError) {
    // An attachment goes out at once, and what came before it is to stay before it.
    try endChunk()
    do { try container.write(MCAPMetadata(name: metadata.name, values: metadata.values)) } catch {
      throw FileError(error, file: output.name)
    }
  }

  private func foreignChannel(_ channel: ForeignChannel) throws(FileError) -> ChannelID {
    if let id = foreignChannels.id(of: channel) { return id }
    var schema: MCAPSchema?
    if let declared = channel.schema {
      schema = foreignChannels.numbered(declared)
      if schema == nil { throw failure("more than 65,535 schemas do not fit a recording") }
    }
    if let schema { do { try container.write(schema) } catch { throw FileError(error, file: output.name) } }
    let id = try add(
      channel.topic, encoding: channel.messageEncoding, schema: schema?.id ?? .none, metadata: channel.metadata)
    foreignChannels.declare(channel, as: id)
    return id
  }

  /// The two times of a record.
  private func times(of time: Timestamp, _ source: SourceTime) -> (log: UInt64, source: UInt64) {
    let log = Timestamp(nanoseconds: time.nanoseconds &+ epochOffset.nanoseconds)
    if log.nanoseconds < 0 { clampedTimes += 1 }
    let logged = Timestamp(nanoseconds: max(log.nanoseconds, 0))
    let other =
      switch source {
      case .recordingClock: time
      case .unset: Timestamp(nanoseconds: 0)
      case .afterLogTime(let span): logged.advanced(by: span)
      }
    return (UInt64(clamping: logged.nanoseconds), UInt64(clamping: other.nanoseconds))
  }
}

/// The channels and schemas of other programs that a file being written has, by their contents.
private struct ForeignChannels {
  private var channels: [ForeignChannel: ChannelID] = [:]
  private var schemas: [ForeignChannel.Schema: SchemaID] = [:]
  /// Messages of one channel often follow each other.
  private var latest: (channel: ForeignChannel, id: ChannelID)?

  /// - Returns: `nil` for a channel that has not been declared.
  mutating func id(of channel: ForeignChannel) -> ChannelID? {
    if let latest, latest.channel === channel { return latest.id }
    guard let id = channels[channel] else { return nil }
    latest = (channel, id)
    return id
  }

  mutating func declare(_ channel: ForeignChannel, as id: ChannelID) { channels[channel] = id }

  /// - Returns: the schema as it is to be written, numbered; `nil` if there is no number left.
  mutating func numbered(_ schema: ForeignChannel.Schema) -> MCAPSchema? {
    guard let id = schemas[schema] ?? nextID else { return nil }
    schemas[schema] = id
    return MCAPSchema(id: id, name: schema.name, encoding: schema.encoding, data: schema.data)
  }

  private var nextID: SchemaID? {
    UInt16(exactly: schemas.count + Int(RecordingLayout.firstForeignSchema)).map(SchemaID.init)
  }
}

/// When a recording's chunk closes, and how it is compressed.
///
/// Short chunks lose little when the power goes; long ones compress better.
package struct ChunkPolicy: Hashable, Sendable {
  /// A chunk closes once this long has passed since its first message.
  package var span: TimeSpan
  /// And as soon as it has this many bytes before compression.
  package var byteLimit: Int
  /// zstd's level, 1…22.
  package var compressionLevel: Int

  package init(span: TimeSpan, byteLimit: Int = 256 << 10, compressionLevel: Int) {
    self.span = span
    self.byteLimit = byteLimit
    self.compressionLevel = compressionLevel
  }

  /// While recording: a killed recorder loses at most 100 ms.
  package static let live = ChunkPolicy(span: TimeSpan(nanoseconds: 100_000_000), compressionLevel: 3)

  /// The policy for files made of whole recordings. With the layout's tuning, level 5 compresses nearly as well as
  /// level 9 without, in a quarter of the time.
  package static let rewritten = ChunkPolicy(span: TimeSpan(nanoseconds: 1_000_000_000), compressionLevel: 5)
}
