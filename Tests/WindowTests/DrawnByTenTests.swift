import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A recording of ten fingers is played into the kernel, from which the desktop, and so the window, has it.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct DrawnByTenTests {
  private static let places = GuestDesktop.places

  private static let scenario: Scenario = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    let recording = Checkout.path("Fixtures/ten-fingers.mcap")
    let steps = [
      "play", "prefer gestures=false colorByTouch=true", "desktop draw session.mcap", GuestDesktop.seeOpen(places),
      "next made-on", "await played",
      "mkfifo enter; touchreel inject '\(recording)' --speed 0.5 --wait enter <enter 2>inject & injector=$!",
      "exec 3>enter",
      "until swaymsg -s $(echo $home/sway-ipc.*) -t get_inputs | grep -q Ten-Finger; do sleep 0.1; done", "echo >&3",
      "wait $injector", "recorded 'touch 18 ended'", GuestDesktop.seeBars(places),
      "keep window", "kill -TERM $(cat $home/pid)", "closed",
    ]
    var scenario = Scenario("ten", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  private static let guest = Result { try GuestSession([scenario], seconds: 300) }
  private let kept = KeptStages(scenario, places) { try guest.get() }

  @Test func `Ten fingers draw at once, each in a colour of its own`() throws {
    try kept.expectRecorded("window")
    let touches = try kept.touches("window")
    // One of the twenty begins on the header bar.
    #expect(touches.count { $0.contains(" began ") } == 19)
    let seen = try kept.seen("window")
    // Black is the first finger's.
    let counts = DrawingPlaces.fingers.map { seen.count(in: Self.places.paper, of: $0) }
    #expect(counts.allSatisfy { $0 > 300 }, "\(counts)")
    try kept.expectClosed()
  }
}
