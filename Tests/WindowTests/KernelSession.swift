import TestSupport
import TouchReelCanvas
import TouchReelInputEvents

/// `touchreel draw --device`: the window covers the screen, and the touchscreen is read straight from the kernel.
enum KernelSession {
  static let places = GuestDesktop.fullScreen

  /// The finger that goes on, the one that turns out to be a palm, and one that is down when the device is unplugged.
  static let finger = (from: Place(x: 300, y: 200), to: Place(x: 900, y: 200))
  static let palm = (from: Place(x: 300, y: 400), to: Place(x: 900, y: 500))
  static let unplugged = (from: Place(x: 300, y: 300), to: Place(x: 900, y: 300))
  /// Where a finger is after a step on its way, in waves, so that holding it still asks for no shape.
  private static func place(on line: (from: Place, to: Place), _ step: Int, of count: Int) -> Place {
    DesktopSession.between(line, step, of: count).moved(0, 8 * abs(step % 24 - 12))
  }
  /// Where the window reports that the device is gone.
  static let banner = PixelRect(x: 0, y: 0, width: GuestDesktop.size.width, height: 64)
  static let paper = PixelRect(minX: 130, minY: 70, maxX: 1200, maxY: 650)
  /// Until the palm is known as one.
  private static let (steps, palmStep) = (60, 40)

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    drawWithPalm(&script)
    script.tap(places.tool("rectangle"), id: 60)
    script.meet("tapped")
    script.tap(places.tool("pencil"), id: 61)
    script.meet("pencil")
    script.finger(0, downAt: place(on: unplugged, 0, of: 30), id: 70)
    script.set(.key, .touch, 1)
    script.frame()
    for step in 1...30 {
      script.finger(0, to: place(on: unplugged, step, of: 30))
      script.frame()
    }
    script.meet("drawn")
    script.unplug()
    script.meet("unplugged")
    return script
  }()

  private static func drawWithPalm(_ script: inout PlayerScript) {
    for step in 0...steps {
      for (slot, line) in [finger, palm].enumerated() {
        let place = place(on: line, step, of: steps)
        step == 0
          ? script.finger(Int32(slot), downAt: place, id: 50 + Int32(slot)) : script.finger(Int32(slot), to: place)
      }
      if step == 0 { script.set(.key, .touch, 1) }
      if step == palmStep {
        script.frame()
        script.meet("before")
        script.palm(1)
      }
      script.frame()
    }
    script.meet("palm")
    script.up(0)
    script.up(1)
    script.set(.key, .touch, 0)
    script.frame()
    script.meet("after")
  }

  static let stages = ["before", "palm", "after", "unplugged"]

  static let scenario: Scenario = {
    var scenario = Scenario("kernel", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static var shell: [String] {
    let bars = GuestDesktop.seeBars(places)
    let inPalm = GuestDesktop.text(place(on: palm, palmStep - 3, of: steps))
    let underFinger = GuestDesktop.text(place(on: finger, steps - 2, of: steps))
    let onUnplugged = GuestDesktop.text(place(on: unplugged, 27, of: 30))
    var shell = [
      "play", "permitted=/dev/input/event0", "desktop draw session.mcap --device /dev/input/event0",
      GuestDesktop.seeOpen(places),
    ]
    shell += [
      "next made-on", "await before", "see \(inPalm) 000000", "recorded 'touch 1 moved .* x 700[. ]'", "keep before",
      "next before-on", "await palm", "see \(inPalm) ffffff", "recorded 'touch 1 cancelled'",
      "recorded 'touch 0 moved .* x 900[. ]'", "see \(underFinger) 000000", "keep palm",
      "next palm-on", "await after", bars, "recorded 'touch 0 ended'", "keep after", "next after-on",
    ]
    shell += GuestDesktop.chosen("rectangle", "tapped", places)
    shell += GuestDesktop.chosen("pencil", "pencil", places)
    shell += [
      "await drawn", "see \(onUnplugged) 000000", "next drawn-on", "await unplugged", "see \(onUnplugged) ffffff", bars,
      "recorded 'cancelled (deviceRemoved)'", "keep unplugged", "next unplugged-on", "kill -TERM $(cat $home/pid)",
      "closed",
    ]
    return shell
  }
}
