import ByteStreams
import DrawingBoard
import InputEvents
import Recordings
import Replaying
import TouchTracking

/// Prints the lines of entries.
struct EventLines {
  private let out: OutputFile
  private var filter: DumpFilter
  /// `nil` before the first event of a stream, from which times are counted.
  private var start: Timestamp?
  /// What came before it, in part with times.
  private var waiting: [RecordingEntry] = []

  /// In a stream of messages alone, times are then counted from the first of them.
  private static let mostWaiting = 1000

  /// - Parameter start: of the recording, if that is known.
  init(_ out: OutputFile, _ filter: DumpFilter, from start: Timestamp?) {
    (self.out, self.filter, self.start) = (out, filter, start)
  }

  /// The first chosen device that was not opened, as a message.
  var missing: String? { filter.missing }

  mutating func take(_ entry: RecordingEntry) throws(FileError) {
    guard start == nil else { return try print(entry) }
    waiting.append(entry)
    if let first = entry.frame?.events.first?.time {
      try begin(at: first)
    } else if waiting.allSatisfy({ $0.occurrence == nil }) || waiting.count >= Self.mostWaiting {
      try finish()
    }
  }

  /// Prints what still waits.
  mutating func finish() throws(FileError) {
    guard !waiting.isEmpty else { return }
    let first = waiting.lazy.compactMap(\.occurrence).first
    try begin(at: first)
  }

  private mutating func begin(at first: Timestamp?) throws(FileError) {
    start = first
    for entry in waiting { try print(entry) }
    waiting = []
  }

  private mutating func print(_ entry: RecordingEntry) throws(FileError) {
    // What has no time needs no start.
    let start = start ?? Timestamp(nanoseconds: 0)
    if filter.keeps(entry, since: start) { try out.write(TextDump(from: start).lines(of: entry)) }
  }
}

/// Collects the lines of touches between two flushes.
struct TouchLines: ReplaySink {
  private let dump: TextDump
  private var text = ""
  private var isEmpty = true
  /// All that began, also those that are not chosen.
  private(set) var touchCount = 0
  private let choice: TouchChoice
  private let span: RecordingSpan
  private var clock = ReachedTime()

  init(from start: Timestamp, _ choice: TouchChoice, _ span: RecordingSpan) {
    dump = TextDump(from: start)
    (self.choice, self.span) = (choice, span)
  }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  mutating func handle(_ event: TouchEvent) {
    if case .began = event.phase { touchCount += 1 }
    guard choice.contains(event.touch), span.contains(clock.time(of: event.time)) else { return }
    isEmpty = false
    text += dump.line(of: event)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}

  mutating func flush(to out: OutputFile) throws(FileError) {
    guard !text.isEmpty else { return }
    try out.write(text)
    text = ""
  }

  var warnings: [String] { choice.warnings(ofNone: isEmpty, inPart: !span.isOfAll) }
}
