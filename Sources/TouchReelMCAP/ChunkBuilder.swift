/// The records of the chunk that is open.
///
/// The indexes of its messages are made from the records when the chunk closes, so that a message costs only its bytes.
struct ChunkBuilder: ~Copyable {
  var records: ByteBuffer
  private(set) var messageCount = 0
  private var earliest = UInt64.max
  private var latest: UInt64 = 0

  init(capacity: Int) { records = ByteBuffer(capacity: capacity) }

  var startTime: UInt64 { messageCount == 0 ? 0 : earliest }
  var endTime: UInt64 { latest }

  @inline(__always)
  mutating func append(_ message: MCAPMessage, data: UnsafeRawBufferPointer) {
    records.append(message, data: data)
    messageCount += 1
    earliest = min(earliest, message.logTime)
    latest = max(latest, message.logTime)
  }

  /// - Parameter position: where a record begins, or the end.
  mutating func insert(_ message: MCAPMessage, data: UnsafeRawBufferPointer, at position: Int) {
    let end = records.count
    append(message, data: data)
    records.moveEnd(from: end, to: position)
  }

  mutating func removeAll() {
    records.removeAll()
    messageCount = 0
    earliest = .max
    latest = 0
  }

  /// Calls `body` with each message's channel, log time and offset among the records.
  func forEachMessage(_ body: (ChannelID, UInt64, Int) -> Void) {
    var offset = 0
    while offset < records.count {
      let length = records.load(at: offset + 1, as: UInt64.self)
      if records.load(at: offset, as: UInt8.self) == Opcode.message.rawValue {
        let content = offset + Format.recordHeaderSize
        let channel = ChannelID(rawValue: records.load(at: content, as: UInt16.self))
        body(channel, records.load(at: content + 6, as: UInt64.self), offset)
      }
      offset += Format.recordHeaderSize + Int(length)
    }
  }
}

/// The message indexes of a chunk, one per channel that has messages in it.
private struct MessageIndexes {
  /// The numbers of messages, by the channel's slot.
  private(set) var counts: [Int] = []
  private var ends: [Int] = []

  /// Counts the messages of each channel.
  mutating func gather(_ chunk: borrowing ChunkBuilder, _ channels: ChannelTable) {
    counts.removeAll(keepingCapacity: true)
    counts += repeatElement(0, count: channels.channels.count)
    chunk.forEachMessage { channel, _, _ in
      if let slot = channels.slot(channel) { counts[slot] += 1 }
    }
  }

  /// Appends the records, in the order of the channels, and gives the offset of each in the buffer.
  mutating func append(
    of chunk: borrowing ChunkBuilder, _ channels: ChannelTable, to output: inout ByteBuffer
  ) -> [(channel: ChannelID, offset: Int)] {
    var offsets: [(channel: ChannelID, offset: Int)] = []
    ends.removeAll(keepingCapacity: true)
    for (slot, count) in counts.enumerated() {
      if count > 0 {
        offsets.append((channels.channels[slot].id, output.count))
        appendHeader(channels.channels[slot].id, count: count, to: &output)
      }
      ends.append(output.count)
      if count > 0 { output.appendZeros(16 * count) }
    }
    chunk.forEachMessage { channel, time, offset in
      guard let slot = channels.slot(channel) else { return }
      output.overwrite(at: ends[slot], with: time)
      output.overwrite(at: ends[slot] + 8, with: UInt64(offset))
      ends[slot] += 16
    }
    return offsets
  }

  private func appendHeader(_ channel: ChannelID, count: Int, to output: inout ByteBuffer) {
    output.append(Opcode.messageIndex.rawValue)
    output.append(UInt64(6 + 16 * count))
    output.append(channel.rawValue)
    output.append(UInt32(truncatingIfNeeded: 16 * count))
  }
}

/// Makes the record of a chunk, and those of its message indexes, from its records.
struct ChunkEncoder: ~Copyable {
  private let compressor: ZstdCompressor?
  private var indexes = MessageIndexes()

  init(_ compression: MCAPWriterOptions.Compression) {
    switch compression {
    case .none: compressor = nil
    case .zstd(let level, let tuning): compressor = ZstdCompressor(level: level, tuning: tuning)
    }
  }

  private var compression: String { compressor == nil ? "" : "zstd" }

  /// Appends the records to the output, whose first byte has the given offset in the file, and counts the messages.
  mutating func append(
    _ chunk: borrowing ChunkBuilder, _ channels: inout ChannelTable, at offset: UInt64, to output: inout ByteBuffer
  ) throws(ZstdError) -> MCAPChunkIndex {
    let start = output.count
    let compressedSize = try appendChunk(chunk, to: &output)
    let chunkEnd = output.count
    indexes.gather(chunk, channels)
    let offsets = indexes.append(of: chunk, channels, to: &output)
    for (slot, count) in indexes.counts.enumerated() { channels.count(UInt64(count), slot: slot) }
    return MCAPChunkIndex(
      startTime: chunk.startTime, endTime: chunk.endTime, offset: offset + UInt64(start),
      length: UInt64(chunkEnd - start),
      messageIndexOffsets: Dictionary(uniqueKeysWithValues: offsets.map { ($0.channel, offset + UInt64($0.offset)) }),
      messageIndexLength: UInt64(output.count - chunkEnd), compression: compression,
      compressedSize: UInt64(compressedSize), uncompressedSize: UInt64(chunk.records.count))
  }

  private func appendChunk(_ chunk: borrowing ChunkBuilder, to output: inout ByteBuffer) throws(ZstdError) -> Int {
    output.append(Opcode.chunk.rawValue)
    output.append(UInt64(0))
    let start = output.count
    output.append(chunk.startTime)
    output.append(chunk.endTime)
    output.append(UInt64(chunk.records.count))
    output.append(CRC32.of(chunk.records.bytes))
    output.append(compression)
    output.append(UInt64(0))
    let recordsStart = output.count
    try appendRecords(chunk.records.bytes, to: &output)
    output.overwrite(at: recordsStart - 8, with: UInt64(output.count - recordsStart))
    output.overwrite(at: start - 8, with: UInt64(output.count - start))
    return output.count - recordsStart
  }

  private func appendRecords(_ records: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(ZstdError) {
    switch compressor {
    case .none: output.append(records)
    case .some(let compressor):
      try output.append(upTo: compressor.bound(records.count)) { buffer throws(ZstdError) in
        try compressor.compress(records, into: buffer)
      }
    }
  }
}
