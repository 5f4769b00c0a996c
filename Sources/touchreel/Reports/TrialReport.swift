import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelStudies

/// What `info` says of a recording that a study has collected.
struct TrialReport: Encodable {
  var study: String
  var participant: String
  var trial: Int
  var attempt: Int
  var repetition: Int
  var kind: String
  var prompt: String
  var picture: String?
  var answers: [String: String]
  var outcome: String
  /// Seconds; `nil` if it was interrupted.
  var seconds: Double?

  /// - Parameter metadata: what the recording says of itself.
  /// - Returns: `nil` if it is of no trial.
  init?(_ metadata: [ForeignMetadata]) {
    guard let facts = TrialFacts(metadata) else { return nil }
    let end = metadata.lazy.compactMap { TrialEnd($0) }.first
    study = facts.study
    participant = facts.participant.code.text
    (trial, attempt, repetition) = (facts.trial.number, facts.attempt, facts.trial.repetition)
    let said = facts.trial.prompt
    (kind, prompt, picture) = (said.kind.rawValue, said.text, said.picture)
    answers = facts.participant.answers
    outcome = (end?.outcome ?? .interrupted).rawValue
    seconds = end?.length.seconds
  }

  /// A line for people.
  var text: String {
    let name = prompt.isEmpty ? picture ?? "" : prompt
    let again = attempt > 1 ? ", attempt \(attempt)" : ""
    return "  trial \(trial) of \(participant)\(again): \(String(name.prefix(60)).printableLine), \(outcome)"
  }
}
