import Canvas
import Foundation
import TestSupport
import Testing

/// A window that has a touchscreen for itself: the desktop hears nothing of it, so the window passes touches to its own
/// widgets.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct GrabTests {
  private static let guest = Result { try GuestSession([GrabSession.scenario], seconds: 300) }

  private let kept = KeptStages(GrabSession.scenario, GrabSession.places) { try guest.get() }

  @Test(arguments: GrabSession.plainStages)
  func `What is seen is what the recording renders to`(_ stage: String) throws { try kept.expectRecorded(stage) }

  @Test func `Each finger is recorded once, and those on widgets draw nothing`() throws {
    let lines = try kept.touches("back")
    #expect(lines.count { $0.contains(" began ") } == 10)
    #expect(lines.count { $0.contains(" ended ") } == 3)
    #expect(lines.count { $0.contains(" cancelled (window)") } == 3)
    #expect(lines.count { $0.contains(" cancelled (gesture)") } == 4)
  }

  @Test func `A tap chooses a tool, and a slider follows the finger to its end`() throws {
    #expect(try kept.commands("rectangle").contains("tool"))
    #expect(try kept.commands("wide").contains("width"))
    let seen = try kept.seen("wide")
    let (x, y) = (800, GrabSession.wide.from.y)
    // The greatest width is 100.
    let across = PixelRect(x: x, y: y - 60, width: 1, height: 120)
    #expect((100...101).contains(seen.count(in: across, otherThan: 0xffffff)))
    let inside = PixelRect(minX: 320, minY: 170, maxX: 480, maxY: 280)
    #expect(seen.count(in: inside, otherThan: 0xffffff) == 0)
  }

  @Test func `What is drawn in a view that two fingers enlarged is recorded where it is seen`() throws {
    let seen = try kept.seen("zoomed")
    seen.attach("zoomed")
    let points = try kept.points(ofTouch: 7, "zoomed")
    // About (600, 400), where the fingers' middle was: half of 200 to each side, half of 50 below.
    let (first, last) = (try #require(points.first), try #require(points.last))
    #expect(abs(first.x - 500) < 0.5 && abs(first.y - 425) < 0.5, "\(first)")
    #expect(abs(last.x - 700) < 0.5 && abs(last.y - 425) < 0.5, "\(last)")
    let line = PixelRect(x: 600, y: GrabSession.zoomed.from.y - 120, width: 1, height: 240)
    #expect((200...204).contains(seen.count(in: line, otherThan: 0xffffff)))
  }

  @Test func `SIGTERM ends the recording and the program`() throws { try kept.expectClosed() }
}
