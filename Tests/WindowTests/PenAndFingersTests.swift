import Canvas
import Foundation
import InputEvents
import TestSupport
import Testing

/// A window that reads the two devices of one screen straight from the kernel: that of fingers and that of the pen.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct PenAndFingersTests {
  private static let finger = (from: Place(x: 300, y: 200), to: Place(x: 900, y: 200))
  private static let pen = (from: Place(x: 300, y: 400), to: Place(x: 900, y: 400))

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.plug(GuestDesktop.pen)
    script.meet("made")
    script.use(0)
    script.draw(finger, id: 10)
    script.meet("finger")
    script.use(1)
    DesktopSession.approach(&script, pen.from, with: .toolPen)
    script.set(.key, .touch, 1)
    for step in 0...60 {
      script.pen(to: DesktopSession.between(pen, step, of: 60))
      script.set(.absolute, .pressure, 4000)
      script.frame()
    }
    DesktopSession.leave(&script, with: .toolPen)
    script.meet("pen")
    return script
  }()

  private static let scenario: Scenario = {
    let steps = [
      "play", "permitted='/dev/input/event0 /dev/input/event1'",
      "desktop draw session.mcap --device /dev/input/event0 --device /dev/input/event1",
      GuestDesktop.seeOpen(GuestDesktop.fullScreen), "next made-on", "await finger", "recorded 'touch 0 ended'",
      "see 600 200 000000", "next finger-on", "await pen", "recorded 'touch 1 ended'", "see 600 400 000000",
      GuestDesktop.seeBars(GuestDesktop.fullScreen), "keep pen", "next pen-on", "kill -TERM $(cat $home/pid)",
      "closed",
    ]
    var scenario = Scenario("both", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 180
    return scenario
  }()

  @Test func `Both draw where they are, once each, though the desktop reports them too`() throws {
    let guest = try GuestSession([Self.scenario], seconds: 240)
    let kept = KeptStages(Self.scenario, GuestDesktop.fullScreen) { guest }
    // The desktop's pointer stays where the pen went away.
    try kept.expectRecorded("pen", hidden: [PixelRect(x: 380, y: 0, width: 60, height: 60)])
    #expect(try kept.touches("pen").count { $0.contains(" began ") } == 2)
    for (touch, line) in [Self.finger, Self.pen].enumerated() {
      let points = try kept.points(ofTouch: touch, "pen")
      let (first, last) = (try #require(points.first), try #require(points.last))
      #expect(abs(first.x - Double(line.from.x)) < 1 && abs(first.y - Double(line.from.y)) < 1, "\(first)")
      #expect(abs(last.x - Double(line.to.x)) < 1 && abs(last.y - Double(line.to.y)) < 1, "\(last)")
    }
    let facts = try Touchreel.succeed("info", kept.path("pen.mcap")).text
    #expect(facts.contains("Desktop Touchscreen") && facts.contains("Desktop Pen"), "\(facts)")
    try kept.expectClosed()
  }
}
