import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Layers in the window: by keys and in the panel beside the board.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct WindowLayerTests {
  /// The eye, the name and the lock of a row of the panel, of which the highest layer has the first.
  private enum Part: Int {
    case eye = -189
    case name = -110
    case lock = -24
  }

  private func row(_ desk: DrawingDesk, _ number: Int, _ part: Part) -> Place {
    Place(x: desk.places.canvas.maxX + part.rawValue, y: desk.places.canvas.y + 21 + 36 * number)
  }

  /// Draws a short line that no bar covers, and says where its middle is.
  private func drawLine(_ desk: DrawingDesk, at y: Int) throws -> Place {
    let middle = desk.paper(300, y)
    try desk.draw([middle.moved(-60, 0), middle, middle.moved(60, 0)], inkAt: middle)
    return middle
  }

  @Test func `A layer is hidden and shown, and what was drawn on each is replayed`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let first = try drawLine(desk, at: 60)
    try desk.screen.press("shift+ctrl+n")
    let second = try drawLine(desk, at: 120)
    try desk.screen.press("F7")
    let eye = row(desk, 0, .eye)
    try desk.window.see("a panel") { $0[row(desk, 0, .name).moved(0, 300)] != 0xffffff }.attach("layers")
    try desk.screen.click(eye)
    try desk.window.see("the first layer alone") { $0[first] == 0 && $0[second] == 0xffffff }
    // Nothing is drawn on what is hidden.
    let third = desk.paper(300, 180)
    try desk.screen.drag([third.moved(-60, 0), third, third.moved(60, 0)])
    try desk.screen.click(eye)
    try desk.window.see("both layers, and no more") {
      $0[first] == 0 && $0[second] == 0 && $0[third] == 0xffffff
    }
    try desk.screen.click(row(desk, 1, .name))
    try desk.draw([third.moved(-60, 0), third, third.moved(60, 0)], inkAt: third)
    try desk.screen.press("F7")
    let seen = try desk.seeDrawn("all lines") { $0[first] == 0 && $0[second] == 0 && $0[third] == 0 }
    try desk.expectRecorded(seen, "layers")
  }

  @Test func `A locked layer takes no ink, and a key goes to the layer below`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    try desk.screen.press("shift+ctrl+n")
    try desk.screen.press("F7")
    try desk.window.see("a panel") { $0[row(desk, 0, .name).moved(0, 300)] != 0xffffff }
    try desk.screen.click(row(desk, 0, .lock))
    let line = desk.paper(300, 60)
    try desk.screen.drag([line.moved(-60, 0), line, line.moved(60, 0)])
    try desk.screen.press("ctrl+Next")
    let other = try drawLine(desk, at: 120)
    try desk.window.see("one line") { $0[line] == 0xffffff && $0[other] == 0 }
    #expect(try desk.window.quit() == 0)
  }
}
