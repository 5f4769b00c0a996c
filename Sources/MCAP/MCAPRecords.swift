/// Identifies a channel within one file.
public struct ChannelID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// Identifies a schema within one file; zero says that a channel has none.
public struct SchemaID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable public static var none: SchemaID { SchemaID(rawValue: 0) }
}

/// Who wrote the file, and by which conventions.
public struct MCAPHeader: Hashable, Sendable {
  public var profile: String
  public var library: String

  public init(profile: String, library: String) {
    self.profile = profile
    self.library = library
  }
}

/// Describes what the messages of a channel hold.
public struct MCAPSchema: Hashable, Sendable {
  public var id: SchemaID
  public var name: String
  public var encoding: String
  public var data: [UInt8]

  public init(id: SchemaID, name: String, encoding: String, data: [UInt8]) {
    self.id = id
    self.name = name
    self.encoding = encoding
    self.data = data
  }
}

/// A stream of messages of one kind.
public struct MCAPChannel: Hashable, Sendable {
  public var id: ChannelID
  public var schema: SchemaID
  public var topic: String
  public var messageEncoding: String
  public var metadata: [String: String]

  public init(
    id: ChannelID, schema: SchemaID = .none, topic: String, messageEncoding: String, metadata: [String: String] = [:]
  ) {
    self.id = id
    self.schema = schema
    self.topic = topic
    self.messageEncoding = messageEncoding
    self.metadata = metadata
  }
}

/// All of a message but its data.
@frozen
public struct MCAPMessage: Hashable, Sendable {
  public var channel: ChannelID
  /// As the writer numbered it; 0 if it did not.
  public var sequence: UInt32
  /// When the message was recorded: nanoseconds, by convention since 1970.
  public var logTime: UInt64
  /// When the source says that it was made, in nanoseconds.
  public var publishTime: UInt64

  @inlinable
  public init(channel: ChannelID, sequence: UInt32, logTime: UInt64, publishTime: UInt64) {
    self.channel = channel
    self.sequence = sequence
    self.logTime = logTime
    self.publishTime = publishTime
  }
}

/// All of an embedded file but its data.
public struct MCAPAttachment: Hashable, Sendable {
  public var name: String
  public var mediaType: String
  /// Nanoseconds.
  public var logTime: UInt64
  /// Nanoseconds; zero where it is not known.
  public var createTime: UInt64

  public init(name: String, mediaType: String, logTime: UInt64, createTime: UInt64 = 0) {
    self.name = name
    self.mediaType = mediaType
    self.logTime = logTime
    self.createTime = createTime
  }
}

/// A named set of facts about the whole file.
public struct MCAPMetadata: Hashable, Sendable {
  public var name: String
  public var values: [String: String]

  public init(name: String, values: [String: String]) {
    self.name = name
    self.values = values
  }
}

/// What a reader meets in a file, in the file's order.
public enum MCAPRecord: Hashable, Sendable {
  case header(MCAPHeader)
  case schema(MCAPSchema)
  case channel(MCAPChannel)
  /// The data is to be had from the reader until its next record.
  case message(MCAPMessage)
  /// The data, of this many bytes, is to be had from the reader until its next record.
  case attachment(MCAPAttachment, size: UInt64)
  case metadata(MCAPMetadata)
}

/// What a finished file says at its end about all that is before it.
public struct MCAPSummary: Hashable, Sendable {
  public var schemas: [MCAPSchema] = []
  public var channels: [MCAPChannel] = []
  public var statistics: MCAPStatistics?
  /// In the file's order.
  public var chunks: [MCAPChunkIndex] = []
  public var attachments: [MCAPAttachmentIndex] = []
  /// In the file's order, as the attachments.
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
  /// Of all those indexes together, in bytes.
  public var messageIndexLength: UInt64
  /// `zstd`, `lz4`, or empty for none.
  public var compression: String
  /// Of the records in it, in bytes; as they lie in the file, and decompressed.
  public var compressedSize: UInt64
  public var uncompressedSize: UInt64
}

/// Where an attachment is.
public struct MCAPAttachmentIndex: Hashable, Sendable {
  public var attachment: MCAPAttachment
  /// In bytes.
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
