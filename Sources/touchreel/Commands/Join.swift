import ArgumentParser
import InputEvents

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Puts recordings one after another, on one clock.",
    discussion: """
      A recording that begins in the state in which the one before it ended continues it, as parts do that were cut at one time: touches that \
      are down at the joint go on, and the clock too. The state is the same where the same tracking ids are down in the same slots of the same \
      device, with the same values of every axis. (Contacts without slots go on where the clock does, within a second.)

      Otherwise, and where --pause is more than 0, what is down is lifted at the end of a recording, and the next one begins anew. So touches \
      of different recordings never become one, whatever ids they have.

        touchreel join monday.mcap tuesday.evemu -o week.mcap
      """)

  @Argument(help: "The recordings, in order.") var files: [String]
  @Option(name: .shortAndLong, help: "The file to write.") var output: String
  @Option(
    help: ArgumentHelp(
      "The time between two recordings; by default 1, and what the clock says where a recording continues the one before.",
      valueName: "seconds"))
  var pause: Double?
  @Option(help: "The format to write: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    guard (0...86400).contains(pause ?? 0) else { throw ValidationError("--pause takes 0 to 86400 seconds.") }
    if files.count < 2 { throw ValidationError("Name at least two recordings to join.") }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    let recordings = try files.map { file in try input.open(file) }
    try Rewrite(to: format).run(
      recordings, output: output, replacing: replacing, joining: pause.map(TimeSpan.init(seconds:)))
  }
}
