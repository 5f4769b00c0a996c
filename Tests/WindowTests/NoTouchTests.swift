import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A window on a desktop that has no input at all, beside a touchscreen of the kernel's.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct NoTouchTests {
  private static let places = GuestDesktop.places
  /// Where the window says how the touchscreen can be read all the same.
  private static let banner = PixelRect(x: 0, y: places.canvas.y, width: GuestDesktop.size.width, height: 64)

  static let scenario: Scenario = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    let steps = [
      "play", "backends=headless", "desktop draw session.mcap", GuestDesktop.seeOpen(places), "keep banner",
      "kill -TERM $(cat $home/pid)", "closed", "next made-on",
    ]
    var scenario = Scenario("untouched", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private let kept = KeptStages(scenario, places) { try GuestDesktop.others.get() }

  @Test func `The window reports that the desktop passes no touches on`() throws {
    let seen = try kept.seen("banner")
    seen.attach("no touches")
    #expect(seen.count(in: Self.banner, otherThan: 0xffffff) > 1000)
    try kept.expectClosed()
  }
}
