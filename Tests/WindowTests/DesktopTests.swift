import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The window under a real compositor on a real kernel: fingers and a pen draw, tap tools and buttons, are cancelled,
/// and what is seen is what the recording renders to.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct DesktopTests {
  private static let guest = Result { try GuestSession([DesktopSession.scenario], seconds: 300) }

  private let places = DesktopSession.places
  private let kept = KeptStages(DesktopSession.scenario, DesktopSession.places) { try guest.get() }

  @Test func `The window opens with its bars where they belong`() throws {
    let seen = try kept.seen("start")
    seen.attach("start")
    #expect(DrawingPlaces(emptyIn: seen)?.canvas == places.canvas)
  }

  /// With fingers down as well: the recording is written as it happens.
  @Test(arguments: DesktopSession.stages)
  func `What is seen is what the recording renders to`(_ stage: String) throws {
    try kept.expectRecorded(stage)
  }

  @Test func `Five fingers draw at once, and the bars give way to them`() throws {
    let held = try kept.seen("held")
    #expect(places.isHidingBars(held))
    #expect(try places.isShowingBars(kept.seen("five")))
    let lines = try kept.touches("five")
    let (began, ended) = (lines.lastIndex { $0.contains(" began ") }, lines.firstIndex { $0.contains(" ended ") })
    #expect(lines.count { $0.contains(" began ") } == 5 && lines.count { $0.contains(" ended ") } == 5)
    #expect(try #require(began) < #require(ended))
  }

  @Test func `The last of two rectangles is undone by a tap`() throws {
    let (both, one) = (try kept.seen("rectangles"), try kept.seen("undone"))
    func area(_ place: Int) -> PixelRect {
      let (from, to) = DesktopSession.rectangles[place]
      return PixelRect(minX: from.x - 4, minY: from.y - 4, maxX: to.x + 4, maxY: to.y + 4)
    }
    #expect(both.equals(one, in: area(0)))
    #expect(both.count(in: area(1), otherThan: 0xffffff) > 1000)
    #expect(one.count(in: area(1), otherThan: 0xffffff) == 0)
  }

  @Test func `A pen's pressure widens its line`() throws {
    let seen = try kept.seen("pen")
    let coverage = [70, 180, 290].map { x in
      let (left, y) = (DesktopSession.penLine.from.x + x, DesktopSession.penLine.from.y)
      return seen.darkness(in: PixelRect(x: left, y: y - 20, width: 1, height: 40))
    }
    // The pressure rises from one to the next by more than a quarter of what is possible, and so the width: a quarter
    // of 4 points, 255 each.
    #expect(coverage[1] > coverage[0] + 200 && coverage[2] > coverage[1] + 200, "\(coverage)")
    #expect(try kept.touches("pen").last { $0.contains("touch 7 began") }?.contains(" pen") == true)
  }

  @Test func `A pen that comes near takes back what a finger is drawing`() throws {
    #expect(try kept.seen("cancelled").equals(kept.seen("pen"), in: places.canvas))
    #expect(try !kept.seen("finger").equals(kept.seen("pen"), in: places.paper))
    let cancels = try kept.touches("cancelled").filter { $0.contains("touch 8 cancelled") }
    #expect(cancels.count == 1 && cancels[0].contains("penProximity"), "\(cancels)")
  }

  @Test func `The pen's other end erases`() throws {
    let (before, after) = (try kept.seen("cancelled"), try kept.seen("erased"))
    let (from, to) = DesktopSession.erasure
    let line = PixelRect(minX: from.x, minY: from.y, maxX: from.x + 1, maxY: to.y)
    #expect(before.count(in: line, otherThan: 0xffffff) > 0)
    #expect(after.count(in: line, otherThan: 0xffffff) == 0)
    #expect(try kept.touches("erased").last { $0.contains("touch 9 began") }?.contains("eraser") == true)
  }

  @Test func `The close button ends the recording and the program`() throws { try kept.expectClosed() }
}
