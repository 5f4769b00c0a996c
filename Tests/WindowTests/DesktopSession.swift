import TestSupport
import TouchReelCanvas
import TouchReelInputEvents

/// What fingers and a pen do on the desktop in the guest, one thing after another, and what is kept of each.
enum DesktopSession {
  static let places = GuestDesktop.places
  static let frames = 48
  static let fingers = 0..<5

  /// Down and up in waves, each finger on a way of its own; to the right by 6 points a frame.
  static func finger(_ finger: Int, in frame: Int) -> Place {
    let wave = abs((frame + 4 * finger) % 24 - 12)
    return Place(x: 300 + 6 * frame, y: 130 + 90 * finger + 4 * wave)
  }

  /// The corners of two rectangles that are drawn at once; the second is finished last.
  static let rectangles = [
    (from: Place(x: 700, y: 120), to: Place(x: 860, y: 240)), (from: Place(x: 920, y: 120), to: Place(x: 1080, y: 240)),
  ]
  static let penLine = (from: Place(x: 700, y: 350), to: Place(x: 1060, y: 350))
  /// What a finger draws until the pen comes near.
  static let overruled = (from: Place(x: 700, y: 450), to: Place(x: 1000, y: 450))
  /// Where that finger is after a step of 30: in waves, so that holding it still asks for no shape.
  static func overruled(after step: Int) -> Place {
    between(overruled, step, of: 30).moved(0, 4 * abs(step % 12 - 6))
  }
  /// Goes through the lines of all five fingers.
  static let erasure = (from: Place(x: 450, y: 100), to: Place(x: 450, y: 600))

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(GuestDesktop.pen)
    script.meet("made")
    script.use(0)
    drawWithFive(&script)
    script.tap(places.tool("rectangle"), id: 20)
    script.meet("tapped")
    drawRectangles(&script)
    script.tap(places.undo, id: 30)
    script.meet("undone")
    script.tap(places.tool("pencil"), id: 31)
    script.meet("pencil")
    drawWithPen(&script)
    overrule(&script)
    erase(&script)
    script.use(0)
    script.tap(places.close, id: 50)
    return script
  }()

  private static func drawWithFive(_ script: inout PlayerScript) {
    for frame in 0..<frames {
      for finger in fingers where frame >= finger {
        let (slot, place) = (Int32(finger), Self.finger(finger, in: frame))
        frame == finger ? script.finger(slot, downAt: place, id: 10 + slot) : script.finger(slot, to: place)
      }
      if frame == 0 { script.set(.key, .touch, 1) }
      script.frame()
    }
    script.meet("held")
    for finger in fingers { script.up(Int32(finger)) }
    script.set(.key, .touch, 0)
    script.frame()
    script.meet("five")
  }

  private static func drawRectangles(_ script: inout PlayerScript) {
    for step in 0...20 {
      for (slot, corners) in rectangles.enumerated() {
        let place = between(corners, step, of: 20)
        step == 0
          ? script.finger(Int32(slot), downAt: place, id: 25 + Int32(slot)) : script.finger(Int32(slot), to: place)
      }
      if step == 0 { script.set(.key, .touch, 1) }
      script.frame()
    }
    script.up(0)
    script.frame()
    script.up(1)
    script.set(.key, .touch, 0)
    script.frame()
    script.meet("rectangles")
  }

  /// The pressure rises from a tenth of what is possible to all of it.
  private static func drawWithPen(_ script: inout PlayerScript) {
    script.use(1)
    approach(&script, penLine.from, with: .toolPen)
    script.set(.key, .touch, 1)
    for step in 0...60 {
      script.pen(to: between(penLine, step, of: 60))
      script.set(.absolute, .pressure, 410 + Int32(step * 61))
      script.set(.absolute, .tiltX, Int32(step / 2))
      script.frame()
    }
    leave(&script, with: .toolPen)
    script.meet("pen")
  }

  private static func overrule(_ script: inout PlayerScript) {
    script.use(0)
    script.finger(0, downAt: overruled(after: 0), id: 40)
    script.set(.key, .touch, 1)
    script.frame()
    for step in 1...30 {
      script.finger(0, to: overruled(after: step))
      script.frame()
    }
    script.meet("finger")
    script.use(1)
    approach(&script, Place(x: 700, y: 600), with: .toolPen)
    script.meet("overruled")
    leave(&script, with: .toolPen)
    script.use(0)
    script.up(0)
    script.set(.key, .touch, 0)
    script.frame()
    script.meet("cancelled")
  }

  private static func erase(_ script: inout PlayerScript) {
    script.use(1)
    approach(&script, erasure.from, with: .toolRubber)
    script.set(.key, .touch, 1)
    for step in 0...60 {
      script.pen(to: between(erasure, step, of: 60))
      script.set(.absolute, .pressure, 2000)
      script.frame()
    }
    leave(&script, with: .toolRubber)
    script.meet("erased")
  }

  static func approach(_ script: inout PlayerScript, _ place: Place, with tool: EventCode) {
    script.set(.key, tool, 1)
    script.pen(to: place)
    script.frame()
    script.frame()
  }

  /// The pen is lifted and goes away over the header bar, where its pointer is out of the way.
  static func leave(_ script: inout PlayerScript, with tool: EventCode) {
    script.set(.absolute, .pressure, 0)
    script.set(.key, .touch, 0)
    script.frame()
    // The desktop smooths what a pen does: it arrives after some frames. Frames without change are no frames.
    for step in 0..<20 {
      script.pen(to: Place(x: 400 + step % 2, y: 20))
      script.frame()
    }
    script.set(.key, tool, 0)
    script.frame()
  }

  static func between(_ line: (from: Place, to: Place), _ step: Int, of count: Int) -> Place {
    Place(
      x: line.from.x + (line.to.x - line.from.x) * step / count,
      y: line.from.y + (line.to.y - line.from.y) * step / count)
  }
}

