import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelWindowArguments

@main
struct TouchReel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchreel",
    abstract: "Record touch and pen input on Linux, and replay it into drawings.",
    discussion: """
      FILE is a recording in any of these formats: \(labels.listed("or"))\(labels.last?.last == "!" ? "" : ".") \
      The format is detected from the content. Use - for \
      standard input or output. TIME is 12.5, 1:02.5, 500ms, 50% or end, measured from the first frame. \
      'touchreel help formats', 'colors', 'limits', 'time' and 'study' say more.
      """,
    version: TouchReelVersion.line(of: "touchreel"),
    // Each states its name: to make one of a type's name, the parser would search all conformances of the program
    // several times, for every command at every start.
    subcommands: [
      Draw.self, Play.self, Devices.self, Doctor.self, Record.self, Inject.self, Render.self, Info.self, Convert.self,
      Dump.self, Plot.self,
      Cut.self,
      JoinCommand.self, Compare.self, SalvageCommand.self, StudyCommand.self,
    ])

  /// The kinds of recordings that are read, each once.
  private static var labels: [String] {
    FormatSources.formats.map(\.label).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  @Flag(help: "List what is linked in, with its terms.") var licenses = false

  /// Without a command: what is asked for alone is answered before (``knownText(for:)``).
  func run() throws { throw CleanExit.helpRequest(self) }

  /// Exits with status 1 and a one-line message for errors in files, and with 64 and the usage for errors in arguments.
  static func main() {
    // A closed pipe and a file size limit are reported as errors instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    UnfinishedFiles.removeOnSignals()
    let spellings = OldSpellings(ArgumentBytes.arguments)
    let arguments = spellings.arguments
    for warning in spellings.warnings { Terminal.warn(warning) }
    if let refusal = HelpTopic.refusal(of: arguments) { exitPrinting(refusal) }
    do {
      if let text = knownText(for: arguments) { return try Terminal.print(text: text + "\n") }
      var command = try command(of: arguments)
      do { try command.run() } catch let error as ValidationError { exitPrinting(error, usageOf: type(of: command)) }
    } catch let error as FileError where error.isOfClosedReader {
      Terminal.endByClosedPipe()
    } catch let error as FileError {
      Terminal.fail(error.line)
    } catch let error as Failure {
      Terminal.fail(error.message)
    } catch let error as Errno {
      // What needs no file: signals, timers, threads.
      Terminal.fail("the system refuses what is needed to go on: \(error)")
    } catch {
      // The parser may complain of what follows from a misspelt name, such as a value that is left over, or take its
      // letters for options.
      if let value = RefusedValue(message(for: error)), let explained = value.explained,
        let command = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first })
      {
        exitPrinting(ValidationError(explained), usageOf: command)
      }
      let isHelp = arguments.contains { ["-h", "--help", "help"].contains($0) }
      let code = exitCode(for: error)
      guard code == .validationFailure || (code == .success && !isHelp), let found = Misspelling.find(in: arguments)
      else { exitPrinting(error) }
      guard let command = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first })
      else { exitPrinting(found.error) }
      exitPrinting(found.error, usageOf: command)
    }
  }

  /// What the parser would print, without the time that it takes to describe all commands to itself.
  private static func knownText(for arguments: [String]) -> String? {
    switch arguments {
    case ["--version"]: configuration.version
    case ["--licenses"]: Licenses.text
    case []: FirstSteps.text
    default: CompletionScript.text(arguments) ?? HelpTopic(arguments)?.text
    }
  }

  /// Prints an error that a command finds when it runs: the parser no longer knows whose it is.
  private static func exitPrinting(_ error: ValidationError, usageOf command: any ParsableCommand.Type) -> Never {
    let name = "touchreel \(command.configuration.commandName ?? "")"
    Terminal.write(line: "Error: \(error.message)")
    Terminal.write(line: "Usage: \(usageString(for: command))")
    Terminal.write(line: "  See '\(name) --help' for more information.")
    Glibc.exit(ExitCode.validationFailure.rawValue)
  }

  /// The command that the arguments ask for.
  ///
  /// One that is named first is parsed by itself, which spares an eighth of a start. Whatever it refuses is parsed from
  /// the root: errors, help and usage come from there.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    if let info = Info(withoutOptions: arguments) { return info }
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    let rest = Array(arguments.dropFirst())
    if let command = try? named?.parse(named is any ManyFilesCommand.Type ? FileOperands.joined(rest) : rest) {
      return command
    }
    return try parseAsRoot(arguments)
  }
}
