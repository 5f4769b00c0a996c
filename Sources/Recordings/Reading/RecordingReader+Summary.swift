import MCAP

extension RecordingReader {
  /// How often a device is opened in the whole file, as its summary tells; nothing for a pipe and a file without a summary.
  ///
  /// - Throws: where the file cannot be read. A broken summary is no error here: reading on meets what is broken.
  func announcedOpenings() throws(RecordingError) -> Int? {
    let channels: [MCAPChannel]?
    do {
      channels = try container.readSummary()?.channels
    } catch {
      guard case .source(let failure) = error else { return nil }
      throw failure
    }
    return channels?.count { channel in
      if case .events? = RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) { true } else { false }
    }
  }
}