/// What the shell around it waits for, and keeps.
extension DesktopSession {
  static let scenario: Scenario = {
    var scenario = Scenario("desktop", script, shell: GuestDesktop.library + "\n" + steps.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  /// The stages, each of which leaves `NAME.png` and `NAME.mcap`.
  static let stages = ["held", "five", "rectangles", "undone", "pen", "finger", "cancelled", "erased"]

  private static let steps = Array(
    [
      ["play", "desktop draw session.mcap", GuestDesktop.seeOpen(places), "grim start.png", "next made-on"],
      seeFingers, seeRectangles, seePen, seeOverruling, seeErasure, ["next erased-on", "closed"],
    ].joined())

  private static let seeBars = GuestDesktop.seeBars(places)

  private static var seeFingers: [String] {
    let last = frames - 1
    let ends = fingers.map { finger(finger: $0, at: last) }
    var steps = ["await held"]
    steps += fingers.map { "see \(GuestDesktop.text(finger($0, in: last - 2))) 000000" }
    steps += [GuestDesktop.seeNoBars(places)] + ends.map { "recorded '\($0)'" }
    steps += ["keep held", "next held-on", "await five", seeBars, "recorded 'touch 4 ended'", "keep five"]
    return steps + ["next five-on"]
  }

  private static var seeRectangles: [String] {
    let sides = rectangles.map { Place(x: $0.from.x, y: ($0.from.y + $0.to.y) / 2) }
    var steps = GuestDesktop.chosen("rectangle", "tapped", places) + ["await rectangles"]
    steps += sides.map { "see \(GuestDesktop.text($0)) 000000" }
    steps += [seeBars, "recorded 'touch 6 ended'", "keep rectangles", "next rectangles-on"]
    steps += ["await undone", "see \(GuestDesktop.text(sides[1])) ffffff", "keep undone", "next undone-on"]
    return steps + GuestDesktop.chosen("pencil", "pencil", places)
  }

  private static var seePen: [String] {
    let end = between(penLine, 58, of: 60)
    return [
      "await pen", "see \(GuestDesktop.text(end)) 000000", seeBars, "recorded 'touch 7 ended'", "keep pen",
      "next pen-on",
    ]
  }

  private static var seeOverruling: [String] {
    let end = overruled(after: 27)
    return [
      "await finger", "see \(GuestDesktop.text(end)) 000000", "recorded 'touch 8 moved .* x \(overruled.to.x) '",
      "keep finger",
    ]
      + ["next finger-on", "await overruled", "see \(GuestDesktop.text(end)) ffffff", "next overruled-on"]
      + ["await cancelled", seeBars, "recorded 'touch 8 cancelled'", "keep cancelled", "next cancelled-on"]
  }

  private static var seeErasure: [String] {
    let crossings = fingers.map { finger($0, in: (erasure.from.x - 300) / 6) }
    return ["await erased"] + crossings.map { "see \(GuestDesktop.text($0)) ffffff" }
      + [seeBars, "recorded 'touch 9 ended'", "keep erased"]
  }

  /// A finger's sample as `dump` prints it, in points of the canvas.
  private static func finger(finger number: Int, at frame: Int) -> String {
    let place = finger(number, in: frame)
    return "touch \(number) moved .* x \(place.x - places.canvas.x) y \(place.y - places.canvas.y) "
  }
}
