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
