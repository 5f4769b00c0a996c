import TestSupport
import TouchReelCanvas
import TouchReelInputEvents

/// A pen whose buttons erase and undo, on a desktop where fingers do not draw.
enum PenSession {
  static let places = GuestDesktop.places
  static let line = (from: Place(x: 500, y: 350), to: Place(x: 1060, y: 350))
  static let finger = (from: Place(x: 500, y: 200), to: Place(x: 900, y: 200))
  /// Across the line.
  static let erasure = (from: Place(x: 800, y: 250), to: Place(x: 800, y: 450))
  static let crossing = Place(x: 800, y: 350)
  /// After it, a tool is tapped before the bars are back.
  static let last = (from: Place(x: 500, y: 500), to: Place(x: 1060, y: 500))

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(GuestDesktop.pen)
    script.meet("made")
    script.use(0)
    script.draw(finger, id: 10)
    draw(line, with: 1, &script)
    script.meet("drawn")
    draw(erasure, with: 1, holding: .stylus, &script)
    script.meet("erased")
    DesktopSession.approach(&script, Place(x: 700, y: 600), with: .toolPen)
    press(.stylus2, &script)
    DesktopSession.leave(&script, with: .toolPen)
    script.meet("undone")
    draw(last, with: 1, &script)
    tap(places.tool("rectangle"), &script)
    script.meet("chosen")
    return script
  }()

  /// - Parameter pen: its number among the devices.
  static func draw(
    _ line: (from: Place, to: Place), with pen: Int, holding button: EventCode? = nil, _ script: inout PlayerScript
  ) {
    script.use(pen)
    DesktopSession.approach(&script, line.from, with: .toolPen)
    if let button {
      script.set(.key, button, 1)
      script.frame()
    }
    script.set(.key, .touch, 1)
    for step in 0...60 {
      script.pen(to: DesktopSession.between(line, step, of: 60))
      script.set(.absolute, .pressure, 4000 + Int32(step % 2))
      script.frame()
    }
    if let button {
      script.set(.key, button, 0)
      script.frame()
    }
    DesktopSession.leave(&script, with: .toolPen)
  }

  /// Taps with the pen that was used last.
  static func tap(_ place: Place, _ script: inout PlayerScript) {
    DesktopSession.approach(&script, place, with: .toolPen)
    script.set(.key, .touch, 1)
    for step in 0..<8 {
      script.set(.absolute, .pressure, 2000 + Int32(step % 2))
      script.frame()
    }
    DesktopSession.leave(&script, with: .toolPen)
  }

  private static func press(_ button: EventCode, _ script: inout PlayerScript) {
    for value: Int32 in [1, 0] {
      script.set(.key, button, value)
      script.frame()
    }
  }

  static let scenario: Scenario = {
    let (seeBars, place) = (GuestDesktop.seeBars(places), GuestDesktop.text(crossing))
    let shell = [
      "play", "prefer gestures=false penOnly=true '[pen]' lowerButton=erase upperButton=undo",
      "desktop draw session.mcap", GuestDesktop.seeOpen(places), "next made-on",
      "await drawn", "see \(place) 000000", seeBars, "recorded 'touch 0 ended'", "keep drawn",
      "next drawn-on", "await erased", "see \(place) ffffff", seeBars, "recorded 'touch 1 ended'",
      "keep erased", "next erased-on", "await undone", "see \(place) 000000", seeBars,
      "written '\"undo\"'", "keep undone", "next undone-on", "await chosen",
      "unsee \(GuestDesktop.text(places.toolMark("rectangle"))) f6f5f4", seeBars, "recorded 'touch 2 ended'",
      "keep chosen", "next chosen-on", "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario("pens", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()
}
