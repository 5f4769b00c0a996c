package import TouchReelByteStreams
package import TouchReelDrawingBoard
import TouchReelDrawingFiles
package import TouchReelInputEvents
package import TouchReelRecordings
import TouchReelTouchTracking

/// Says anew what becomes of touches: in messages before all entries, in place of those that are there.
package struct TouchEditing: EntryTransform, Sendable {
  private let changes: [TouchChange]
  private let start: Timestamp
  private var hasBegun = false

  /// - Parameters:
  ///   - changes: what is said of touches, by their numbers.
  ///   - start: the time of the recording's first event.
  package init(_ changes: [TouchChange], at start: Timestamp) { (self.changes, self.start) = (changes, start) }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    try begin(emit)
    if case .board(let text, _) = entry, case .touches? = try? BoardMessage.decode(text) { return }
    try emit(entry)
  }

  package mutating func finish(emit: Emit) throws(FileError) { try begin(emit) }

  private mutating func begin(_ emit: Emit) throws(FileError) {
    guard !hasBegun else { return }
    hasBegun = true
    for change in changes {
      guard let text = try? BoardMessage.encode(.touches(change)) else { continue }
      try emit(.board(text, at: start))
    }
  }
}
