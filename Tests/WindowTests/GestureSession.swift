import Canvas
import TestSupport

/// What several fingers do at once on the desktop in the guest, where their gestures are switched on.
enum GestureSession {
  static let places = GuestDesktop.places

  static let upper = (from: Place(x: 300, y: 150), to: Place(x: 900, y: 150))
  static let lower = (from: Place(x: 300, y: 300), to: Place(x: 900, y: 300))
  /// Drawn where the view is twice as large.
  static let zoomed = (from: Place(x: 400, y: 250), to: Place(x: 800, y: 250))

  /// Pairs of fingers on one height: where they come down, where they are when they hold the view, and where that
  /// leads.
  private static let (near, far) = (pair(from: 460, to: 740), pair(from: 320, to: 880))

  private static func pair(from left: Int, to right: Int) -> [Place] {
    [Place(x: left, y: 400), Place(x: right, y: 400)]
  }

  /// The place of the board that is seen at a place of the screen after the view grew from 280 to 560 between the
  /// fingers: twice as large about their middle.
  static func boardPoint(ofZoomed place: Place) -> (x: Int, y: Int) {
    let (x, y) = (600, 400 - places.canvas.y)
    return (x + (place.x - x) / 2, y + (place.y - places.canvas.y - y) / 2)
  }

  static let stages = ["lines", "undone", "redone", "held", "zoomed", "back"]
  /// The board is seen as large as it is.
  static let plainStages = stages.filter { $0 != "held" && $0 != "zoomed" }

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.draw(upper, id: 10)
    script.draw(lower, id: 11)
    script.meet("lines")
    tap(&script, pair(from: 500, to: 700), id: 20)
    script.meet("undone")
    tap(&script, pair(from: 500, to: 700) + [Place(x: 600, y: 500)], id: 30)
    script.meet("redone")
    enlarge(&script, id: 40)
    script.meet("held")
    script.liftFingers(2)
    script.draw(zoomed, id: 50)
    script.meet("zoomed")
    shrink(&script, id: 60)
    script.liftFingers(2)
    script.meet("back")
    script.tap(places.close, id: 70)
    return script
  }()

  private static func tap(_ script: inout PlayerScript, _ places: [Place], id: Int32) {
    script.fingers(downAt: places, id: id)
    for _ in 0..<4 { script.frame() }
    script.liftFingers(places.count)
  }

  /// Two fingers go apart until the view is twice as large about (600, 400) of the screen. They stay down.
  static func enlarge(_ script: inout PlayerScript, id: Int32) {
    pinch(&script, pair(from: 480, to: 720), near, far, id: id)
  }

  /// The way back.
  static func shrink(_ script: inout PlayerScript, id: Int32) {
    pinch(&script, pair(from: 300, to: 900), far, near, id: id)
  }

  /// The way to where they hold the view is one step, so that they hold it at these places.
  private static func pinch(
    _ script: inout PlayerScript, _ start: [Place], _ hold: [Place], _ end: [Place], id: Int32
  ) {
    script.fingers(downAt: start, id: id)
    for step in 0...20 {
      script.fingers(to: zip(hold, end).map { DesktopSession.between((from: $0, to: $1), step, of: 20) })
    }
  }

  static let scenario: Scenario = {
    var scenario = Scenario("gestures", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static var shell: [String] {
    let (bars, middle) = (GuestDesktop.seeBars(places), GuestDesktop.text(Place(x: 600, y: lower.from.y)))
    func keep(_ stage: String, _ steps: String...) -> [String] {
      ["await \(stage)"] + steps + [bars, "keep \(stage)", "next \(stage)-on"]
    }
    return [
      "prefer gestures=true", "play", "desktop draw session.mcap", GuestDesktop.seeOpen(places), "next made-on",
    ]
      + keep("lines", "see \(middle) 000000", "recorded 'touch 1 ended'")
      + keep("undone", "see \(middle) ffffff", #"written '"command":"undo"'"#)
      + keep("redone", "see \(middle) 000000", #"written '"command":"redo"'"#)
      // The lower line, 100 points above the fingers' middle, is now twice as far from it.
      + keep("held", "see 600 200 000000", "see \(middle) ffffff", "written 'ABS_MT_POSITION_X \(880 * 256)'")
      + keep("zoomed", "see 600 \(zoomed.from.y) 000000", "recorded 'touch 9 ended'")
      + keep("back", "see \(middle) 000000", "see 600 200 ffffff", "recorded 'touch 11 cancelled'")
      + ["closed"]
  }
}
