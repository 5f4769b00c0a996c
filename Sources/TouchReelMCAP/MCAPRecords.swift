/// Identifies a channel within one file.
package struct ChannelID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// Identifies a schema within one file; zero says that a channel has none.
package struct SchemaID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable package static var none: SchemaID { SchemaID(rawValue: 0) }
}

/// Who wrote the file, and by which conventions.
package struct MCAPHeader: Hashable, Sendable {
  package var profile: String
  package var library: String

  package init(profile: String, library: String) {
    self.profile = profile
    self.library = library
  }
}

/// Describes what the messages of a channel hold.
package struct MCAPSchema: Hashable, Sendable {
  package var id: SchemaID
  package var name: String
  package var encoding: String
  package var data: [UInt8]

  package init(id: SchemaID, name: String, encoding: String, data: [UInt8]) {
    self.id = id
    self.name = name
    self.encoding = encoding
    self.data = data
  }
}

/// A stream of messages of one kind.
package struct MCAPChannel: Hashable, Sendable {
  package var id: ChannelID
  package var schema: SchemaID
  package var topic: String
  package var messageEncoding: String
  package var metadata: [String: String]

  package init(
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
package struct MCAPMessage: Hashable, Sendable {
  package var channel: ChannelID
  /// The writer's number of the message; 0 if it gave none.
  package var sequence: UInt32
  /// When the message was recorded: nanoseconds, by convention since 1970.
  package var logTime: UInt64
  /// When the source says that it was made, in nanoseconds.
  package var publishTime: UInt64

  @inlinable
  package init(channel: ChannelID, sequence: UInt32, logTime: UInt64, publishTime: UInt64) {
    self.channel = channel
    self.sequence = sequence
    self.logTime = logTime
    self.publishTime = publishTime
  }
}

/// All of an embedded file but its data.
package struct MCAPAttachment: Hashable, Sendable {
  package var name: String
  package var mediaType: String
  /// Nanoseconds.
  package var logTime: UInt64
  /// Nanoseconds; zero where it is not known.
  package var createTime: UInt64

  package init(name: String, mediaType: String, logTime: UInt64, createTime: UInt64 = 0) {
    self.name = name
    self.mediaType = mediaType
    self.logTime = logTime
    self.createTime = createTime
  }
}

/// A named set of facts about the whole file.
package struct MCAPMetadata: Hashable, Sendable {
  package var name: String
  package var values: [String: String]

  package init(name: String, values: [String: String]) {
    self.name = name
    self.values = values
  }
}

/// What a reader meets in a file, in the file's order.
package enum MCAPRecord: Hashable, Sendable {
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
package struct MCAPSummary: Hashable, Sendable {
  package var schemas: [MCAPSchema] = []
  package var channels: [MCAPChannel] = []
  package var statistics: MCAPStatistics?
  /// The indexes of chunks, in the file's order.
  package var chunks: [MCAPChunkIndex] = []
  package var attachments: [MCAPAttachmentIndex] = []
  /// The indexes of metadata, in the file's order, as those of the attachments.
  package var metadata: [MCAPMetadataIndex] = []

  package init() {}
}

/// Counts over a whole file.
package struct MCAPStatistics: Hashable, Sendable {
  package var messageCount: UInt64 = 0
  package var schemaCount: UInt16 = 0
  package var channelCount: UInt32 = 0
  package var attachmentCount: UInt32 = 0
  package var metadataCount: UInt32 = 0
  package var chunkCount: UInt32 = 0
  /// The earliest and the latest log time, in nanoseconds; zero for a file without messages.
  package var startTime: UInt64 = 0
  package var endTime: UInt64 = 0
  /// Empty where the writer did not count.
  package var channelMessageCounts: [ChannelID: UInt64] = [:]

  package init() {}
}

/// Where a chunk is, and which times it holds.
package struct MCAPChunkIndex: Hashable, Sendable {
  /// The earliest and the latest log time, in nanoseconds; zero for a chunk without messages.
  package var startTime: UInt64
  package var endTime: UInt64
  /// The offset of the chunk's record in the file.
  package var offset: UInt64
  /// The length of the record, with its opcode and length, in bytes.
  package var length: UInt64
  /// Where each channel's index of messages begins in the file; empty where there are none.
  package var messageIndexOffsets: [ChannelID: UInt64]
  /// The length of all those indexes together, in bytes.
  package var messageIndexLength: UInt64
  /// `zstd`, `lz4`, or empty for none.
  package var compression: String
  /// The sizes of its records as they lie in the file, and decompressed, in bytes.
  package var compressedSize: UInt64
  package var uncompressedSize: UInt64
}

/// Where an attachment is.
package struct MCAPAttachmentIndex: Hashable, Sendable {
  package var attachment: MCAPAttachment
  /// The size of the content, in bytes.
  package var dataSize: UInt64
  package var offset: UInt64
  package var length: UInt64
}

/// Where a record of metadata is.
package struct MCAPMetadataIndex: Hashable, Sendable {
  package var name: String
  package var offset: UInt64
  package var length: UInt64
}
