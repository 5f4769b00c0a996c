package import SystemPackage
package import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// A trial that was recorded, and its file.
package struct RecordedTrial: Hashable, Sendable {
  /// The recording.
  package var file: FilePath
  package var facts: TrialFacts
  package var end: TrialEnd

  package init(file: FilePath, facts: TrialFacts, end: TrialEnd) {
    (self.file, self.facts, self.end) = (file, facts, end)
  }

  /// Whether the trial need not be done again.
  package var counts: Bool { end.outcome == .done || end.outcome == .skipped }

  /// Reads what a recording says of its trial.
  ///
  /// - Returns: `nil` if it is not of a trial.
  /// - Throws: if it cannot be read.
  package init?(reading file: FilePath) throws(FileError) {
    let recording = try Recording.open(file)
    var (facts, end): (TrialFacts?, TrialEnd?)
    var times: (first: Timestamp, last: Timestamp)?
    for entry in recording.entries() {
      let entry = try entry.get()
      if case .foreignMetadata(let metadata) = entry {
        facts = facts ?? TrialFacts(metadata)
        end = TrialEnd(metadata) ?? end
      }
      if let time = entry.occurrence { times = (times?.first ?? time, time) }
    }
    guard let facts else { return nil }
    if let end {
      self.init(file: file, facts: facts, end: end)
      return
    }
    let touches = try RecordingFacts(recording).touches.began
    let length = times.map { $0.last.since($0.first) } ?? .zero
    self.init(file: file, facts: facts, end: TrialEnd(.interrupted, after: length, touches: touches))
  }
}

extension [RecordedTrial] {
  /// The same in the order of participants, trials and attempts.
  package var inOrder: [RecordedTrial] {
    sorted { first, second in
      let codes = (first.facts.participant.code, second.facts.participant.code)
      guard codes.0 == codes.1 else { return codes.0 < codes.1 }
      return (first.facts.trial.number, first.facts.attempt) < (second.facts.trial.number, second.facts.attempt)
    }
  }
}
