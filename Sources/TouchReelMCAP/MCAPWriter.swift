/// How a writer gathers messages into chunks.
package struct MCAPWriterOptions: Hashable, Sendable {
  package enum Compression: Hashable, Sendable {
    case none
    /// With a level of 1 to 22, or below zero for the fast ones.
    case zstd(level: Int, tuning: ZstdTuning = ZstdTuning())
  }

  package var compression: Compression
  /// A chunk closes as soon as its uncompressed records have this many bytes. With `.max` only the caller closes it.
  package var chunkSize: Int

  package init(compression: Compression = .zstd(level: 3), chunkSize: Int = 256 << 10) {
    self.compression = compression
    self.chunkSize = chunkSize
  }
}

/// What of zstd's parameters the level does not decide; values out of zstd's bounds are held within them.
package struct ZstdTuning: Hashable, Sendable {
  /// The fewest bytes that a match may have, 3…7.
  package var shortestMatch: Int?
  /// The binary logarithm of how many positions matches are sought at. Few keep matches near, whose distances take
  /// fewer bits.
  package var tableLog: Int?

  package init(shortestMatch: Int? = nil, tableLog: Int? = nil) {
    self.shortestMatch = shortestMatch
    self.tableLog = tableLog
  }
}

/// Writes an MCAP file front to back.
///
/// Schemas, channels and messages go into the open chunk, which reaches the sink as one write, with its indexes, when
/// it closes: at the size of the options, or when the caller says so. Without `finish()` the sink holds a readable
/// prefix.
///
///     var writer = try MCAPWriter(to: file, header: MCAPHeader(profile: "", library: "example"))
///     try writer.write(MCAPChannel(id: channel, topic: "/a", messageEncoding: "json"))
///     try writer.write(message, data: bytes)
///     try writer.finish()
///
/// A message costs its own bytes in a buffer that is used again; it allocates nothing. Only the writer may write to the
/// sink.
package struct MCAPWriter<Sink: MCAPSink & ~Copyable>: ~Copyable {
  package typealias Failure = MCAPWriteError<Sink.Failure>

  private var chunk: ChunkBuilder
  private var channels = ChannelTable()
  private var isClosed = false
  private let options: MCAPWriterOptions
  private var schemas: [SchemaID: MCAPSchema] = [:]
  private var encoder: ChunkEncoder
  private var catalog = SummaryBuilder()
  private var output: ByteBuffer
  private var checksum = CRC32()
  /// How many bytes the sink has taken.
  package private(set) var byteCount: UInt64 = 0
  package private(set) var sink: Sink

  /// Writes the magic and the header.
  package init(
    to sink: consuming Sink, header: MCAPHeader, options: MCAPWriterOptions = MCAPWriterOptions()
  ) throws(Failure) {
    self.init(sink, options)
    output.append(Format.magic)
    output.append(header)
    try flush()
  }

  // Nothing throws before all fields are set: Swift 6.2 would destroy those that are twice.
  private init(_ sink: consuming Sink, _ options: MCAPWriterOptions) {
    self.sink = sink
    self.options = options
    chunk = ChunkBuilder(capacity: min(max(options.chunkSize, 0), 256 << 10) + 4096)
    output = ByteBuffer(capacity: 4096)
    encoder = ChunkEncoder(options.compression)
  }

  /// The log times, in nanoseconds, and the size of the open chunk; `nil` while it has no message.
  package var openChunk: OpenChunk? {
    guard chunk.messageCount > 0 else { return nil }
    return OpenChunk(startTime: chunk.startTime, endTime: chunk.endTime, byteCount: chunk.records.count)
  }

  /// A schema written before is not written again.
  package mutating func write(_ schema: MCAPSchema) throws(Failure) {
    guard !isClosed else { throw .closed }
    if let written = schemas[schema.id] {
      guard written == schema else { throw .conflictingSchema(schema.id) }
      return
    }
    guard schema.id != .none else { throw .unknownSchema(schema.id) }
    schemas[schema.id] = schema
    chunk.records.append(schema)
    catalog.schemas.append(schema)
  }

  /// A channel written before is not written again.
  package mutating func write(_ channel: MCAPChannel) throws(Failure) {
    guard !isClosed else { throw .closed }
    if let slot = channels.slot(channel.id) {
      guard channels.channels[slot] == channel else { throw .conflictingChannel(channel.id) }
      return
    }
    guard channel.schema == .none || schemas[channel.schema] != nil else { throw .unknownSchema(channel.schema) }
    channels.append(channel)
    chunk.records.append(channel)
    catalog.channels.append(channel)
  }

  package mutating func write(_ message: MCAPMessage, data: RawSpan) throws(Failure) {
    guard !isClosed else { throw .closed }
    guard channels.slot(message.channel) != nil else { throw .unknownChannel(message.channel) }
    data.withUnsafeBytes { chunk.append(message, data: $0) }
    if chunk.records.count >= options.chunkSize { try closeChunk() }
  }

  /// Bytes of the open chunk's uncompressed records: where the next one goes.
  package var chunkPosition: Int { chunk.records.count }

  /// Writes a message into the open chunk before others that it already has: one that sums up what follows it.
  ///
  /// - Parameters:
  ///   - message: its channel and times.
  ///   - data: its content.
  ///   - position: what `chunkPosition` was at some time since the chunk was opened, once the message's channel had
  ///     been written.
  /// - Complexity: linear in the bytes after the position.
  package mutating func insert(_ message: MCAPMessage, data: RawSpan, at position: Int) throws(Failure) {
    guard !isClosed else { throw .closed }
    guard channels.slot(message.channel) != nil else { throw .unknownChannel(message.channel) }
    data.withUnsafeBytes { chunk.insert(message, data: $0, at: position) }
  }

  /// Writes the open chunk, if it has records, and its message indexes to the sink, in one write.
  package mutating func closeChunk() throws(Failure) {
    guard !isClosed else { throw .closed }
    guard chunk.records.count > 0 else { return }
    let index: MCAPChunkIndex
    do { index = try encoder.append(chunk, &channels, at: byteCount, to: &output) } catch {
      isClosed = true
      throw .compression(error.reason)
    }
    catalog.append(index, messageCount: UInt64(chunk.messageCount))
    chunk.removeAll()
    try flush()
  }

  /// Writes an embedded file at once, before the messages of the open chunk.
  package mutating func write(_ attachment: MCAPAttachment, data: RawSpan) throws(Failure) {
    guard !isClosed else { throw .closed }
    let offset = byteCount
    let size = UInt64(data.byteCount)
    output.appendAttachmentFields(attachment, size: size)
    var checksum = CRC32()
    checksum.update(UnsafeRawBufferPointer(rebasing: output.bytes[Format.recordHeaderSize...]))
    data.withUnsafeBytes { checksum.update($0) }
    try flush()
    try emit(data)
    output.append(checksum.value)
    try flush()
    catalog.append(
      MCAPAttachmentIndex(attachment: attachment, dataSize: size, offset: offset, length: byteCount - offset))
  }

  /// Writes facts about the file at once, before the messages of the open chunk.
  package mutating func write(_ metadata: MCAPMetadata) throws(Failure) {
    guard !isClosed else { throw .closed }
    output.append(metadata)
    let index = MCAPMetadataIndex(name: metadata.name, offset: byteCount, length: UInt64(output.count))
    try flush()
    catalog.append(index)
  }

  /// Closes the chunk and writes the end of the data, the summary, the footer and the last magic.
  package mutating func finish() throws(Failure) {
    try closeChunk()
    output.appendRecord(.dataEnd) { $0.append(checksum.value) }
    catalog.appendSummary(channels, schemaCount: schemas.count, at: byteCount, to: &output)
    output.append(Format.magic)
    try flush()
    isClosed = true
  }

  private mutating func flush() throws(Failure) {
    defer { output.removeAll() }
    try emit(output.bytes.bytes)
  }

  private mutating func emit(_ bytes: RawSpan) throws(Failure) {
    do { try sink.write(bytes) } catch {
      isClosed = true
      throw .sink(error)
    }
    bytes.withUnsafeBytes { checksum.update($0) }
    byteCount += UInt64(bytes.byteCount)
  }
}

/// What a writer holds back.
package struct OpenChunk: Hashable, Sendable {
  /// The earliest and the latest log time, in nanoseconds.
  package var startTime: UInt64
  package var endTime: UInt64
  /// The size of the uncompressed records, in bytes.
  package var byteCount: Int
}
