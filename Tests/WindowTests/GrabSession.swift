import Canvas
import TestSupport

/// `touchreel draw --device --grab`: only the window gets events of the touchscreen.
enum GrabSession {
  static let places = GuestDesktop.fullScreen

  static let rectangle = (from: Place(x: 300, y: 150), to: Place(x: 500, y: 300))
  /// The width's slider, from 4 to beyond its end.
  private static let slider = (from: Place(x: 860, y: 762), to: Place(x: 990, y: 762))
  static let wide = (from: Place(x: 600, y: 200), to: Place(x: 1000, y: 200))
  /// Drawn where the view is twice as large.
  static let zoomed = (from: Place(x: 400, y: 450), to: Place(x: 800, y: 450))

  static let stages = ["rectangle", "wide", "zoomed", "back"]
  static let plainStages = ["rectangle", "wide", "back"]

  static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.tap(places.tool("rectangle"), id: 11)
    script.meet("tapped")
    script.draw(rectangle, id: 12)
    script.meet("rectangle")
    script.draw(slider, id: 13)
    script.tap(places.tool("pencil"), id: 14)
    script.meet("pencil")
    script.draw(wide, id: 15)
    script.meet("wide")
    GestureSession.enlarge(&script, id: 20)
    script.liftFingers(2)
    script.draw(zoomed, id: 22)
    script.meet("zoomed")
    GestureSession.shrink(&script, id: 30)
    script.liftFingers(2)
    script.meet("back")
    return script
  }()

  static let scenario: Scenario = {
    var scenario = Scenario("grab", script, shell: GuestDesktop.library + "\n" + shell.joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static var shell: [String] {
    let bars = GuestDesktop.seeBars(places)
    func keep(_ stage: String, _ steps: String...) -> [String] {
      ["await \(stage)"] + steps + [bars, "keep \(stage)", "next \(stage)-on"]
    }
    let side = GuestDesktop.text(Place(x: rectangle.from.x, y: 220))
    return [
      "prefer gestures=true", "play", "permitted=/dev/input/event0",
      "desktop draw session.mcap --device /dev/input/event0 --grab", GuestDesktop.seeOpen(places),
      "next made-on",
    ]
      + GuestDesktop.chosen("rectangle", "tapped", places)
      + keep("rectangle", "see \(side) 000000", "recorded 'touch 1 ended'")
      + GuestDesktop.chosen("pencil", "pencil", places)
      + keep("wide", "see 800 \(wide.from.y - 7) 000000", "recorded 'touch 4 ended'")
      + keep("zoomed", "see 600 \(zoomed.from.y - 15) 000000", "recorded 'touch 7 ended'")
      + keep("back", "see \(side) 000000", "see 800 \(wide.from.y) 000000", "recorded 'touch 9 cancelled'")
      + ["kill -TERM $(cat $home/pid)", "closed"]
  }
}
