/// Gathers, as bytes, what a file's summary will say.
struct SummaryBuilder: ~Copyable {
  var schemas = ByteBuffer(capacity: 256)
  var channels = ByteBuffer(capacity: 4096)
  private var chunkIndexes = ByteBuffer(capacity: 4096)
  private var attachmentIndexes = ByteBuffer(capacity: 64)
  private var metadataIndexes = ByteBuffer(capacity: 64)
  private var statistics = MCAPStatistics()

  mutating func append(_ index: MCAPChunkIndex, messageCount: UInt64) {
    chunkIndexes.append(index)
    statistics.chunkCount += 1
    guard messageCount > 0 else { return }
    let isFirst = statistics.messageCount == 0
    statistics.startTime = isFirst ? index.startTime : min(statistics.startTime, index.startTime)
    statistics.endTime = max(statistics.endTime, index.endTime)
    statistics.messageCount += messageCount
  }

  mutating func append(_ index: MCAPAttachmentIndex) {
    attachmentIndexes.append(index)
    statistics.attachmentCount += 1
  }

  mutating func append(_ index: MCAPMetadataIndex) {
    metadataIndexes.append(index)
    statistics.metadataCount += 1
  }

  /// Appends the summary, its offsets and the footer to the output, whose first byte has the given offset in the file.
  mutating func appendSummary(_ table: ChannelTable, schemaCount: Int, at offset: UInt64, to output: inout ByteBuffer) {
    count(table, schemaCount: schemaCount)
    let start = output.count
    var groups: [(opcode: Opcode, range: Range<Int>)] = []
    func append(_ opcode: Opcode, _ group: borrowing ByteBuffer) {
      guard group.count > 0 else { return }
      groups.append((opcode, output.count..<(output.count + group.count)))
      output.append(group.bytes)
    }
    append(.schema, schemas)
    append(.channel, channels)
    var counts = ByteBuffer(capacity: 128)
    counts.append(statistics)
    append(.statistics, counts)
    append(.chunkIndex, chunkIndexes)
    append(.attachmentIndex, attachmentIndexes)
    append(.metadataIndex, metadataIndexes)
    let offsetsStart = output.count
    for group in groups {
      output.appendRecord(.summaryOffset) {
        $0.append(group.opcode.rawValue)
        $0.append(offset + UInt64(group.range.lowerBound))
        $0.append(UInt64(group.range.count))
      }
    }
    output.appendFooter(summary: start, summaryOffsets: offsetsStart, bufferOffset: offset)
  }

  private mutating func count(_ table: ChannelTable, schemaCount: Int) {
    statistics.schemaCount = UInt16(clamping: schemaCount)
    statistics.channelCount = UInt32(clamping: table.channels.count)
    for (channel, count) in zip(table.channels, table.messageCounts) {
      statistics.channelMessageCounts[channel.id] = count
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ map: [ChannelID: UInt64]) {
    append(UInt32(truncatingIfNeeded: 10 * map.count))
    for (channel, value) in map.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      append(channel.rawValue)
      append(value)
    }
  }

  fileprivate mutating func append(_ statistics: MCAPStatistics) {
    appendRecord(.statistics) {
      $0.append(statistics.messageCount)
      $0.append(statistics.schemaCount)
      $0.append(statistics.channelCount)
      $0.append(statistics.attachmentCount)
      $0.append(statistics.metadataCount)
      $0.append(statistics.chunkCount)
      $0.append(statistics.startTime)
      $0.append(statistics.endTime)
      $0.append(statistics.channelMessageCounts)
    }
  }

  fileprivate mutating func append(_ index: MCAPChunkIndex) {
    appendRecord(.chunkIndex) {
      $0.append(index.startTime)
      $0.append(index.endTime)
      $0.append(index.offset)
      $0.append(index.length)
      $0.append(index.messageIndexOffsets)
      $0.append(index.messageIndexLength)
      $0.append(index.compression)
      $0.append(index.compressedSize)
      $0.append(index.uncompressedSize)
    }
  }

  fileprivate mutating func append(_ index: MCAPAttachmentIndex) {
    appendRecord(.attachmentIndex) {
      $0.append(index.offset)
      $0.append(index.length)
      $0.append(index.attachment.logTime)
      $0.append(index.attachment.createTime)
      $0.append(index.dataSize)
      $0.append(index.attachment.name)
      $0.append(index.attachment.mediaType)
    }
  }

  fileprivate mutating func append(_ index: MCAPMetadataIndex) {
    appendRecord(.metadataIndex) {
      $0.append(index.offset)
      $0.append(index.length)
      $0.append(index.name)
    }
  }

  /// The record of an attachment up to its data.
  mutating func appendAttachmentFields(_ attachment: MCAPAttachment, size: UInt64) {
    let start = count
    appendRecord(.attachment) {
      $0.append(attachment.logTime)
      $0.append(attachment.createTime)
      $0.append(attachment.name)
      $0.append(attachment.mediaType)
      $0.append(size)
    }
    let fields = UInt64(count - start - Format.recordHeaderSize)
    overwrite(at: start + 1, with: fields + size + 4)
  }

  /// The CRC covers the summary, its offsets and the footer up to the CRC.
  fileprivate mutating func appendFooter(summary: Int, summaryOffsets: Int, bufferOffset: UInt64) {
    append(Opcode.footer.rawValue)
    append(UInt64(Format.footerSize))
    append(bufferOffset + UInt64(summary))
    append(bufferOffset + UInt64(summaryOffsets))
    append(CRC32.of(UnsafeRawBufferPointer(rebasing: bytes[summary...])))
  }
}

/// The channels written so far, with their messages counted.
///
/// A channel's slot is its index in the order of writing; the table from ids to slots makes the check of a message one
/// load.
struct ChannelTable {
  private(set) var channels: [MCAPChannel] = []
  private(set) var messageCounts: [UInt64] = []
  private var slots: [Int32] = []

  @inline(__always)
  func slot(_ id: ChannelID) -> Int? {
    let index = Int(id.rawValue)
    guard index < slots.count, slots[index] >= 0 else { return nil }
    return Int(slots[index])
  }

  mutating func append(_ channel: MCAPChannel) {
    let index = Int(channel.id.rawValue)
    if index >= slots.count { slots += repeatElement(-1, count: index + 1 - slots.count) }
    slots[index] = Int32(channels.count)
    channels.append(channel)
    messageCounts.append(0)
  }

  mutating func count(_ messages: UInt64, slot: Int) { messageCounts[slot] += messages }
}
