import ByteStreams
import MCAP

extension RecordingReader {
  /// The channels of a recording that the summary of a finished file tells of; nothing for a pipe and a file without a summary.
  ///
  /// - Throws: where the file cannot be read. A broken summary is no error here: reading on meets what is broken.
  func announcedTopics() throws(FileError) -> [RecordingTopic]? {
    do {
      return try container.readSummary()?.channels.compactMap {
        RecordingTopic(name: $0.topic, encoding: $0.messageEncoding)
      }
    } catch {
      guard case .source(let failure) = error else { return nil }
      throw failure
    }
  }
}
