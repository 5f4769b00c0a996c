/// What `touchreel` prints without arguments.
enum FirstSteps {
  static let text = """
    touchreel draw                              draw with fingers, a pen or a mouse, and record it
    touchreel record -o session.mcap            record every touch device until Ctrl-C
    touchreel render session.mcap -o ink.png    what was drawn: also .svg, .pdf, .mp4, .html
    touchreel doctor                            what works on this machine, and how to get the rest
    touchreel help                              all commands; 'touchreel COMMAND --help' for one of them
    """
}
