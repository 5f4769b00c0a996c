package import TouchReelInputEvents
package import TouchReelRecordings

/// What a recording is of: a participant's attempt at a trial. The recording says it itself, as metadata of MCAP,
/// before its first event.
package struct TrialFacts: Hashable, Sendable {
  /// The study's title.
  package var study: String
  package var participant: Participant
  package var trial: ScheduledTrial
  /// Counts from 1; later ones follow one that was interrupted or done again.
  package var attempt: Int
  /// When it began, since the Unix epoch.
  package var started: TimeSpan

  package init(
    study: String, participant: Participant, trial: ScheduledTrial, attempt: Int, started: TimeSpan
  ) {
    (self.study, self.participant, self.trial, self.attempt) = (study, participant, trial, attempt)
    self.started = started
  }

  /// The name of the metadata.
  package static let name = "touchreel.trial"

  /// The facts as metadata.
  package var metadata: ForeignMetadata {
    let prompt = trial.prompt
    var values = [
      "study": study, "participant": participant.code.text, "trial": "\(trial.number)", "attempt": "\(attempt)",
      "repetition": "\(trial.repetition)", "kind": prompt.kind.rawValue, "prompt": prompt.text,
      "with": prompt.means.rawValue, "hand": prompt.hand.rawValue, "started": "\(started.nanoseconds)",
    ]
    values["picture"] = prompt.picture
    for (index, answer) in participant.answers.sorted(by: { $0.key < $1.key }).enumerated() {
      values["question.\(index + 1)"] = answer.key
      values["answer.\(index + 1)"] = answer.value
    }
    return ForeignMetadata(name: Self.name, values: values)
  }

  /// - Returns: `nil` for metadata of anything else, or without what a trial has.
  package init?(_ metadata: ForeignMetadata) {
    let values = metadata.values
    guard metadata.name == Self.name, let code = values["participant"].flatMap({ ParticipantCode($0) }),
      let number = values["trial"].flatMap({ Int($0) }), (1...Study.trialLimit).contains(number),
      let attempt = values["attempt"].flatMap({ Int($0) }), attempt > 0, let text = values["prompt"]
    else { return nil }
    var prompt = StudyPrompt(text)
    prompt.kind = values["kind"].flatMap { StudyPrompt.Kind(rawValue: $0) } ?? .word
    prompt.means = values["with"].flatMap { StudyPrompt.Means(rawValue: $0) } ?? .any
    prompt.hand = values["hand"].flatMap { StudyPrompt.Hand(rawValue: $0) } ?? .any
    prompt.picture = values["picture"]
    let repetition = values["repetition"].flatMap { Int($0) } ?? 1
    self.init(
      study: values["study"] ?? "", participant: Participant(code: code, answers: Self.answers(values)),
      trial: ScheduledTrial(number: number, prompt: prompt, repetition: repetition), attempt: attempt,
      started: TimeSpan(nanoseconds: values["started"].flatMap { Int64($0) } ?? 0))
  }

  private static func answers(_ values: [String: String]) -> [String: String] {
    var answers: [String: String] = [:]
    for number in 1...max(values.count, 1) {
      guard let question = values["question.\(number)"], let answer = values["answer.\(number)"] else { break }
      answers[question] = answer
    }
    return answers
  }
}

/// How a trial ended, which its recording says at its end. One whose program was killed says nothing.
package struct TrialEnd: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case done, skipped
    /// The participant wanted to do it again; the next attempt counts.
    case again
    /// It was neither ended nor skipped: the window was closed, or the program killed.
    case interrupted
  }

  package var outcome: Outcome
  /// The time from when the prompt was shown until it ended.
  package var length: TimeSpan
  /// The touches that began.
  package var touches: Int

  package init(_ outcome: Outcome, after length: TimeSpan, touches: Int) {
    (self.outcome, self.length, self.touches) = (outcome, length, touches)
  }

  /// The name of the metadata.
  package static let name = "touchreel.trial.end"

  package var metadata: ForeignMetadata {
    ForeignMetadata(
      name: Self.name,
      values: ["outcome": outcome.rawValue, "nanoseconds": "\(length.nanoseconds)", "touches": "\(touches)"])
  }

  /// - Returns: `nil` for metadata of anything else.
  package init?(_ metadata: ForeignMetadata) {
    let values = metadata.values
    guard metadata.name == Self.name, let outcome = values["outcome"].flatMap({ Outcome(rawValue: $0) }) else {
      return nil
    }
    let length = values["nanoseconds"].flatMap { Int64($0) } ?? 0
    self.init(
      outcome, after: TimeSpan(nanoseconds: length), touches: values["touches"].flatMap { Int($0) } ?? 0)
  }
}
