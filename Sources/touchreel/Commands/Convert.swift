import ArgumentParser
import Recordings
import Replaying
import SystemPackage

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a recording in another format, saying what is lost.",
    discussion: """
      The format is that of --format, else of the suffix: .mcap, .evemu or .events, .yml or .yaml (libinput record), .getevent or .txt, \
      .raw24 or .raw. Names that end in .touchreel.json or .drawsana.json are drawings: of what a recording has drawn at its end, or of \
      another drawing.

        touchreel convert session.mcap session.yml
        adb exec-out getevent -lt /dev/input/event2 | touchreel convert - tap.mcap
      """)

  @Argument(help: "The recording.") var file: String
  @Argument(help: "The file to write.") var output: String
  @Option(help: "The format to write: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @Flag(help: "Strip serial numbers, host, phys and uniq.") var anonymize = false
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func run() throws {
    if format == nil, let kind = DrawingOutput(name: output) {
      return try kind.write(file, to: output, input, replacing: replacing)
    }
    let format = try FormatArgument.format(format, of: output)
    let recording = try input.open(file)
    var rewrite = Rewrite(to: format, anonymize ? [Anonymizer()] : [])
    try rewrite.describe(recording, with: input)
    try rewrite.run([recording], output: output, replacing: replacing)
  }
}
