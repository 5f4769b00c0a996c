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
struct MessageIndexes {
  /// By the channel's slot.
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
