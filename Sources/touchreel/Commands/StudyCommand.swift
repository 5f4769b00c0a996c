import ArgumentParser
import TouchReelByteStreams
import TouchReelReplaying
import TouchReelStudies
import TouchReelWindowArguments

struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Collect drawings for prompts, one recording for each, with a table.",
    usage: "touchreel study [<options>] -o <folder> <prompts>",
    discussion: """
        touchreel study words.txt -o results/
        touchreel study words.txt -o results/ --device 'ELAN Touchscreen'
        touchreel study words.txt -o results/ --check
      """)

  @OptionGroup var arguments: StudyArguments

  func run() throws {
    let prompts = try arguments.file.map { _ in try arguments.prompts() }
    guard arguments.check else { try WindowProgram.start() }
    let folder = try StudyFolder(reading: arguments.folder, of: prompts)
    var progress = Progress("Reading", callsPerLook: 1)
    let report = StudyReport(StudyCheck(folder) { progress.update($0) })
    progress.finish()
    if arguments.json { try Terminal.print(json: report) } else { try Terminal.print(report.lines) }
    if !report.findings.isEmpty { throw ExitCode.failure }
  }
}

/// What `study --check` prints.
private struct StudyReport: Encodable {
  struct Participant: Encodable {
    var participant: String
    var done: Int
    var skipped: Int
    var missing: Int
  }

  struct Finding: Encodable {
    var kind: String
    var participant: String?
    var trial: Int?
    var prompt: String?
    var text: String
  }

  var participants: [Participant]
  var findings: [Finding]

  init(_ check: StudyCheck) {
    participants = check.counts.map {
      Participant(participant: $0.participant.text, done: $0.done, skipped: $0.skipped, missing: $0.missing)
    }
    findings = check.findings.map { finding in
      Finding(
        kind: finding.kind.rawValue, participant: finding.participant?.text, trial: finding.trial?.number,
        prompt: finding.trial?.prompt.name, text: finding.text)
    }
  }

  var lines: [String] {
    let counts = participants.map { "\($0.participant): \($0.done) done, \($0.skipped) skipped, \($0.missing) missing" }
    return (counts.isEmpty ? ["no trials yet"] : counts) + findings.map { "\($0.kind): \($0.text)".printableLine }
  }
}
