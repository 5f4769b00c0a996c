import TestSupport
import TouchReelCanvas

/// `touchreel draw --device` with a touchscreen that is part of the second of two screens, while the first has the
/// focus.
enum SecondScreenSession {
  static let places = GuestDesktop.secondScreen
  /// On the device's screen.
  static let line = (from: Place(x: 300, y: 250), to: Place(x: 900, y: 250))

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.draw(line, id: 10)
    script.meet("drawn")
    return script
  }()

  static let scenario: Scenario = {
    var scenario = Scenario("screens", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static let shell = [
    "play", "belong HEADLESS-2", "permitted=/dev/input/event0", "screens=2",
    "desktop draw session.mcap --device /dev/input/event0", GuestDesktop.seeOpen(places), "next made-on",
    "await drawn", "see \(GuestDesktop.text(line.to.moved(places.canvas.x - 20, 0))) 000000",
    GuestDesktop.seeBars(places), "recorded 'touch 0 ended'", "keep drawn", "next drawn-on",
    "kill -TERM $(cat $home/pid)", "closed",
  ]
}
