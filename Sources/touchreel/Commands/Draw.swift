import ArgumentParser
import WindowArguments

struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens a window to draw in with fingers, a pen or a mouse; everything is recorded.",
    discussion: """
        touchreel draw
        touchreel draw session.mcap
        touchreel draw --device 'ELAN Touchscreen' --grab
      """)

  @OptionGroup var arguments: DrawArguments

  func run() throws { try WindowProgram.start() }
}
