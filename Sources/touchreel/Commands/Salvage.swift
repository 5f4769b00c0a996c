import ArgumentParser
import ByteStreams
import RecordingFormats
import Recordings
import Replaying
import SystemPackage
import WindowArguments

struct SalvageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Recover everything readable from a damaged recording, and report what was lost.",
    discussion: "  touchreel salvage broken.mcap -o saved.mcap")

  @Argument(help: "The damaged recording.", completion: .recordings) var file: String
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file()) var output: String
  @Option(help: "The output format: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    try replacing.refuse(output, readFrom: [file])
    let recording = try input.open(file)
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let readable = ReadableOutput(out)
    var sink: any RecordingSink = try FormatSinks.make(
      format, output: readable, epochOffset: recording.epochOffset(), schemas: .ofBoards)
    let report = try recording.salvage(into: &sink)
    try readable.requireReadable(as: format, from: recording.name)
    try out.commit()
    try Terminal.print(summary(of: report) + sink.losses.map { "not written: \($0)" })
  }

  private func summary(of report: SalvageReport) -> [String] {
    var lines = [
      "saved \(counted(report.eventCount, "event")) in \(counted(report.frameCount, "frame")) "
        + "of \(counted(report.openingCount, "device"))"
    ]
    if report.otherCount > 0 { lines[0] += ", and \(counted(report.otherCount, "other message"))" }
    if !report.gaps.isEmpty { lines.append("gaps: \(report.gaps)") }
    lines += CountedMessages(report.losses.map { "lost: \($0)" } + report.warnings).lines
    if let failure = report.failure { lines.append("reading stopped: \(failure)") }
    if report.isTruncated { lines.append("the file is truncated") }
    if report.isWhole { lines.append("nothing was lost") }
    return lines
  }
}
