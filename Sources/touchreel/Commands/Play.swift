import ArgumentParser
import WindowArguments

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay a recording in a window with a timeline.",
    discussion: """
        touchreel play session.mcap
        touchreel play phone.log --speed 4 --loop
      """)

  @OptionGroup var arguments: PlayArguments

  func run() throws { try WindowProgram.start() }
}
