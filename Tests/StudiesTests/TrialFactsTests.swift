import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelStudies

struct TrialFactsTests {
  @Test func `Facts are read as they were written, whatever a prompt says`() throws {
    var random = SplitMix64(seed: 1)
    let texts = ["", "hello", "a,b\"c", "שלום", String(repeating: "long ", count: 2000), "=1+1", "🖐🏽"]
    for _ in 0..<200 {
      var prompt = StudyPrompt(texts.randomElement(using: &random) ?? "")
      prompt.kind = [.word, .picture, .trace].randomElement(using: &random) ?? .word
      prompt.means = StudyPrompt.Means.allCases.randomElement(using: &random) ?? .any
      prompt.hand = StudyPrompt.Hand.allCases.randomElement(using: &random) ?? .any
      if prompt.kind != .word { prompt.picture = "cat.png" }
      var participant = Participant(code: ParticipantCode(number: Int.random(in: 1...999, using: &random)))
      for number in 0..<Int.random(in: 0...12, using: &random) {
        participant.answers["question \(number)?"] = texts.randomElement(using: &random)
      }
      let trial = ScheduledTrial(
        number: Int.random(in: 1...99_999, using: &random), prompt: prompt,
        repetition: Int.random(in: 1...1000, using: &random))
      let facts = TrialFacts(
        study: texts.randomElement(using: &random) ?? "", participant: participant, trial: trial,
        attempt: Int.random(in: 1...1000, using: &random),
        started: TimeSpan(nanoseconds: Int64.random(in: 0...Int64.max, using: &random)))
      #expect(TrialFacts(facts.metadata) == facts)
      let end = TrialEnd(
        TrialEnd.Outcome.allCases.randomElement(using: &random) ?? .done, after: facts.started, touches: 7)
      #expect(TrialEnd(end.metadata) == end)
    }
  }

  @Test func `Metadata of anything else, or damaged, is of no trial`() {
    let trial = ScheduledTrial(number: 1, prompt: StudyPrompt("a"), repetition: 1)
    let participant = Participant(code: ParticipantCode(number: 1))
    let whole = TrialFacts(study: "", participant: participant, trial: trial, attempt: 1, started: .zero).metadata
    #expect(TrialFacts(ForeignMetadata(name: "camera", values: whole.values)) == nil)
    for (key, value) in [
      ("participant", "../.."), ("trial", "0"), ("trial", "100000"), ("attempt", "-1"), ("trial", "x"),
    ] {
      var damaged = whole
      damaged.values[key] = value
      #expect(TrialFacts(damaged) == nil, "\(key) \(value)")
    }
    #expect(TrialEnd(ForeignMetadata(name: TrialEnd.name, values: ["outcome": "lost"])) == nil)
  }
}
