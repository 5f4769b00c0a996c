import TouchReelInputEvents
import TouchReelMCAP

/// What each channel of a file means for a recording.
struct ChannelRoutes {
  enum Route {
    case events(DeviceChannel)
    case sync(DeviceChannel)
    case times(DeviceChannel)
    case board
    case notes
    /// Another program's, by its index among the foreign channels.
    case foreign(Int)
    /// Useless: its messages are left out, with a warning.
    case ignored
  }

  /// The topics of other programs, in the order of their declaration.
  var foreignTopics: [String] = []
  private var table: [Route?] = []
  private var usefulCount = 0

  /// Whether no channel is a recording's.
  var isEmpty: Bool { usefulCount == 0 }

  subscript(id: ChannelID) -> Route? {
    @inline(__always) get {
      let index = Int(id.rawValue)
      return index < table.count ? table[index] : nil
    }
    set {
      let index = Int(id.rawValue)
      if index >= table.count { table += repeatElement(nil, count: index + 1 - table.count) }
      table[index] = newValue
      switch newValue {
      case .foreign, .ignored, nil: return
      case .events, .sync, .times, .board, .notes: usefulCount += 1
      }
    }
  }
}

/// The schemas and channels that a file declares for other programs' messages, within a bound: a short file can declare
/// gigabytes.
struct ForeignDefinitions {
  private var schemas: [SchemaID: ForeignChannel.Schema] = [:]
  private(set) var channels: [ForeignChannel] = []
  private var counts: [ForeignChannel: Int] = [:]
  private var byteCount = 0
  private let limit: Int

  /// - Parameter limit: bytes of all that is kept.
  init(limit: Int) { self.limit = limit }

  /// A repeated declaration of a schema is ignored.
  /// - Returns: false if it does not fit.
  mutating func add(_ schema: MCAPSchema) -> Bool {
    guard schemas[schema.id] == nil else { return true }
    guard admits(schema.data.count + schema.name.utf8.count + schema.encoding.utf8.count) else { return false }
    schemas[schema.id] = ForeignChannel.Schema(name: schema.name, encoding: schema.encoding, data: schema.data)
    return true
  }

  func has(_ schema: SchemaID) -> Bool { schema == .none || schemas[schema] != nil }

  /// - Returns: the channel's index among the channels; `nil` if it does not fit.
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
