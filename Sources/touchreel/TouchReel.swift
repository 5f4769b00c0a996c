import ArgumentParser
import ByteStreams
import Glibc
import Recordings
import WindowArguments

@main
struct TouchReel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchreel",
    abstract: "Records what fingers and pens do on touchscreens and tablets, and replays it into drawings.",
    discussion: """
      FILE is a recording of any kind: MCAP, evemu, libinput record, getevent, evtest, raw input events or a hexdump \
      of them, a ChromeOS touchpad log. It is recognised by its content. A dash is standard input or output. A TIME is \
      12.5, 1:02.5, 500ms, 50% or end, counted from the first frame.
      """,
    version: "touchreel \(TouchReelVersion.current)",
    subcommands: [
      Draw.self, Play.self, Devices.self, Record.self, Inject.self, Render.self, Info.self, Convert.self, Dump.self,
      Cut.self,
      JoinCommand.self, Compare.self, SalvageCommand.self,
    ])

  /// Exit status 1 and one line for what is wrong with a file; 64 and the usage for what is wrong with the arguments.
  static func main() {
    // A reader that closes the pipe and a limit to a file's size are errors to report, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    UnfinishedFiles.removeOnSignals()
    do {
      var command = try parseAsRoot(ArgumentBytes.arguments)
      try command.run()
    } catch let error as FileError {
      Terminal.fail(error.description)
    } catch let error as Failure {
      Terminal.fail(error.message)
    } catch {
      leave(with: error)
    }
  }

  /// What the arguments mean, or what is wrong with them, of which they may be a part.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    guard !code.isSuccess else { exit(withError: error) }
    for line in fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty {
      // The usage may be long.
      if line.hasPrefix("Usage:") { Terminal.write(usage: String(line)) } else { Terminal.write(line: String(line)) }
    }
    Glibc.exit(code.rawValue)
  }
}
