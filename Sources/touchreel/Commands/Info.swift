import ArgumentParser
import FoundationEssentials
import InputEvents
import Recordings
import Replaying

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
    let reports = try files.map(report)
    guard json else { return try Terminal.say(reports.map(\.text).joined(separator: "\n\n")) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try reports.count == 1 ? encoder.encode(reports[0]) : encoder.encode(reports.map(AnyReport.init))
    try Terminal.say(String(decoding: data, as: UTF8.self))
  }

  private func report(on file: String) throws -> any FileReport {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes) { return DrawingReport(drawing) }
    let recording = try input.open(bytes)
    return InfoReport(try input.survey(recording, rules: surface.rules), recording.name)
  }
}

/// A report in an array of different ones.
private struct AnyReport: Encodable {
  let report: any FileReport

  func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }
}
