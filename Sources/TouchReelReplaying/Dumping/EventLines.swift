package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings

/// Prints the lines of entries.
package struct EventLines {
  private let out: OutputFile
  private var filter: DumpFilter
  /// `nil` before the first event of a stream, from which times are counted.
  private var start: Timestamp?
  /// What came before it, in part with times.
  private var buffered: [RecordingEntry] = []
  /// Devices that nothing describes: a stream shows them by their first event alone, so that they are named there.
  private var unnamed: [DeviceChannel: RecordingEntry] = [:]

  /// How many entries are buffered at most: in a stream of messages alone, times are counted from the first of them.
  private static let mostBuffered = 1000

  /// - Parameters:
  ///   - out: where the lines go.
  ///   - filter: which entries are printed.
  ///   - start: the recording's, if it is known.
  package init(_ out: OutputFile, _ filter: DumpFilter, from start: Timestamp?) {
    (self.out, self.filter, self.start) = (out, filter, start)
  }

  /// What was chosen and is not there, as a message.
  package var missing: String? { filter.missing(since: start) }

  package mutating func handle(_ entry: RecordingEntry) throws(FileError) {
    if case .opening(let opening, let channel) = entry, !opening.description.isComplete {
      unnamed[channel] = entry
      return
    }
    if !unnamed.isEmpty, let channel = entry.channel, let opening = unnamed.removeValue(forKey: channel) {
      try handleNamed(opening)
    }
    try handleNamed(entry)
  }

  private mutating func handleNamed(_ entry: RecordingEntry) throws(FileError) {
    guard start == nil else { return try print(entry) }
    buffered.append(entry)
    if let first = entry.frame?.events.first?.time {
      try begin(at: first)
    } else if buffered.allSatisfy({ $0.occurrence == nil }) || buffered.count >= Self.mostBuffered {
      try printBuffered()
    }
  }

  /// Prints what is still buffered.
  package mutating func finish() throws(FileError) {
    for (_, opening) in unnamed.sorted(by: { $0.key < $1.key }) { try handleNamed(opening) }
    unnamed = [:]
    try printBuffered()
  }

  private mutating func printBuffered() throws(FileError) {
    guard !buffered.isEmpty else { return }
    let first = buffered.lazy.compactMap(\.occurrence).first
    try begin(at: first)
  }

  private mutating func begin(at first: Timestamp?) throws(FileError) {
    start = first
    for entry in buffered { try print(entry) }
    buffered = []
  }

  private mutating func print(_ entry: RecordingEntry) throws(FileError) {
    // What has no time needs no start.
    let start = start ?? Timestamp(nanoseconds: 0)
    guard filter.keeps(entry, since: start) else { return }
    try out.write(TextDump(from: start, filter.deviceNumbers).lines(of: entry))
  }
}
