import ArgumentParser
import ByteStreams
import DrawingFiles
import Recordings
import Replaying
import SystemPackage

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a recording in another format, saying what is lost.",
    discussion: """
      The format is that of --format, else of the suffix: .mcap, .evemu or .events, .yml or .yaml (libinput record), .getevent or .txt, \
      .raw24 or .raw. Names that end in .touchreel.json or .drawsana.json are drawings: of what render draws of a recording with the same \
      options, strokes in progress included, or of another drawing. What a drawing has that is not understood is kept where the kind stays \
      the same.

        touchreel convert session.mcap session.yml
        touchreel convert session.mcap page.touchreel.json --at 12.5 --smoothing none
        adb exec-out getevent -lt /dev/input/event2 | touchreel convert - tap.mcap
      """)

  @Argument(help: "The recording, or a drawing.") var file: String
  @Argument(help: "The file to write.") var output: String
  @Option(
    help: "The format to write: mcap, evemu, libinput, getevent or raw24; touchreel or drawsana for a drawing.")
  var format: ConversionArgument?
  @Flag(help: "Strip serial numbers, host, phys and uniq.") var anonymize = false
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func run() throws {
    let target = try ConversionArgument.target(format, of: output)
    try refuseOptions(of: target)
    let bytes = try input.bytes(of: file)
    switch target {
    case .drawing(let kind):
      try DrawingOutput(kind: kind, drawn: drawn).write(bytes, to: output, input, replacing: replacing)
    case .recording(let format): try convert(bytes, to: format)
    }
  }

  private func convert(_ bytes: any ByteSource, to format: RecordingFormat) throws {
    let recording = try input.open(bytes)
    var rewrite = Rewrite(to: format, anonymize ? [Anonymizer()] : [])
    try rewrite.describe(recording, with: input)
    try rewrite.run([recording], output: output, replacing: replacing)
  }

  /// Options without an effect on what is written would be lost silently.
  private func refuseOptions(of target: ConversionArgument) throws {
    let (options, reason) =
      switch target {
      case .recording: (drawn.stated, "they are for drawings (.touchreel.json, .drawsana.json)")
      case .drawing where anonymize: (["--anonymize"], "a drawing names no device")
      case .drawing: (drawn.ink.optionsForPictures, "no drawing holds what they show")
      }
    guard options.isEmpty else {
      throw Failure(message: "\(output): leave out \(options.joined(separator: ", ")): \(reason)")
    }
  }
}

/// A drawing that is written: of another drawing, or of what a recording has drawn.
private struct DrawingOutput {
  let kind: DrawingKind
  /// What of a recording is drawn, and how.
  let drawn: DrawnOptions

  func write(_ bytes: any ByteSource, to output: String, _ input: InputOptions, replacing: OutputOptions) throws {
    let (document, warnings) = try read(bytes, input)
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let (text, losses) = try document.json(as: kind)
    try out.write(text)
    try out.commit()
    Terminal.warn(warnings + losses, of: out.name)
  }

  private func read(_ bytes: any ByteSource, _ input: InputOptions) throws -> (DrawingDocument, [String]) {
    if let drawing = try DrawingInput.read(bytes, input) {
      guard drawn.stated.isEmpty else {
        let options = drawn.stated.joined(separator: ", ")
        throw Failure(message: "\(drawing.name): is a drawing already, and is written as it is; leave out \(options)")
      }
      return (drawing.document, drawing.document.kind == kind ? drawing.warnings : [])
    }
    let recording = try input.open(bytes)
    let (renderer, survey) = try drawn.renderer(of: recording, input)
    var progress = Progress("Drawing")
    let (drawing, warnings) = try renderer.drawing { progress.update($0) }
    progress.finish()
    let others = warnings.filter { !survey.warnings.contains($0) }
    return (.touchreel(DrawingFile(drawing)), survey.warnings + others)
  }
}
