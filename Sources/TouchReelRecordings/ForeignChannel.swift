public import TouchReelInputEvents

/// A channel of an MCAP file that is not a recording's: another program's topic, such as a camera's.
///
/// Equal channels of two files are one where the files are joined; equal channels of one file differ in their ordinal.
public final class ForeignChannel: Hashable, Sendable {
  /// The schema of the messages of a channel.
  public struct Schema: Hashable, Sendable {
    /// The name of the schema.
    public let name: String
    /// How the schema is written, such as `jsonschema`.
    public let encoding: String
    /// The schema itself.
    public let data: [UInt8]

    /// A schema by its parts.
    public init(name: String, encoding: String, data: [UInt8]) {
      self.name = name
      self.encoding = encoding
      self.data = data
    }
  }

  /// The topic of the channel.
  public let topic: String
  /// How messages are coded, such as `json`.
  public let messageEncoding: String
  /// What the channel says of itself.
  public let metadata: [String: String]
  /// The schema; `nil` if there is none.
  public let schema: Schema?
  /// How many equal channels the file declares before.
  package let ordinal: Int
  /// A schema may be long: it is hashed once.
  private let digest: Int

  package init(
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
  /// The channel of the message.
  public var channel: ForeignChannel
  /// Its writer's number of the message.
  public var sequence: UInt32
  /// When it was logged, on the recording's clock.
  public var time: Timestamp
  /// When its source made it.
  public var publishTime: SourceTime
  /// The message as it is coded.
  public var data: [UInt8]

  /// A message by its parts.
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
  /// The name of the facts.
  public var name: String
  /// The facts by their keys.
  public var values: [String: String]

  /// Facts under a name.
  public init(name: String = "", values: [String: String] = [:]) {
    self.name = name
    self.values = values
  }
}

extension ForeignMetadata {
  /// Whether it is one of ours, of which a replay knows nothing: what a recording is of (docs/recording-format.md).
  package var isOwn: Bool { name.hasPrefix("touchreel.") }

  /// The same without what people answered, which may name anyone.
  var withoutAnswers: ForeignMetadata {
    let kept = values.filter { !$0.key.hasPrefix("answer.") && !$0.key.hasPrefix("question.") }
    return ForeignMetadata(name: name, values: kept)
  }

  /// The same without when it was.
  var withoutDates: ForeignMetadata {
    ForeignMetadata(name: name, values: values.filter { $0.key != "started" })
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
package struct ForeignTally: Hashable, Sendable {
  package private(set) var attachmentCount = 0
  package private(set) var metadataCount = 0
  /// Messages by topic.
  package private(set) var messageCounts: [String: Int] = [:]
  /// The topics in the order of their first message.
  private var topics: [String] = []

  package init() {}

  package var isEmpty: Bool { attachmentCount + metadataCount + topics.count == 0 }

  /// How many entries were counted.
  package var count: Int { attachmentCount + metadataCount + messageCounts.values.reduce(0, +) }

  /// Counts the entry if it is foreign.
  /// - Returns: whether it is.
  @discardableResult
  package mutating func add(_ entry: RecordingEntry) -> Bool {
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
  package var description: String {
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
