import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A window that covers the screen that its device is part of, among two.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct SecondScreenTests {
  private let kept = KeptStages(SecondScreenSession.scenario, SecondScreenSession.places) {
    try GuestDesktop.others.get()
  }

  @Test func `The window covers the device's screen, and ink is under the finger`() throws {
    try kept.expectRecorded("drawn")
    let seen = try kept.seen("drawn")
    let (from, to) = SecondScreenSession.line
    let left = SecondScreenSession.places.canvas.x
    for x in [from.x + 10, to.x - 10] { #expect(seen[left + x, from.y] == 0) }
    // The other screen has nothing of it.
    #expect(seen.count(in: PixelRect(x: 0, y: 0, width: left, height: seen.size.height), of: 0xffffff) == 0)
  }

  @Test func `SIGTERM ends the recording and the program`() throws { try kept.expectClosed() }
}
