import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelReplaying

/// `trials.csv`: a row for each attempt at a trial (docs/studies.md).
struct TrialTable {
  static let columns = [
    "participant", "trial", "attempt", "repetition", "kind", "prompt", "picture", "with", "hand", "outcome", "started",
    "seconds", "touches", "recording",
  ]

  private let questions: [String]

  /// - Parameter questions: those that are asked, which are columns behind the others.
  init(questions: [String]) { self.questions = questions }

  /// The table of trials, whose files are named as within a folder.
  func text(_ trials: [RecordedTrial], in folder: FilePath) -> [UInt8] {
    let heading = Self.columns + questions
    let rows = [heading] + trials.inOrder.map { row($0, in: folder) }
    return rows.flatMap { row in row.map(CSVField.encoded).joined(separator: [UInt8(ascii: ",")]) + [0x0a] }
  }

  private func row(_ trial: RecordedTrial, in folder: FilePath) -> [String] {
    let (facts, prompt) = (trial.facts, trial.facts.trial.prompt)
    var file = trial.file
    _ = file.removePrefix(folder)
    let place = [
      facts.participant.code.text, "\(facts.trial.number)", "\(facts.attempt)", "\(facts.trial.repetition)",
      prompt.kind.rawValue, prompt.text, prompt.picture ?? "", prompt.means.rawValue, prompt.hand.rawValue,
    ]
    let end = [
      trial.end.outcome.rawValue, "\(UTCTime(Timestamp(nanoseconds: facts.started.nanoseconds)))",
      trial.end.length.thousandths, "\(trial.end.touches)",
      file.readable,
    ]
    return place + end + questions.map { facts.participant.answers[$0] ?? "" }
  }
}

extension TimeSpan {
  /// Seconds with three digits behind the point.
  fileprivate var thousandths: String {
    let milliseconds = nanoseconds / 1_000_000
    let rest = String(milliseconds.magnitude % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
