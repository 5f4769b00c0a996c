import ArgumentParser
import TouchReelWindowArguments

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Replay a recording in a window with a timeline.",
    discussion: """
        touchreel play session.mcap
        touchreel play phone.log --speed 4 --loop
        touchreel play session.mcap --color-by touch --width 8
        ssh tablet touchreel record -o - | touchreel play -
      """)

  @OptionGroup var arguments: PlayArguments

  func run() throws { try WindowProgram.start() }
}
