import Canvas
import Foundation
import TestSupport
import Testing

/// Taps and pinches of several fingers under a real compositor on a real kernel.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct GestureTests {
  private static let guest = Result { try GuestSession([GestureSession.scenario], seconds: 300) }

  private let places = GestureSession.places
  private let kept = KeptStages(GestureSession.scenario, GestureSession.places) { try guest.get() }

  private func line(_ y: Int, _ stage: String) throws -> Int {
    try kept.seen(stage).count(in: PixelRect(x: 600, y: y - 10, width: 1, height: 20), otherThan: 0xffffff)
  }

  @Test(arguments: GestureSession.plainStages)
  func `What is seen is what the recording renders to`(_ stage: String)
    throws
  { try kept.expectRecorded(stage) }

  @Test func `A tap of two fingers undoes the last line, one of three brings it back`() throws {
    let (upper, lower) = (GestureSession.upper.from.y, GestureSession.lower.from.y)
    #expect(try line(lower, "lines") > 0)
    #expect(try line(lower, "undone") == 0 && line(upper, "undone") > 0)
    #expect(try kept.seen("redone").equals(kept.seen("lines"), in: places.canvas))
    let cancels = try kept.touches("redone").filter { $0.contains(" cancelled ") }
    #expect(cancels.count == 5 && cancels.allSatisfy { $0.contains("(gesture)") }, "\(cancels)")
    let commands = try kept.commands("redone").filter { ["undo", "redo"].contains($0) }
    #expect(commands == ["undo", "redo"])
  }

  @Test func `A pinch enlarges the view about what lies between the fingers, and leaves no ink`() throws {
    let (held, before) = (try kept.seen("held"), try kept.seen("redone"))
    held.attach("held")
    // The line of 4 points is 8 pixels wide now.
    let (thin, thick) = (try line(GestureSession.lower.from.y, "redone"), try line(200, "held"))
    #expect((4...5).contains(thin) && (8...10).contains(thick), "\(thin), then \(thick)")
    // Nothing but the line, twice as large: from (300, 253) to (900, 253) of the board, that is all of the canvas'
    // width.
    let below = PixelRect(minX: 130, minY: 220, maxX: 1260, maxY: 700)
    #expect(held.count(in: below, otherThan: 0xffffff) == 0)
    #expect(before.count(in: below, otherThan: 0xffffff) > 1000)
    let cancels = try kept.touches("held").filter { $0.contains(" cancelled (gesture)") }
    #expect(cancels.count == 7, "\(cancels)")
  }

  @Test func `What is drawn in the enlarged view lands under the finger`() throws {
    try kept.seen("zoomed").attach("zoomed")
    let (from, to) = GestureSession.zoomed
    // (600, 353) stays where it is; 203 − 353 = −150 units above it are 75 points.
    #expect(
      GestureSession.boardPoint(ofZoomed: from) == (500, 278) && GestureSession.boardPoint(ofZoomed: to) == (700, 278))
    let lines = try kept.touches("zoomed").filter { $0.contains("touch 9 ") }
    #expect(lines.first?.contains(" began ") == true && lines.first?.contains(" x 500 y 278 ") == true, "\(lines)")
    #expect(lines.last?.contains(" ended ") == true && lines.last?.contains(" x 700 y 278 ") == true, "\(lines)")
    #expect((8...10).contains(try line(from.y, "zoomed")))
  }

  @Test func `Another pinch brings the view back, with what was drawn in it`() throws {
    // 278 points of the board below the header bar.
    #expect((4...5).contains(try line(278 + places.canvas.y, "back")))
    #expect(try kept.touches("back").count { $0.contains(" cancelled (gesture)") } == 9)
    #expect(try kept.touches("back").count { $0.contains(" ended ") } == 3)
  }

  @Test func `The close button ends the recording and the program`() throws { try kept.expectClosed() }
}
