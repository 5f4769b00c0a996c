import MCAP

/// The channels and schemas of other programs that a file being written has, by their contents.
struct ForeignChannels {
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

  /// - Returns: the schema as it is to be written, numbered; `nil` where there is no number left.
  mutating func numbered(_ schema: ForeignChannel.Schema) -> MCAPSchema? {
    guard let id = schemas[schema] ?? nextID else { return nil }
    schemas[schema] = id
    return MCAPSchema(id: id, name: schema.name, encoding: schema.encoding, data: schema.data)
  }

  private var nextID: SchemaID? {
    UInt16(exactly: schemas.count + Int(RecordingLayout.firstForeignSchema)).map(SchemaID.init)
  }
}
