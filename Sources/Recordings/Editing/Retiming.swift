public import ByteStreams
public import InputEvents

extension RecordingEntry {
  /// Moves everything that has a time.
  public mutating func advance(by span: TimeSpan) {
    switch kind {
    case .frame, .sync:
      for index in frame.events.indices { frame.events[index].time = frame.events[index].time.advanced(by: span) }
    case .board, .note, .foreignMessage: time = time.advanced(by: span)
    case .attachment: attachment.time = attachment.time.advanced(by: span)
    case .opening, .foreignMetadata: return
    }
  }
}

/// Moves a recording in time.
public struct Retiming: EntryTransform {
  private let span: TimeSpan

  public init(by span: TimeSpan) { self.span = span }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    entry.advance(by: span)
    try emit(entry)
  }
}
