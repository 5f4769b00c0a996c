import ArgumentParser
import InputEvents
import Recordings

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Puts recordings one after another, on one clock.",
    discussion: "  touchreel join monday.mcap tuesday.evemu -o week.mcap")

  @Argument(help: "The recordings, in order.") var files: [String]
  @Option(name: .shortAndLong, help: "The file to write.") var output: String
  @Option(help: ArgumentHelp("The time between two recordings.", valueName: "seconds")) var pause = 1.0
  @Option(help: "The format to write: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    guard (0...86400).contains(pause) else { throw ValidationError("--pause takes 0 to 86400 seconds.") }
    if files.count < 2 { throw ValidationError("Name at least two recordings to join.") }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    let recordings = try files.map { file in try input.open(file) }
    try Rewrite(to: format).run(
      recordings, output: output, replacing: replacing, joining: TimeSpan(seconds: pause))
  }
}
