import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A window that reads its touchscreen straight from the kernel, under a compositor that has it as well.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct KernelDeviceTests {
  private static let guest = Result { try GuestSession([KernelSession.scenario], seconds: 300) }

  private let kept = KeptStages(KernelSession.scenario, KernelSession.places) { try guest.get() }

  @Test(arguments: KernelSession.stages)
  func `What is seen is what the recording renders to`(_ stage: String) throws {
    try kept.expectRecorded(stage, hidden: stage == "unplugged" ? [KernelSession.banner] : [])
  }

  @Test func `A finger that turns out to be a palm leaves no pixel, while the other goes on`() throws {
    let (before, after) = (try kept.seen("before"), try kept.seen("after"))
    let below = PixelRect(minX: 200, minY: 350, maxX: 1000, maxY: 550)
    #expect(before.count(in: below, otherThan: 0xffffff) > 1000)
    #expect(after.count(in: below, otherThan: 0xffffff) == 0)
    let cancels = try kept.touches("after").filter { $0.contains(" cancelled ") }
    #expect(cancels.count == 1 && cancels[0].contains("touch 1") && cancels[0].contains("(palm)"), "\(cancels)")
  }

  @Test func `Each touch comes once, though the desktop reports it too`() throws {
    #expect(try kept.touches("after").count { $0.contains(" began ") } == 2)
  }

  @Test func `A device that is unplugged while it draws is reported, and its stroke taken back`() throws {
    #expect(try kept.seen("unplugged").count(in: KernelSession.banner, otherThan: 0xffffff) > 1000)
    #expect(try kept.seen("unplugged").equals(kept.seen("after"), in: KernelSession.paper))
  }

  @Test func `SIGTERM ends the recording and the program`() throws { try kept.expectClosed() }
}
