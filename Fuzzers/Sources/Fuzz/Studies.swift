import SystemPackage
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelStudies

/// A file of prompts: every participant has every prompt as often as it says, in an order that is the same each time.
/// A recording: what it says of its trial is written as it was read.
func fuzzStudy(_ bytes: [UInt8]) throws {
  if bytes.starts(with: [0x89, 0x4d, 0x43, 0x41, 0x50]) { return try checkTrial(bytes) }
  let study = try PromptsFile(bytes, name: "prompts", folder: FilePath("/")).study
  // A schedule of very many takes longer than it shows anything new.
  guard study.trialCount <= 2000, let code = ParticipantCode("P01") else { return }
  let trials = StudySchedule(study, for: code).trials
  require(trials.count == study.trialCount, "\(study.trialCount) trials become \(trials.count)")
  requireSame(trials.map(\.number), Array(1...max(study.trialCount, 1)).prefix(trials.count).map(\.self), "numbers")
  requireSame(StudySchedule(study, for: code).trials, trials, "the same participant's order")
  for trial in trials.prefix(20) {
    let answers = Dictionary(study.questions.map { ($0.text, $0.choices.first ?? "a") }) { first, _ in first }
    let facts = TrialFacts(
      study: study.title, participant: Participant(code: code, answers: answers), trial: trial, attempt: 1,
      started: .zero)
    require(TrialFacts(facts.metadata) == facts, "a trial changes when it is written: \(facts.metadata)")
  }
}

private func checkTrial(_ bytes: [UInt8]) throws {
  let recording = try open(bytes)
  var labels = TrialLabels()
  for case .metadata(let metadata) in try entries(of: recording) {
    if let facts = TrialFacts(metadata) {
      labels.add(facts)
      require(TrialFacts(facts.metadata) == facts, "a trial changes when it is written: \(facts.metadata)")
    }
    if let end = TrialEnd(metadata) { require(TrialEnd(end.metadata) == end, "an end changes when it is written") }
  }
  if let facts = try TrialFacts(beginningOf: recording) { _ = labels.labels(facts, try TrialEnd(of: recording)) }
}
