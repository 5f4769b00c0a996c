import ArgumentParser
import Glibc
import TouchReelBoardWindow
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelConfinedDecoding
import TouchReelRecordings
import TouchReelWindowArguments

/// The windows of TouchReel, started by `touchreel draw`, `touchreel play` and `touchreel study`.
struct WindowCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchreel-window",
    abstract: "The windows that 'touchreel draw', 'touchreel play' and 'touchreel study' open.",
    version: TouchReelVersion.line(of: "touchreel-window"),
    subcommands: [OpenDrawing.self, OpenRecording.self, OpenStudy.self, Display.self, Decode.self])
}

struct OpenDrawing: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "draw")

  @OptionGroup var arguments: DrawArguments
}

struct OpenRecording: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "play")

  @OptionGroup var arguments: PlayArguments
}

struct OpenStudy: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "study")

  @OptionGroup var arguments: StudyArguments
}

/// Says by its exit status whether there is a display, to `touchreel doctor`. One that does not answer ends it by
/// SIGALRM.
struct Display: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "display", shouldDisplay: false)

  @MainActor static func find() -> Never {
    alarm(5)
    Glibc.exit(BoardApplication.hasDisplay ? 0 : 1)
  }
}

/// Reads pictures and PDFs for a window, which starts it, without the rights of its user.
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "decode", shouldDisplay: false)
}

func fail(_ message: String) -> Never {
  _ = ("touchreel: \(message)\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}

let noDisplay =
  "no display: neither WAYLAND_DISPLAY nor DISPLAY names a usable one. Run this in a desktop session, under 'cage --' on a console, or under 'xvfb-run' to try it without a screen."

signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
UnfinishedFiles.removeOnSignals()
let command: any ParsableCommand
do {
  command = try WindowCommands.parseAsRoot(ArgumentBytes.arguments)
} catch {
  WindowCommands.exitPrinting(error)
}
if command is Decode { DecoderService.run() }
ChosenDecoder.choose(ConfinedDecoder(.thisProgram(["decode"])))
let purpose: WindowPurpose
switch command {
case let draw as OpenDrawing: purpose = .draw(draw.arguments)
case let play as OpenRecording: purpose = .play(play.arguments)
case let study as OpenStudy:
  // Nothing is begun where nothing can be shown.
  guard BoardApplication.hasDisplay else { fail(noDisplay) }
  do throws(FileError) { purpose = .study(try StudyCollection(study.arguments)) } catch { fail("\(error)") }
case is Display: Display.find()
default: WindowCommands.exit(withError: CleanExit.helpRequest())
}
do {
  let application = try BoardApplication(purpose)
  DisplayLoss.watch()
  exit(application.run())
} catch {
  fail(noDisplay)
}
