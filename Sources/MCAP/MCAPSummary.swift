/// What a finished file says at its end about all that is before it.
public struct MCAPSummary: Hashable, Sendable {
  public var schemas: [MCAPSchema] = []
  public var channels: [MCAPChannel] = []
  public var statistics: MCAPStatistics?
  /// In the file's order.
  public var chunks: [MCAPChunkIndex] = []
  public var attachments: [MCAPAttachmentIndex] = []
  public var metadata: [MCAPMetadataIndex] = []

  public init() {}
}

/// Counts over a whole file.
public struct MCAPStatistics: Hashable, Sendable {
  public var messageCount: UInt64 = 0
  public var schemaCount: UInt16 = 0
  public var channelCount: UInt32 = 0
  public var attachmentCount: UInt32 = 0
  public var metadataCount: UInt32 = 0
  public var chunkCount: UInt32 = 0
  /// The earliest and the latest log time, in nanoseconds; zero for a file without messages.
  public var startTime: UInt64 = 0
  public var endTime: UInt64 = 0
  /// Empty where the writer did not count.
  public var channelMessageCounts: [ChannelID: UInt64] = [:]

  public init() {}
}

/// Where a chunk is, and which times it holds.
public struct MCAPChunkIndex: Hashable, Sendable {
  /// The earliest and the latest log time, in nanoseconds; zero for a chunk without messages.
  public var startTime: UInt64
  public var endTime: UInt64
  /// Of the chunk's record in the file.
  public var offset: UInt64
  /// Of the record, with its opcode and length.
  public var length: UInt64
  /// Where each channel's index of messages begins in the file; empty where there are none.
  public var messageIndexOffsets: [ChannelID: UInt64]
  public var messageIndexLength: UInt64
  public var compression: String
  public var compressedSize: UInt64
  public var uncompressedSize: UInt64
}

/// Where an attachment is.
public struct MCAPAttachmentIndex: Hashable, Sendable {
  public var attachment: MCAPAttachment
  public var dataSize: UInt64
  public var offset: UInt64
  public var length: UInt64
}

/// Where a record of metadata is.
public struct MCAPMetadataIndex: Hashable, Sendable {
  public var name: String
  public var offset: UInt64
  public var length: UInt64
}
