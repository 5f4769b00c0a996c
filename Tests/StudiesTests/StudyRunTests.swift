import SeededCases
import SystemPackage
import Testing
import TouchReelInputEvents
import TouchReelStudies

struct StudyRunTests {
  private let participant = Participant(code: ParticipantCode(number: 1))

  private func study(_ prompts: Int, restAfter: Int? = nil) -> Study {
    var study = Study()
    study.items = (1...prompts).map { .prompt(StudyPrompt("\($0)")) }
    study.restAfter = restAfter
    return study
  }

  private func word(_ run: StudyRun) -> String {
    switch run.page {
    case .trial(let trial): trial.prompt.text
    case .rest: "rest"
    case .end: "end"
    case nil: "none"
    }
  }

  private func recorded(_ number: Int, _ outcome: TrialEnd.Outcome) -> RecordedTrial {
    let trial = ScheduledTrial(number: number, prompt: StudyPrompt("\(number)"), repetition: 1)
    let facts = TrialFacts(study: "", participant: participant, trial: trial, attempt: 1, started: .zero)
    return RecordedTrial(file: "x.mcap", facts: facts, end: TrialEnd(outcome, after: .zero, touches: 0))
  }

  @Test func `Done and skipped trials lead on, and one that is done again stays`() {
    var run = StudyRun(study(3, restAfter: 2), participant)
    #expect(word(run) == "none")
    run.advance()
    #expect(word(run) == "1")
    run.end(.again)
    #expect(word(run) == "1" && run.settledCount == 0)
    run.end(.done)
    #expect(word(run) == "2" && run.settledCount == 1)
    run.end(.skipped)
    #expect(word(run) == "rest")
    run.end(.done)
    #expect(word(run) == "rest", "a break is no trial")
    run.advance()
    #expect(word(run) == "3")
    run.end(.done)
    #expect(word(run) == "end" && run.settledCount == 3)
    run.advance()
    #expect(word(run) == "end")
  }

  @Test func `Who goes on begins with the first trial that is not settled, without a break before it`() {
    let before = [recorded(1, .done), recorded(2, .interrupted), recorded(3, .skipped), recorded(4, .again)]
    var run = StudyRun(study(4, restAfter: 1), participant, after: before)
    run.advance()
    #expect(word(run) == "2")
    run.end(.done)
    #expect(word(run) == "rest")
    run.advance()
    #expect(word(run) == "4")
    run.end(.done)
    #expect(word(run) == "end", "no break before the end")
  }

  @Test func `However it is interrupted, each trial is settled once`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let study = study(Int.random(in: 1...12, using: &random), restAfter: Int.random(in: 1...5, using: &random))
      var (settled, steps): ([Int], Int) = ([], 0)
      var run = StudyRun(study, participant)
      while run.page != .end, steps < 1000 {
        steps += 1
        if Int.random(in: 0..<5, using: &random) == 0 {
          run = StudyRun(study, participant, after: settled.map { recorded($0, .done) })
          run.advance()
        }
        guard case .trial(let trial) = run.page else {
          run.advance()
          continue
        }
        let outcome = TrialEnd.Outcome.allCases.randomElement(using: &random) ?? .done
        run.end(outcome)
        if outcome == .done || outcome == .skipped { settled.append(trial.number) }
      }
      #expect(settled == Array(1...study.trialCount))
    }
  }
}
