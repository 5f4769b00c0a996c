import TestSupport
import Testing
import TouchReelCanvas

/// A view that is enlarged.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct ZoomTests {
  /// Pixels between ink and paper.
  private func edges(_ seen: Screenshot, in rect: PixelRect) -> Int {
    seen.count(in: rect, otherThan: 0xffffff) - seen.count(in: rect, of: 0)
  }

  @Test(arguments: [VirtualScreen.Renderer.cairo, .gl])
  func `What is enlarged becomes crisp, also what is drawn then, and a tap shows all again`(
    _ renderer: VirtualScreen.Renderer
  ) throws {
    let desk = try DrawingDesk(on: VirtualScreen(renderer: renderer))
    let place = desk.paper(300, 200)
    try desk.draw([place.moved(-50, 0), place, place.moved(50, 0)])
    let clicks = (0..<20).flatMap { _ in ["click", "4"] }
    try desk.screen.act(["mousemove", "\(place.x)", "\(place.y)", "keydown", "ctrl"] + clicks + ["keyup", "ctrl"])
    // 4 points at 1.1^20 = 6.73 pixels a point. Edges of the board's pixels, enlarged, measure as many.
    let column = PixelRect(x: place.x, y: place.y - 40, width: 1, height: 150)
    try desk.window.see("a crisp line") {
      (25...29).contains($0.count(in: column, otherThan: 0xffffff)) && edges($0, in: column) <= 4
    }
    try desk.screen.drag([place.moved(-80, 80), place.moved(0, 80), place.moved(80, 80)])
    try desk.window.see("two crisp lines") {
      (50...58).contains($0.count(in: column, otherThan: 0xffffff)) && edges($0, in: column) <= 8
    }.attach("enlarged, \(renderer)")
    try desk.screen.click(Place(x: desk.places.canvas.maxX - 40, y: desk.places.canvas.y + 34))
    let seen = try desk.window.see("the line as wide as it was") {
      (8...10).contains($0.count(in: column, otherThan: 0xffffff)) && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "all again, \(renderer)")
  }
}
