package import TouchReelByteStreams
package import TouchReelInputEvents

/// Moves a recording so that its earliest time is zero, and so says nothing of when it was made. What lies between its
/// times is unchanged.
package struct DateRemoval: EntryTransform {
  private var start: Timestamp?

  /// - Parameter earliest: of all times; that of the first entry where it is not known. What is earlier than that gets
  ///   a time before zero.
  package init(from earliest: Timestamp? = nil) { start = earliest }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    if start == nil { start = entry.earliestTime }
    var entry = entry
    if case .foreignMetadata(let metadata) = entry, metadata.isOwn { entry = .foreignMetadata(metadata.withoutDates) }
    if let start { entry.advance(by: Timestamp(nanoseconds: 0).since(start)) }
    try emit(entry)
  }
}

extension RecordingEntry {
  /// An event before the end of its frame may be earlier than it.
  package var earliestTime: Timestamp? {
    switch self {
    case .frame(let frame, _), .sync(let frame, _): frame.events.map(\.time).min()
    case .board(_, let time), .note(_, let time): time
    case .attachment(let attachment): attachment.time
    case .foreignMessage(let message): message.time
    case .opening, .foreignMetadata: nil
    }
  }
}
