/// The trials of one participant in their order, with the breaks between them.
package struct StudySchedule: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case trial(ScheduledTrial)
    /// A pause that the participant ends.
    case rest(String)
  }

  package let steps: [Step]

  /// - Parameter participant: whose order it is, where orders are shuffled.
  package init(_ study: Study, for participant: ParticipantCode) {
    var builder = ScheduleBuilder(study, participant)
    for repetition in 1...max(study.repeats, 1) { builder.add(repetition) }
    steps = builder.steps
  }

  package var trials: [ScheduledTrial] {
    steps.compactMap { if case .trial(let trial) = $0 { trial } else { nil } }
  }
}

/// A trial that a participant is to do.
package struct ScheduledTrial: Hashable, Sendable {
  /// Its place in the participant's order, from 1.
  package var number: Int
  package var prompt: StudyPrompt
  /// The count of times that the prompt has come, from 1.
  package var repetition: Int

  package init(number: Int, prompt: StudyPrompt, repetition: Int) {
    (self.number, self.prompt, self.repetition) = (number, prompt, repetition)
  }
}

private struct ScheduleBuilder {
  private let study: Study
  private var numbers: SplitMix
  private(set) var steps: [StudySchedule.Step] = []
  private var trialCount = 0

  init(_ study: Study, _ participant: ParticipantCode) {
    self.study = study
    numbers = SplitMix(seed: study.seed ^ participant.hash)
  }

  /// Breaks of the file divide its prompts into parts, each of which is shuffled by itself.
  mutating func add(_ repetition: Int) {
    var part: [StudyPrompt] = []
    for item in study.items {
      switch item {
      case .prompt(let prompt): part.append(prompt)
      case .rest(let text):
        add(part, repetition)
        part = []
        addRest(text)
      }
    }
    add(part, repetition)
  }

  private mutating func add(_ part: [StudyPrompt], _ repetition: Int) {
    var part = part
    if study.order == .shuffled { part.shuffle(using: &numbers) }
    for prompt in part {
      if let every = study.restAfter, trialCount > 0, trialCount.isMultiple(of: every) { addRest("") }
      trialCount += 1
      steps.append(.trial(ScheduledTrial(number: trialCount, prompt: prompt, repetition: repetition)))
    }
  }

  /// There is none before the first trial, and never two in a row.
  private mutating func addRest(_ text: String) {
    switch steps.last {
    case .trial: steps.append(.rest(text))
    case .rest("") where !text.isEmpty: steps[steps.count - 1] = .rest(text)
    case .rest, nil: return
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): the same numbers on every
/// machine and in every version, which the order of a study's trials must have.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Array {
  /// Fisher and Yates's shuffle, in our own hand: what the library's does may change.
  fileprivate mutating func shuffle(using numbers: inout SplitMix) {
    guard count > 1 else { return }
    for last in stride(from: count - 1, to: 0, by: -1) {
      // Off by less than 2^-46 from even chances, with at most 10^5 prompts.
      swapAt(last, Int(numbers.next() % UInt64(last + 1)))
    }
  }
}
