import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelReplaying

/// What is missing in the folder of a study, and what of it is odd.
package struct StudyCheck: Sendable {
  /// What is wrong with one trial, or with a file.
  package struct Finding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Neither done nor skipped.
      case missing
      /// Its recording cannot be read, or is of something else.
      case unreadable
      /// It is done, and nothing was drawn.
      case empty
      /// Its answers or its prompt are not those of the study.
      case foreign
      /// More than one attempt is done, as of two people with one code.
      case repeated
      /// Events were lost, or touches jump or have gaps.
      case gaps
      /// The device reported more or less often than in the study's other trials.
      case rate
      /// It was drawn with something else than was asked for.
      case means
      /// The pen leans as in the other hand.
      case hand
    }

    package var kind: Kind
    /// One line, with the participant or the file before what is wrong.
    package var text: String
    /// Whose trial it is, and which; `nil` for a file that is of none.
    package var participant: ParticipantCode?
    package var trial: ScheduledTrial?

    init(_ kind: Kind, _ text: String, of participant: ParticipantCode? = nil, _ trial: ScheduledTrial? = nil) {
      (self.kind, self.text, self.participant, self.trial) = (kind, text, participant, trial)
    }
  }

  /// What a participant has done.
  package struct Count: Hashable, Sendable {
    package var participant: ParticipantCode
    package var done = 0
    package var skipped = 0
    package var missing = 0
  }

  /// A rate that differs from the study's by more than this share is odd.
  package static let rateTolerance = 0.2
  /// A pen that leans by less, in degrees, is held upright and tells no hand.
  package static let leastLean = 5.0

  package private(set) var counts: [Count] = []
  package private(set) var findings: [Finding] = []

  /// Checks the trials of a folder.
  ///
  /// - Parameter progress: called with the share that was read.
  package init(_ folder: StudyFolder, progress: (Double) -> Void = { _ in }) {
    findings = folder.problems.map { Finding(.unreadable, $0) }
    for participant in folder.participants { count(participant, in: folder) }
    checkDrawings(of: folder, progress)
  }

  private mutating func count(_ participant: Participant, in folder: StudyFolder) {
    let trials = folder.trials(of: participant.code)
    let settled = Dictionary(grouping: trials.filter(\.counts)) { $0.facts.trial.number }
    var count = Count(participant: participant.code)
    for trial in StudySchedule(folder.study, for: participant.code).trials {
      guard let recorded = settled[trial.number]?.last else {
        count.missing += 1
        let wasBegun = trials.contains { $0.facts.trial.number == trial.number }
        add(.missing, participant.code, trial, wasBegun ? "was begun and not ended" : "is missing")
        continue
      }
      if recorded.end.outcome == .done { count.done += 1 } else { count.skipped += 1 }
      if let attempts = settled[trial.number], attempts.count > 1 {
        add(.repeated, participant.code, trial, "is done \(attempts.count) times; is it of one person?")
      }
      if recorded.facts.trial.prompt != trial.prompt {
        let other = recorded.facts.trial.prompt.name
        add(.foreign, participant.code, trial, "is the recording of another prompt: \(other)")
      }
    }
    counts.append(count)
  }

  private mutating func checkDrawings(of folder: StudyFolder, _ progress: (Double) -> Void) {
    let done = folder.trials.filter { $0.end.outcome == .done }
    var drawn: [(trial: RecordedTrial, drawing: TrialDrawing)] = []
    for (index, trial) in done.enumerated() {
      do throws(FileError) {
        drawn.append((trial, try TrialDrawing(of: trial)))
      } catch { findings.append(Finding(.unreadable, error.description)) }
      progress(Double(index + 1) / Double(done.count))
    }
    let usual = Dictionary(grouping: drawn, by: \.drawing.means).mapValues { $0.compactMap(\.drawing.interval).median }
    for (trial, drawing) in drawn { check(trial, drawing, usual: usual[drawing.means] ?? nil) }
  }

  private mutating func check(_ trial: RecordedTrial, _ drawing: TrialDrawing, usual: Double?) {
    let (code, scheduled) = (trial.facts.participant.code, trial.facts.trial)
    let prompt = scheduled.prompt
    for damage in drawing.damage { add(.unreadable, code, scheduled, "is damaged: \(damage)") }
    if drawing.touchCount == 0 { return add(.empty, code, scheduled, "is done, and nothing was drawn") }
    for oddity in drawing.oddities { add(.gaps, code, scheduled, oddity) }
    if let usual, let interval = drawing.interval, abs(interval / usual - 1) > Self.rateTolerance {
      add(.rate, code, scheduled, "has \(Self.rate(interval)) frames a second, where the study has \(Self.rate(usual))")
    }
    if let drawnWith = drawing.means, prompt.means != .any, drawnWith != prompt.means {
      add(.means, code, scheduled, "is drawn with a \(drawnWith.rawValue), and asks for a \(prompt.means.rawValue)")
    }
    let hand = prompt.hand == .any ? trial.facts.participant.hand : prompt.hand
    if let hand, let lean = drawing.lean, abs(lean) >= Self.leastLean, (lean < 0) != (hand == .left) {
      let side = lean < 0 ? "left" : "right"
      add(.hand, code, scheduled, "has a pen that leans to the \(side), not as in a \(hand.rawValue) hand")
    }
  }

  private static func rate(_ interval: Double) -> String { "\((10 / interval).rounded() / 10)" }

  private mutating func add(_ kind: Finding.Kind, _ code: ParticipantCode, _ trial: ScheduledTrial, _ text: String) {
    let text = "\(code), trial \(trial.number) (\(trial.prompt.name.prefix(40))): \(text)"
    findings.append(Finding(kind, text, of: code, trial))
  }
}

extension Participant {
  /// The hand that an answer says, to a question whose choices have both.
  fileprivate var hand: StudyPrompt.Hand? {
    answers.values.lazy.compactMap { StudyPrompt.Hand(rawValue: $0.lowercased()) }.first { $0 != .any }
  }
}

extension [Double] {
  fileprivate var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
