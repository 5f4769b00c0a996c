public import InputEvents

/// A channel of an MCAP file that is not a recording's: another program's topic, such as a camera's.
///
/// Equal channels of two files are one where the files are joined; equal channels of one file differ in their ordinal.
public final class ForeignChannel: Hashable, Sendable {
  public struct Schema: Hashable, Sendable {
    public let name: String
    public let encoding: String
    public let data: [UInt8]

    public init(name: String, encoding: String, data: [UInt8]) {
      self.name = name
      self.encoding = encoding
      self.data = data
    }
  }

  public let topic: String
  public let messageEncoding: String
  public let metadata: [String: String]
  public let schema: Schema?
  /// How many equal channels the file declares before.
  public let ordinal: Int
  /// A schema may be long: it is hashed once.
  private let digest: Int

  public init(
    topic: String, messageEncoding: String, metadata: [String: String] = [:], schema: Schema? = nil, ordinal: Int = 0
  ) {
    self.topic = topic
    self.messageEncoding = messageEncoding
    self.metadata = metadata
    self.schema = schema
    self.ordinal = ordinal
    var hasher = Hasher()
    hasher.combine(topic)
    hasher.combine(messageEncoding)
    hasher.combine(metadata)
    hasher.combine(schema)
    hasher.combine(ordinal)
    digest = hasher.finalize()
  }

  public static func == (left: ForeignChannel, right: ForeignChannel) -> Bool {
    left === right
      || left.digest == right.digest && left.topic == right.topic && left.messageEncoding == right.messageEncoding
        && left.metadata == right.metadata && left.schema == right.schema && left.ordinal == right.ordinal
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A message of a foreign channel.
public struct ForeignMessage: Hashable, Sendable {
  public var channel: ForeignChannel
  /// As its writer numbered it.
  public var sequence: UInt32
  /// When it was logged, on the recording's clock.
  public var time: Timestamp
  /// When its source made it.
  public var publishTime: SourceTime
  public var data: [UInt8]

  public init(
    channel: ForeignChannel, sequence: UInt32 = 0, time: Timestamp, publishTime: SourceTime = .afterLogTime(.zero),
    data: [UInt8]
  ) {
    self.channel = channel
    self.sequence = sequence
    self.time = time
    self.publishTime = publishTime
    self.data = data
  }
}

/// Facts about an MCAP file that are not a recording's.
public struct ForeignMetadata: Hashable, Sendable {
  public var name: String
  public var values: [String: String]

  public init(name: String = "", values: [String: String] = [:]) {
    self.name = name
    self.values = values
  }
}

/// How the second time of an MCAP record, that of its source, follows from the first, when it was logged.
///
/// Moving a recording in time moves both.
public enum SourceTime: Hashable, Sendable {
  /// It is the time on the recording's own clock, as it is for all that a recording holds itself.
  case recordingClock
  /// The file has none: zero.
  case unset
  /// It lies so much after the time of logging; before it where the span is negative.
  case afterLogTime(TimeSpan)
}

/// Counts what of an MCAP file is not a recording's.
public struct ForeignTally: Hashable, Sendable {
  public private(set) var attachmentCount = 0
  public private(set) var metadataCount = 0
  /// Messages by topic.
  public private(set) var messageCounts: [String: Int] = [:]
  /// In the order of their first message.
  private var topics: [String] = []

  public init() {}

  public var isEmpty: Bool { attachmentCount + metadataCount + topics.count == 0 }

  /// How many entries were counted.
  public var count: Int { attachmentCount + metadataCount + messageCounts.values.reduce(0, +) }

  /// Counts the entry if it is foreign.
  /// - Returns: whether it is.
  @discardableResult
  public mutating func add(_ entry: RecordingEntry) -> Bool {
    switch entry {
    case .foreignMessage(let message): addMessage(of: message.channel.topic)
    case .foreignMetadata: metadataCount += 1
    case .attachment(let attachment) where attachment.isForeign: attachmentCount += 1
    case .opening, .frame, .sync, .board, .note, .attachment: return false
    }
    return true
  }

  private mutating func addMessage(of topic: String) {
    if messageCounts[topic] == nil { topics.append(topic) }
    messageCounts[topic, default: 0] += 1
  }
}

extension ForeignTally: CustomStringConvertible {
  /// `3 attachments, 1 metadata record and 120 messages of /camera`.
  public var description: String {
    var parts = [Self.counted(attachmentCount, "attachment"), Self.counted(metadataCount, "metadata record")]
      .compactMap { $0 }
    parts += topics.prefix(Self.namedTopics).compactMap { topic in
      Self.counted(messageCounts[topic, default: 0], "message").map { "\($0) of \(topic)" }
    }
    let others = topics.dropFirst(Self.namedTopics)
    if let count = Self.counted(others.reduce(0) { $0 + messageCounts[$1, default: 0] }, "message") {
      parts.append("\(count) of \(others.count) other topic\(others.count == 1 ? "" : "s")")
    }
    return parts.count < 2
      ? parts.joined() : "\(parts.dropLast().joined(separator: ", ")) and \(parts[parts.count - 1])"
  }

  /// Topics that a line names.
  private static let namedTopics = 4

  private static func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
