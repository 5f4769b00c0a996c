import TouchReelByteStreams
import TouchReelMCAP

/// What a finished file says at its end.
extension ReadingState {
  mutating func isOfOneDevice() throws(FileError) -> Bool {
    guard let topics = try announcedTopics(), !topics.contains(.board) else { return false }
    return topics.count { if case .events = $0 { true } else { false } } == 1
  }

  mutating func mayHaveBoardMessages() throws(FileError) -> Bool {
    try announcedTopics()?.contains(.board) ?? true
  }

  private mutating func announcedTopics() throws(FileError) -> [RecordingTopic]? {
    do {
      return try container.readSummary()?.channels.compactMap {
        RecordingTopic(name: $0.topic, encoding: $0.messageEncoding)
      }
    } catch {
      guard case .source(let failure) = error else { return nil }
      throw failure
    }
  }

  mutating func readSummary() -> KnownSummary {
    if let summary { return summary }
    // An unreadable summary counts as none; its damage is reported when reading reaches it.
    try? container.findEnd()
    let found = (try? container.findSummary()) ?? nil
    let known = (found?.channels ?? [], found?.schemas ?? [], found?.statistics)
    summary = known
    return known
  }
}
