package import TouchReelByteStreams
package import TouchReelExporting
import TouchReelInputEvents
package import TouchReelRecordingFormats
package import TouchReelRecordings

/// The columns that a table has for recordings of trials: whose they are, and of what.
package struct TrialLabels: Hashable, Sendable {
  private static let columns = ["participant", "trial", "attempt", "prompt", "outcome"]

  /// The questions in the order in which they were first asked.
  private var questions: [String] = []
  private var hasTrials = false

  package init() {}

  /// Takes a recording's questions into the columns.
  package mutating func add(_ facts: TrialFacts) {
    hasTrials = true
    for question in facts.participant.answers.keys.sorted() where !questions.contains(question) {
      questions.append(question)
    }
  }

  /// The labels of a recording's rows; none if no recording was added.
  ///
  /// - Parameters:
  ///   - facts: `nil` for a recording that is of no trial.
  ///   - end: `nil` for one that is read as it comes.
  package func labels(_ facts: TrialFacts?, _ end: TrialEnd? = nil) -> [RowLabel] {
    guard hasTrials else { return [] }
    let values = facts.map { facts -> [String?] in
      let answers = facts.participant.answers
      let place = [
        facts.participant.code.text, "\(facts.trial.number)", "\(facts.attempt)", facts.trial.prompt.name,
        end?.outcome.rawValue,
      ]
      return place + questions.map { answers[$0] }
    }
    return (Self.columns + questions).enumerated().map { RowLabel($1, values?[$0]) }
  }
}

extension TrialFacts {
  /// What a recording says of itself; `nil` if it is of no trial.
  package init?(_ metadata: [ForeignMetadata]) {
    guard let facts = metadata.lazy.compactMap({ TrialFacts($0) }).first else { return nil }
    self = facts
  }

  /// What a recording says before its first event.
  ///
  /// - Returns: `nil` if it is of no trial, or is damaged before.
  /// - Throws: if the system fails to read it.
  package init?(beginningOf recording: Recording) throws(FileError) {
    guard recording.format == .mcap else { return nil }
    for entry in recording.entries() {
      switch entry {
      case .success(.foreignMetadata(let metadata)):
        if let facts = TrialFacts(metadata) {
          self = facts
          return
        }
      case .failure(let error) where error.isOfReading: throw error
      case .success(.frame), .failure: return nil
      case .success: continue
      }
    }
    return nil
  }
}

extension TrialEnd {
  /// How the trial of a recording ended, which is read to its end; interrupted if it does not say it, or is damaged.
  ///
  /// - Throws: if the system fails to read it.
  package init(of recording: Recording) throws(FileError) {
    var end: TrialEnd?
    for entry in recording.entries() {
      switch entry {
      case .success(.foreignMetadata(let metadata)): end = TrialEnd(metadata) ?? end
      case .failure(let error) where error.isOfReading: throw error
      case .success, .failure: continue
      }
    }
    self = end ?? TrialEnd(.interrupted, after: .zero, touches: 0)
  }

  /// The last that a recording says.
  package init?(_ metadata: [ForeignMetadata]) {
    guard let end = metadata.lazy.reversed().compactMap({ TrialEnd($0) }).first else { return nil }
    self = end
  }
}
