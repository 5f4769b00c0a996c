import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A window that was asked to read a keyboard.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct RefusedDeviceTests {
  private let kept = KeptStages(RefusedSession.scenario, RefusedSession.places) { try GuestDesktop.others.get() }

  @Test func `It says so, and draws what the desktop reports`() throws {
    #expect(try kept.seen("drawn").count(in: RefusedSession.banner, otherThan: 0xffffff) > 1000)
    try kept.expectRecorded("drawn", hidden: [RefusedSession.banner])
    let events = try Touchreel.succeed("dump", kept.path("drawn.mcap")).text
    #expect(events.contains("TouchReel fingers on a window") && !events.contains("Guest Keyboard"))
  }

  @Test func `The close button ends the recording and the program`() throws { try kept.expectClosed() }
}
