import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The window on a screen in memory, used by mouse and keyboard. Its canvas has the pixels that its recording renders
/// to.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct MouseDrawingTests {
  /// Twelve fields of the paper, four to a row.
  private func field(_ place: Int) -> (x: Int, y: Int) { (20 + place % 4 * 230, 20 + place / 4 * 180) }

  @Test(arguments: [VirtualScreen.Renderer.cairo, .gl])
  func `Every tool of the strip draws by mouse what the recording renders`(_ renderer: VirtualScreen.Renderer) throws {
    let desk = try DrawingDesk(on: VirtualScreen(renderer: renderer))
    let tools = [
      "pencil", "line", "dashedLine", "arrow", "rectangle", "ellipse", "triangle", "pentagon", "ngon", "star",
    ]
    for (place, tool) in tools.enumerated() {
      try desk.choose(tool)
      let (x, y) = field(place)
      let line = [
        desk.paper(x, y), desk.paper(x + 40, y + 90), desk.paper(x + 110, y + 40), desk.paper(x + 160, y + 120),
      ]
      let area = PixelRect(x: line[0].x - 5, y: line[0].y - 5, width: 170, height: 130)
      try desk.screen.drag(line)
      try desk.seeDrawn("what the \(tool) drew") { $0.count(in: area, otherThan: 0xffffff) > 100 }
    }
    // An angle is two drags from one vertex.
    try desk.choose("angle")
    let (x, y) = field(10)
    try desk.draw([desk.paper(x, y + 120), desk.paper(x + 150, y + 120)], inkAt: desk.paper(x + 75, y + 120))
    try desk.draw([desk.paper(x, y + 120), desk.paper(x + 100, y + 20)], inkAt: desk.paper(x + 50, y + 70))
    // The eraser goes through the pencil's line.
    try desk.choose("eraser")
    let before = try desk.screen.picture()
    let (left, right) = (desk.paper(field(0).x - 10, field(0).y + 80), desk.paper(field(0).x + 170, field(0).y + 80))
    try desk.screen.drag([left, right])
    // The eraser's outline would lie on the ink.
    try desk.screen.act("mousemove", "500", "20")
    let pencil = PixelRect(x: left.x, y: left.y, width: 180, height: 1)
    let seen = try desk.seeDrawn("a gap in the pencil's line") { $0.count(in: pencil, otherThan: 0xffffff) == 0 }
    #expect(before.count(in: pencil, otherThan: 0xffffff) > 0)
    try desk.expectRecorded(seen, "every tool, \(renderer)")
  }

  @Test func `On a display of two pixels to a point each pixel is what a picture of twice the size has`() throws {
    let places = try DrawingDesk().places
    let canvas = places.canvas.doubled
    let folder = try TemporaryFolder()
    let (screen, recording) = (try VirtualScreen(scale: 2), folder.path("session.mcap"))
    let window = try OpenWindow(["draw", recording], on: screen, in: folder)
    try window.see("an empty drawing") {
      $0[canvas.middle] == 0xffffff && $0[canvas.maxX - 1, canvas.middle.y] == 0xffffff
    }
    let start = canvas.middle
    let line = [start, start.moved(251, 102), start.moved(500, -51)]
    try screen.drag(line)
    let seen = try window.see("ink at the end") { $0[line[2]] == 0 }
    seen.attach("two pixels to a point, drawn")
    #expect(try window.quit() == 0, "\(window.log)")
    let picture = folder.path("render.png")
    try Touchreel.succeed("render", recording, "-o", picture, "--size", "\(canvas.width)x\(canvas.height)")
    let difference = try seen.difference(
      from: Screenshot(png: picture), canvas: canvas, hidden: places.bars.map(\.doubled))
    #expect(difference == nil)
  }

  @Test func `Undo and redo go by keys and by buttons`() throws {
    let desk = try DrawingDesk()
    let (first, second) = (desk.paper(50, 50), desk.paper(50, 150))
    try desk.draw([first, first.moved(200, 0)])
    let both = try desk.draw([second, second.moved(200, 0)])
    let one: (Screenshot) -> Bool = { $0[first.moved(100, 0)] == 0 && $0[second.moved(100, 0)] == 0xffffff }
    let none: (Screenshot) -> Bool = { $0[first.moved(100, 0)] == 0xffffff }
    let two: (Screenshot) -> Bool = { $0.equals(both, in: desk.places.paper) }
    try desk.screen.press("ctrl+z")
    try desk.window.see("the second line is undone", one)
    try desk.screen.press("ctrl+z")
    try desk.window.see("the first line is undone", none)
    try desk.screen.press("ctrl+shift+z", "ctrl+y")
    try desk.window.see("both lines, pixel for pixel", two)
    try desk.screen.click(desk.places.undo)
    try desk.window.see("the second line is undone by the button", one)
    try desk.screen.click(desk.places.redo)
    try desk.window.see("both lines again, pixel for pixel", two)
    try desk.screen.press("ctrl+Delete")
    try desk.window.see("an empty canvas", none)
    try desk.screen.press("ctrl+z")
    let seen = try desk.window.see("both lines after the clearing is undone", two)
    try desk.expectRecorded(seen, "undo and redo")
  }

  @Test func `The bar shows a colour for each finger, until one is chosen`() throws {
    let desk = try DrawingDesk()
    let color = PixelRect(x: desk.places.color.x - 14, y: desk.places.color.y - 12, width: 28, height: 24)
    func shows(_ colors: some Sequence<UInt32>, _ screen: Screenshot) -> Bool {
      colors.allSatisfy { screen.count(in: color, of: $0) > 20 }
    }
    #expect(!shows(DrawingPlaces.fingers, desk.empty))
    try desk.prefer(DrawingDesk.colorPreference)
    try desk.window.see("ten colours in the bar") { shows(DrawingPlaces.fingers, $0) }.attach(
      "a colour for each finger")
    for finger in 0..<3 { try desk.draw([desk.paper(50, 50 + 40 * finger), desk.paper(250, 50 + 40 * finger)]) }
    let seen = try desk.window.see("lines in the first three colours") { screen in
      (0..<3).allSatisfy { screen[desk.paper(150, 50 + 40 * $0)] == DrawingPlaces.fingers[$0] }
    }
    try desk.screen.click(desk.places.swatch(4))
    try desk.window.see("the chosen colour in the bar") {
      shows([DrawingPlaces.palette[4]], $0) && !shows(DrawingPlaces.fingers, $0)
    }
    try desk.expectRecorded(seen, "three fingers by mouse")
  }

  @Test func `Colours of the palette and widths by keys make the stroke`() throws {
    let desk = try DrawingDesk()
    var seen = desk.empty
    for place in [1, 5, 7] {
      try desk.screen.click(desk.places.swatch(place))
      // Each press makes it a point wider: 4 points at first.
      try desk.screen.press("bracketright", "bracketright", "bracketright")
      let start = desk.paper(50, 60 * place)
      let middle = start.moved(150, 0)
      seen = try desk.draw([start, middle, start.moved(300, 0)], inkAt: middle)
      #expect(hex(seen[middle]) == hex(DrawingPlaces.palette[place]))
    }
    // 4 + 3, 4 + 6 and 4 + 9 points: the rows of full colour across the line.
    let heights = [1, 5, 7].map { place in
      let column = PixelRect(x: desk.paper(200, 0).x, y: desk.paper(0, 60 * place - 20).y, width: 1, height: 40)
      return seen.count(in: column, otherThan: 0xffffff)
    }
    // Lines lie on pixel corners: of 7 and 13 points half a pixel is left at each side.
    #expect(heights == [8, 10, 14])
    try desk.expectRecorded(seen, "colours and widths")
  }

  @Test(arguments: [300, 500, 800])
  func `A colour that is clicked soon after each stroke is the next one's, and there is no dot`(_ pause: Int) throws {
    let desk = try DrawingDesk()
    try desk.expectColors(after: .milliseconds(pause), drag: desk.screen.drag, tap: desk.screen.click)
  }

  @Test func `A line that begins close beside a bar is drawn`() throws {
    let desk = try DrawingDesk()
    let y = desk.places.canvas.middle.y
    let start = Place(x: desk.places.tool("eraser").x + 32, y: y)
    try desk.draw([start, start.moved(100, 30), start.moved(200, 0)])
    let above = Place(x: desk.places.canvas.middle.x, y: desk.places.canvas.maxY - 76)
    try desk.draw([above, above.moved(20, -100), above.moved(40, -200)])
    #expect(try desk.window.quit() == 0)
    #expect(try desk.shapes().count == 2)
  }
}
