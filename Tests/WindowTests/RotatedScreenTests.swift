import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelInputEvents

/// A screen that is turned while something is drawn on it, with its touchscreen read straight from the kernel: only the
/// compositor knows that it is.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct RotatedScreenTests {
  private static let upright = GuestDesktop.fullScreen
  /// After a quarter turn, what was 1280 points wide is as high.
  private static let turned = DrawingPlaces(
    canvas: PixelRect(x: 0, y: 0, width: GuestDesktop.size.height, height: GuestDesktop.size.width))
  /// On the panel, which does not turn.
  private static let line = (from: Place(x: 300, y: 250), to: Place(x: 900, y: 250))
  /// The desktop is turned clockwise, as sway counts, so that the panel's left is down: the line goes up from
  /// 1280 - 300 = 980 to 1280 - 900 = 380, as far from the left as it was from the panel's top.
  private static let seen = (x: 250, y: 600)

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.draw(line, id: 10)
    script.meet("upright")
    script.draw(line, id: 11)
    script.meet("turned")
    return script
  }()

  private static let scenario: Scenario = {
    let steps = [
      "play", "permitted=/dev/input/event0", "desktop draw session.mcap --device /dev/input/event0",
      GuestDesktop.seeOpen(upright), "next made-on", "await upright", "see 600 250 000000",
      GuestDesktop.seeBars(upright), "recorded 'touch 0 ended'", "turn 90", GuestDesktop.seeBars(turned),
      "see 780 1000 ffffff", "next upright-on", "await turned", "see \(seen.x) \(seen.y) 000000",
      GuestDesktop.seeBars(turned), "recorded 'touch 1 ended'", "keep turned", "next turned-on",
      "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario("turned", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  @Test func `Ink is under the finger after the screen was turned`() throws {
    let guest = try GuestSession([Self.scenario], seconds: 300)
    let kept = KeptStages(Self.scenario, Self.turned) { guest }
    let picture = try kept.seen("turned")
    picture.attach("turned")
    // A line of 4 points up the screen.
    let across = PixelRect(x: 230, y: 600, width: 40, height: 1)
    #expect((4...5).contains(picture.count(in: across, otherThan: 0xffffff)))
    let points = try kept.points(ofTouch: 1, "turned")
    let (first, last) = (try #require(points.first), try #require(points.last))
    #expect(abs(first.x - 250) < 0.5 && abs(first.y - 980) < 0.5, "\(first)")
    #expect(abs(last.x - 250) < 0.5 && abs(last.y - 380) < 0.5, "\(last)")
    try kept.expectClosed()
  }
}
