/// What follows the end of a file: another file that was appended to it, or bytes of nobody.
package struct MCAPTrailing: Hashable, Sendable {
  /// The bytes of the file.
  package var range: Range<UInt64>
  /// How many messages are among them.
  package var messageCount = 0
  /// Whether they begin as a file does.
  package var isFile: Bool
}

/// What follows the end of a file is counted, and not given: it numbers its channels anew.
extension MCAPReader where Source: ~Copyable {
  /// Counts what follows the file's end, once. Of a source that still grows nothing is awaited.
  ///
  /// - Throws: if the source fails.
  mutating func countTrailing() throws(Failure) {
    guard trailing == nil, try isFollowedByBytes() else { return }
    let (losses, damageCount, doubts) = (losses, damageCount, doubts)
    let start = window.offset + UInt64(Format.magic.count)
    trailing = MCAPTrailing(range: start..<start, isFile: false)
    var (isFirst, messageCount) = (true, 0)
    repeat {
      let isFile = try enterTrailingPart()
      if isFirst { trailing?.isFile = isFile }
      isFirst = false
      messageCount += try countMessages()
    } while try isFollowedByBytes()
    try findEnd()
    trailing?.messageCount = messageCount
    trailing?.range = start..<max(start, source.size ?? window.offset + UInt64(window.buffered.count))
    (self.losses, self.damageCount, self.doubts, ending) = (losses, damageCount, doubts, .complete)
    (run, streamedChunk, pendingAttachment) = (RecordRun(), nil, nil)
  }

  /// Whether the file is complete, and bytes are known to follow its last magic.
  private mutating func isFollowedByBytes() throws(Failure) -> Bool {
    guard case .complete? = ending, window.buffered.starts(with: Format.magic) else { return false }
    return try reaches(UInt64(Format.magic.count) + 1) == true
  }

  /// - Returns: whether a file begins here.
  private mutating func enterTrailingPart() throws(Failure) -> Bool {
    window.consume(Format.magic.count)
    _ = try load(Format.magic.count)
    let isFile = window.buffered.starts(with: Format.magic)
    (stage, ending) = (isFile ? .magic : .data, nil)
    return isFile
  }

  /// The number of messages up to the end of a file, or to damage at which the reader stops.
  private mutating func countMessages() throws(Failure) -> Int {
    var count = 0
    do {
      while let record = try next() { if case .message = record { count += 1 } }
    } catch {
      guard case .format = error else { throw error }
    }
    return count
  }
}
