import ArgumentParser
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

struct JoinCommand: ManyFilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join recordings one after another, on one clock.",
    usage: "touchreel join [<options>] <files> ... --output <output>",
    discussion: """
      A recording continues the previous one if it starts in the state in which that one ended, as parts cut at the same time do: touches \
      that are down at the joint go on, and so does the clock. The states match if the same tracking ids are down in the same slots of the \
      same device, with the same value for every axis. (Contacts without slots go on if the clock does, within a second.)

      Otherwise, or if --pause is greater than 0, all contacts are lifted at the end of a recording, and the next one starts afresh, so \
      touches of different recordings are never merged, whatever their ids.

        touchreel join monday.mcap tuesday.evemu -o week.mcap
      """)

  @Argument(help: ArgumentHelp("The recordings, in order.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file()) var output: String
  @Option(
    help: ArgumentHelp(
      "Time between two recordings, such as 500ms; by default 1 s, or what the clock says if a recording continues the previous one.",
      valueName: "time"))
  var pause: ReplayTime?
  @Flag(help: "Strip serial numbers, host name, phys, uniq, and remarks.") var anonymize = false
  @Option(help: "The output format: \(FormatArgument.listed).") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    if let pause, !(0...86400).contains(pause.exactSpan?.seconds ?? -1) {
      throw ValidationError("--pause takes up to a day, such as 1.5, 500ms or 1:30.")
    }
    try refuseSecondInput()
    if files.count < 2 { throw ValidationError("Specify at least two recordings.") }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    try replacing.refuse(output, readFrom: files)
    let recordings = try files.map { file in try input.open(file) }
    try Rewrite(to: format, anonymize ? [Anonymizer()] : []).run(
      recordings, output: output, replacing: replacing, joining: pause?.exactSpan)
  }
}
