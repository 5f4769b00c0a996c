import ArgumentParser
import InputEvents
import Recordings
import Replaying
import WindowArguments

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tells what is in recordings: devices, time, events, touches, cancels, and what is odd about them.",
    discussion: """
        touchreel info session.mcap
        touchreel info page.touchreel.json
        touchreel info --json *.events | jq '.[].touches.began'
      """)

  @Argument(help: "The recordings, or drawings.") var files: [String]
  @Flag(help: "Print JSON: an object, or an array of them for several files.") var json = false
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions

  func run() throws {
    if files.isEmpty { throw ValidationError("Name at least one recording.") }
    let reports = try readable()
    if json {
      let all = reports.map(AnyReport.init)
      if files.count > 1 { try Terminal.say(json: all) } else { try all.first.map { try Terminal.say(json: $0) } }
    } else {
      try Terminal.say(Array(reports.map(\.lines).joined(separator: [""])))
    }
    if reports.count < files.count { throw ExitCode.failure }
  }

  /// The reports on files that can be read; of the others it says what is wrong.
  private func readable() throws -> [any FileReport] {
    var reports: [any FileReport] = []
    for file in files {
      do {
        reports.append(try report(on: file))
      } catch let error as RecordingError {
        Terminal.tell(error.description)
      } catch let error as Failure {
        Terminal.tell(error.message)
      }
    }
    return reports
  }

  private func report(on file: String) throws -> any FileReport {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes, input) { return DrawingReport(drawing) }
    let recording = try input.open(bytes)
    var survey = try input.survey(recording, rules: surface.rules)
    try survey.countTouches(onBoardOf: recording, rules: surface.rules)
    return InfoReport(survey, recording.name)
  }
}

/// A report in an array of different ones.
private struct AnyReport: Encodable {
  let report: any FileReport

  func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }
}
