/// A participant's way through a study: which page is shown, and what becomes of trials. It has no clock, no file and
/// no widgets.
///
/// ```
/// var run = StudyRun(study, participant, after: folder.trials(of: participant.code))
/// run.advance()          // the first prompt, or the first that was not done
/// run.end(.done)
/// ```
package struct StudyRun: Hashable, Sendable {
  package enum Page: Hashable, Sendable {
    /// The prompt of a trial above its board.
    case trial(ScheduledTrial)
    /// A break, with what it says; empty where the study says nothing.
    case rest(String)
    /// All trials are done or skipped.
    case end
  }

  package let participant: Participant
  package let schedule: StudySchedule
  /// What is shown; `nil` before the first page.
  package private(set) var page: Page?
  private var settled: Set<Int>
  /// The next step of the schedule.
  private var position = 0

  /// - Parameter trials: those that the participant did before.
  package init(_ study: Study, _ participant: Participant, after trials: [RecordedTrial] = []) {
    self.participant = participant
    schedule = StudySchedule(study, for: participant.code)
    settled = Set(trials.filter(\.counts).map(\.facts.trial.number))
  }

  /// How many trials are done or skipped.
  package var settledCount: Int { schedule.trials.count { settled.contains($0.number) } }

  /// Takes over which trials are settled: recordings may have gone since they were made.
  package mutating func settle(by trials: [RecordedTrial]) {
    settled = Set(trials.filter(\.counts).map(\.facts.trial.number))
  }

  /// Shows the next trial that is not settled, or a break that lies between it and one that was shown. Behind the last
  /// come those before that have to be done again.
  package mutating func advance() {
    if !hasMore { position = 0 }
    while position < schedule.steps.count {
      let step = schedule.steps[position]
      position += 1
      switch step {
      case .trial(let trial) where !settled.contains(trial.number):
        page = .trial(trial)
        return
      case .rest(let text) where isTrial && hasMore:
        page = .rest(text)
        return
      case .trial, .rest: continue
      }
    }
    page = .end
  }

  /// A break follows a trial.
  private var isTrial: Bool {
    if case .trial = page { true } else { false }
  }

  private var hasMore: Bool {
    schedule.steps[position...].contains { step in
      if case .trial(let trial) = step { !settled.contains(trial.number) } else { false }
    }
  }

  /// Ends the trial that is shown: it is settled and the next page comes, or it is shown anew.
  package mutating func end(_ outcome: TrialEnd.Outcome) {
    guard case .trial(let trial) = page else { return }
    switch outcome {
    case .done, .skipped:
      settled.insert(trial.number)
      advance()
    case .again, .interrupted: return
    }
  }
}
