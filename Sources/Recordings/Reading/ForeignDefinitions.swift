import MCAP

/// The schemas and channels that a file declares for other programs' messages, within a bound: a short file can declare gigabytes.
struct ForeignDefinitions {
  private var schemas: [SchemaID: ForeignChannel.Schema] = [:]
  private(set) var channels: [ForeignChannel] = []
  private var counts: [ForeignChannel: Int] = [:]
  private var byteCount = 0
  private let limit: Int

  /// - Parameter limit: bytes of all that is kept.
  init(limit: Int) { self.limit = limit }

  /// A schema that is declared again says nothing new.
  /// - Returns: false where it does not fit.
  mutating func add(_ schema: MCAPSchema) -> Bool {
    guard schemas[schema.id] == nil else { return true }
    guard admits(schema.data.count + schema.name.utf8.count + schema.encoding.utf8.count) else { return false }
    schemas[schema.id] = ForeignChannel.Schema(name: schema.name, encoding: schema.encoding, data: schema.data)
    return true
  }

  func has(_ schema: SchemaID) -> Bool { schema == .none || schemas[schema] != nil }

  /// - Returns: the channel's place among the channels; `nil` where it does not fit.
  mutating func add(_ channel: MCAPChannel) -> Int? {
    let metadataSize = channel.metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard admits(channel.topic.utf8.count + channel.messageEncoding.utf8.count + metadataSize) else { return nil }
    let first = made(of: channel, ordinal: 0)
    let ordinal = counts[first, default: 0]
    counts[first] = ordinal + 1
    channels.append(ordinal == 0 ? first : made(of: channel, ordinal: ordinal))
    return channels.count - 1
  }

  private func made(of channel: MCAPChannel, ordinal: Int) -> ForeignChannel {
    ForeignChannel(
      topic: channel.topic, messageEncoding: channel.messageEncoding, metadata: channel.metadata,
      schema: schemas[channel.schema], ordinal: ordinal)
  }

  private mutating func admits(_ size: Int) -> Bool {
    guard size <= limit - byteCount else { return false }
    byteCount += size
    return true
  }
}
