import TestSupport
import TouchReelCanvas

/// `touchreel draw --device` with a device that is not to be read, on a desktop with a touchscreen.
enum RefusedSession {
  static let places = GuestDesktop.places
  static let line = (from: Place(x: 300, y: 250), to: Place(x: 900, y: 250))
  /// Where the window reports that it does not read the device.
  static let banner = PixelRect(x: 0, y: places.canvas.y, width: GuestDesktop.size.width, height: 64)

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(.keyboard("Guest Keyboard"))
    script.meet("made")
    script.use(0)
    script.draw(line, id: 10)
    script.meet("drawn")
    script.tap(places.close, id: 11)
    return script
  }()

  static let scenario: Scenario = {
    var scenario = Scenario("refused", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static let shell = [
    "play", "permitted=/dev/input/event1", "desktop draw session.mcap --device /dev/input/event1",
    GuestDesktop.seeOpen(places), "next made-on", "await drawn", "see 600 \(line.from.y) 000000",
    GuestDesktop.seeBars(places), "recorded 'touch 0 ended'", "keep drawn", "next drawn-on", "closed",
  ]
}
