import SeededCases
import Testing
import TouchReelStudies

struct StudyScheduleTests {
  private func code(_ text: String) throws -> ParticipantCode { try #require(ParticipantCode(text)) }

  private func study(_ prompts: [String]) -> Study {
    var study = Study()
    study.items = prompts.map { .prompt(StudyPrompt($0)) }
    return study
  }

  /// A break as `-`, a trial as its prompt.
  private func words(_ schedule: StudySchedule) -> [String] {
    schedule.steps.map { step in
      switch step {
      case .trial(let trial): trial.prompt.text
      case .rest(let text): "-\(text)"
      }
    }
  }

  @Test func `A fixed order is that of the file, again and again, with breaks between`() throws {
    var study = study(["a", "b", "c"])
    study.items.insert(.rest("first"), at: 0)
    study.items.insert(.rest("middle"), at: 2)
    study.items.append(.rest("last"))
    study.repeats = 2
    let schedule = StudySchedule(study, for: try code("P01"))
    // The break before the first trial is none, and that between the repetitions comes once.
    #expect(words(schedule) == ["a", "-middle", "b", "c", "-last", "a", "-middle", "b", "c", "-last"])
    #expect(schedule.trials.map(\.number) == Array(1...6))
    #expect(schedule.trials.map(\.repetition) == [1, 1, 1, 2, 2, 2])
  }

  @Test func `Breaks come after so many trials, and a break of the file takes their place`() throws {
    var study = study(["a", "b", "c", "d"])
    study.restAfter = 2
    #expect(words(StudySchedule(study, for: try code("P01"))) == ["a", "b", "-", "c", "d"])
    study.items.insert(.rest("tea"), at: 2)
    #expect(words(StudySchedule(study, for: try code("P01"))) == ["a", "b", "-tea", "c", "d"])
  }

  @Test func `A shuffled order is the same in every version`() throws {
    var study = study(["a", "b", "c", "d", "e", "f"])
    study.order = .shuffled
    study.seed = 7
    #expect(words(StudySchedule(study, for: try code("P01"))) == Self.orderOfP01)
    #expect(words(StudySchedule(study, for: try code("P02"))) != Self.orderOfP01)
  }

  /// Worked out from FNV-1a of `P01`, SplitMix64 and Fisher and Yates, in Python. Changing it would give participants
  /// that go on another order than they began with.
  private static let orderOfP01 = ["a", "d", "b", "c", "e", "f"]

  @Test func `Every shuffled part has its prompts once in each repetition, whatever the seed`() throws {
    var random = SplitMix64(seed: 35)
    for _ in 0..<200 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { part in
        (0..<Int.random(in: 1...9, using: &random)).map { "\(part)-\($0)" }
      }
      var study = Study()
      study.items = parts.flatMap { part in part.map { .prompt(StudyPrompt($0)) } + [.rest("rest")] }
      (study.order, study.seed) = (.shuffled, random.next())
      study.repeats = Int.random(in: 1...3, using: &random)
      let participant = ParticipantCode(number: Int.random(in: 1...500, using: &random))
      let schedule = StudySchedule(study, for: participant)
      #expect(schedule == StudySchedule(study, for: participant))
      let played = words(schedule).split(separator: "-rest").map(Array.init)
      let expected = Array(repeating: parts, count: study.repeats).flatMap(\.self)
      #expect(played.map { $0.sorted() } == expected)
    }
  }
}
