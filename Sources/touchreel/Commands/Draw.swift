import ArgumentParser
import TouchReelWindowArguments

struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Open a window to draw in with fingers, a pen or a mouse, recording everything.",
    usage: "touchreel draw [<options>] [<file>]",
    discussion: """
        touchreel draw
        touchreel draw session.mcap
        touchreel draw --device 'ELAN Touchscreen' --grab
        ssh tablet touchreel record -o - | touchreel draw --pipe -
      """)

  @OptionGroup var arguments: DrawArguments

  func run() throws { try WindowProgram.start() }
}
