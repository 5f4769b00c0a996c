import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

struct SalvageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Recover everything readable from a damaged recording or drawing, and report what was lost.",
    usage: "touchreel salvage [<options>] <file> [<output>]",
    discussion: """
        touchreel salvage broken.mcap -o saved.mcap
        touchreel salvage half.excalidraw -o saved.excalidraw
        touchreel salvage --json broken.mcap -o saved.mcap | jq .gaps
      """)

  @Argument(help: "The damaged recording or drawing.", completion: .recordings) var file: String
  @Argument(help: ArgumentHelp("The file to write, if not by -o.", valueName: "output"), completion: .file())
  var outputOperand: String?
  @Option(name: [.short, .customLong("output")], help: "The file to write.", completion: .file())
  var outputOption: String?
  @Option(help: "The output format: \(SalvageArgument.listed).") var format: SalvageArgument?
  @Flag(help: "Strip serial numbers, host name, phys, uniq, and remarks.") var anonymize = false
  @Flag(help: "Print JSON: an object with what was saved and what was lost.") var json = false
  @OptionGroup var page: PageOption
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  private var output: String { outputOption ?? outputOperand ?? "" }

  func validate() throws {
    guard (outputOption == nil) != (outputOperand == nil) else {
      throw ValidationError("Name the file to write once: touchreel salvage FILE OUTPUT, or FILE -o OUTPUT.")
    }
    if json, output == "-" {
      throw ValidationError("--json prints to standard output, where the result goes as well; name a file for it.")
    }
  }

  func run() throws {
    let target = try SalvageArgument.target(format, of: output)
    try replacing.refuse(output, readFrom: [file])
    do {
      try salvage(try input.bytes(of: file), as: target)
    } catch let error as FileError {
      throw error.withoutAdviceToSalvage
    }
  }

  private func salvage(_ bytes: any ByteSource, as target: SalvageArgument) throws {
    switch target {
    case .drawing(let kind):
      if anonymize { throw Failure(message: "\(output): remove --anonymize: a drawing names no device") }
      let report = try SalvagedDrawing(bytes, input, page: page).write(as: kind, to: output, replacing)
      if json { try Terminal.print(json: report) } else { try Terminal.print(report.lines) }
    case .recording(let format):
      try page.refuse(ofRecording: bytes.name)
      try salvage(bytes, as: format)
    }
  }

  private func salvage(_ bytes: any ByteSource, as format: RecordingFormat) throws {
    let recording = try input.open(bytes)
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let readable = ReadableOutput(out)
    let witness = format.keepsDescriptions ? nil : TouchWitness()
    let made = try FormatSinks.make(
      format, output: readable, epochOffset: recording.statedEpochOffset(), schemas: .ofBoards)
    let transforms: [any EntryTransform] = (anonymize ? [Anonymizer()] : []) + (witness.map { [$0] } ?? [])
    var sink: any RecordingSink = transforms.isEmpty ? made : TransformedSink(made, by: transforms)
    let saved = try recording.salvage(into: &sink)
    try readable.requireReadable(as: format, from: recording.name)
    let notWritten = try sink.losses + (witness?.warnings(in: out) ?? [])
    try out.commit()
    let report = SalvageFacts(saved, of: recording.name, in: out.name, as: format, notWritten: notWritten)
    if json { try Terminal.print(json: report) } else { try Terminal.print(report.lines) }
  }
}

/// What `salvage` prints, as JSON or as text.
private struct SalvageFacts: Encodable {
  /// What is missing between what was saved, as far as the file shows it.
  struct Gaps: Encodable {
    /// Gaps in the frames of a device.
    var count: Int
    /// Lost frames; `nil` if it is not known of every gap how many.
    var frames: Int?
    var syncs: Int
    var boardMessages: Int
    var notes: Int
    /// Messages of other programs.
    var foreignMessages: Int
    /// Seconds.
    var duration: Double

    init(_ gaps: RecordingGaps) {
      (count, frames) = (gaps.count, gaps.hasUncounted ? nil : gaps.frameCount)
      (syncs, boardMessages, notes) = (gaps.syncCount, gaps.boardMessageCount, gaps.noteCount)
      foreignMessages = gaps.foreignMessageCount
      duration = gaps.duration.seconds
    }
  }

  /// A part of the file that could not be read.
  struct Loss: Encodable {
    /// Bytes from the beginning of the file.
    var offset: UInt64
    var bytes: Int
    var reason: String
    /// Messages that were saved of it all the same.
    var recoveredMessages: Int
  }

  var file: String
  var output: String
  /// The output's format.
  var format: String
  /// What was saved.
  var devices: Int
  var events: Int
  var frames: Int
  var otherMessages: Int
  /// `nil` if there is none.
  var gaps: Gaps?
  /// Parts of the file that could not be read.
  var lost: [Loss]
  /// What the output cannot hold.
  var notWritten: [String]
  var warnings: [String]
  /// What stopped the reading before the end; `nil` if nothing did.
  var failure: String?
  var truncated: Bool
  /// Whether nothing was lost.
  var whole: Bool
  /// What is missing, as people read it.
  private let gapText: String?
  private let messages: [String]

  private enum CodingKeys: CodingKey {
    case file, output, format, devices, events, frames, otherMessages, gaps, lost, notWritten, warnings, failure,
      truncated, whole
  }

  init(
    _ report: SalvageReport, of file: String, in output: String, as format: RecordingFormat, notWritten: [String]
  ) {
    (self.file, self.output, self.format, self.notWritten) = (file, output, format.rawValue, notWritten)
    (devices, events) = (report.openingCount, report.eventCount)
    (frames, otherMessages) = (report.frameCount, report.otherCount)
    gaps = report.gaps.isEmpty ? nil : Gaps(report.gaps)
    gapText = report.gaps.isEmpty ? nil : "\(report.gaps)"
    lost = report.losses.map {
      Loss(
        offset: $0.range.lowerBound, bytes: $0.range.count, reason: $0.reason,
        recoveredMessages: $0.recoveredMessageCount)
    }
    warnings = CountedMessages.all(report.warnings)
    messages = CountedMessages(report.losses.map { "lost: \($0)" } + report.warnings).lines
    failure = report.failure?.withoutAdviceToSalvage.line
    (truncated, whole) = (report.isTruncated, report.isWhole)
  }

  var lines: [String] {
    var lines = [
      "saved \(counted(events, "event")) in \(counted(frames, "frame")) of \(counted(devices, "device"))"
    ]
    if otherMessages > 0 { lines[0] += ", and \(counted(otherMessages, "other message"))" }
    if let gapText { lines.append("gaps: \(gapText)") }
    lines += messages
    if let failure { lines.append("reading stopped: \(failure)") }
    if truncated { lines.append("the file is truncated") }
    if whole { lines.append("nothing was lost") }
    return lines + notWritten.map { "not written: \($0)" }
  }
}
