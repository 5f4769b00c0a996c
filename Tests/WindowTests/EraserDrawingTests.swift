import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The eraser of the window: its width, its outline, and whole strokes.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct EraserDrawingTests {
  private let away = ["mousemove", "500", "20"]

  @Test func `The eraser has a width of its own up to 200, and its outline is where the mouse is`() throws {
    let desk = try DrawingDesk()
    let line = PixelRect(x: desk.paper(20, 0).x, y: desk.paper(0, 200).y, width: 800, height: 1)
    try desk.draw([desk.paper(20, 200), desk.paper(820, 200)])
    try desk.choose("eraser")
    // The steps from 20 points on are 10 by 2, 12 by 5 and 10 by 10.
    try desk.screen.act(["key"] + Array(repeating: "bracketright", count: 32))
    try desk.screen.act("mousemove", "\(desk.paper(400, 200).x)", "\(desk.paper(400, 200).y)")
    // A ring of 200 points around, light on both sides of dark, on paper that is white.
    func isRing(_ screen: Screenshot) -> Bool {
      [(-100, 0), (100, 0), (0, -100), (0, 100)].allSatisfy { x, y in
        let around = PixelRect(x: desk.paper(400 + x, 0).x - 2, y: desk.paper(0, 200 + y).y - 2, width: 5, height: 5)
        return screen.darkness(in: around) > 255
      }
    }
    try desk.window.see("the eraser's outline", isRing).attach("the outline of an eraser of 200")
    try desk.screen.act("mousedown", "1", "mouseup", "1")
    try desk.screen.act(away)
    let seen = try desk.seeDrawn("a gap of 200 points, and no outline") {
      // The line is left to the left of 300 and to the right of 500: 600 of 800 points.
      (596...604).contains($0.count(in: line, otherThan: 0xffffff)) && !isRing($0)
    }
    #expect(seen[desk.paper(295, 200)] == 0 && seen[desk.paper(305, 200)] == 0xffffff)
    // Strokes are as wide as they were.
    try desk.choose("pencil")
    try desk.draw([desk.paper(20, 350), desk.paper(820, 350)])
    try desk.screen.act(away)
    let column = PixelRect(x: desk.paper(300, 0).x, y: desk.paper(0, 330).y, width: 1, height: 40)
    let last = try desk.seeDrawn("a line of 4 points") { (4...5).contains($0.count(in: column, otherThan: 0xffffff)) }
    try desk.expectRecorded(last, "erased by 200 points")
  }

  @Test func `Whole strokes are erased as one operation, and the next drawing has the same eraser`() throws {
    let folder = try TemporaryFolder()
    let desk = try DrawingDesk(on: VirtualScreen(), in: folder)
    for y in [100, 160, 220] { try desk.draw([desk.paper(50, y), desk.paper(400, y)]) }
    let lines: (Screenshot) -> [Bool] = { screen in [100, 160, 220].map { screen[desk.paper(200, $0)] == 0 } }
    try desk.choose("eraser")
    try desk.screen.click(desk.places.fill)
    try desk.window.see("the switch for whole strokes is on") {
      $0[desk.places.fill.moved(-15, -15)] != desk.empty[desk.places.fill.moved(-15, -15)]
    }.attach("whole strokes")
    try desk.screen.drag([desk.paper(120, 130), desk.paper(120, 230)])
    try desk.screen.act(away)
    try desk.seeDrawn("the first line alone") { lines($0) == [true, false, false] }
    try desk.screen.press("ctrl+z")
    try desk.seeDrawn("all lines") { lines($0) == [true, true, true] }
    try desk.screen.press("ctrl+shift+z")
    let seen = try desk.seeDrawn("the first line alone again") { lines($0) == [true, false, false] }
    try desk.expectRecorded(seen, "whole strokes erased")
    let settings = try String(contentsOfFile: folder.path("config/touchreel/window.ini"), encoding: .utf8)
    #expect(settings.contains("erasesShapes=true") && settings.contains("eraserWidth=20"), "\(settings)")
    let next = try DrawingDesk(on: VirtualScreen(), recording: "next.mcap", in: folder)
    #expect(try next.window.quit() == 0)
    let dump = try Touchreel.succeed("dump", next.recording).text
    #expect(dump.contains("erasing") && dump.contains("shapes"), "\(dump)")
  }

  @Test func `What pens do is chosen in a dialog, counts at once, and is kept`() throws {
    let folder = try TemporaryFolder()
    let desk = try DrawingDesk(on: VirtualScreen(), in: folder)
    let preferences = try desk.openPreferences()
    try desk.screen.click(DrawingDesk.penPreference)
    let title = PixelRect(x: 100, y: 10, width: 160, height: 30)
    try desk.window.see("the dialog about pens") { !$0.equals(preferences, in: title) }.attach("pen buttons")
    // The list of the lower button, from the eraser to what comes after it.
    try desk.screen.act(["mousemove", "270", "235", "click", "1"])
    try desk.screen.press("Down", "Return")
    let file = folder.path("config/touchreel/window.ini")
    try desk.window.see("the choice in the preferences") { _ in
      (try? String(contentsOfFile: file, encoding: .utf8))?.contains("lowerButton=pencil") == true
    }.attach("pen buttons, one chosen")
    // Four steps firmer, which halves what half of the pressure adds; the preview's stroke is thinner in its middle.
    let stroke = PixelRect(x: 210, y: 507, width: 4, height: 48)
    let before = try desk.screen.picture().count(in: stroke, otherThan: 0xf6f5f4)
    try desk.screen.act(["mousemove", "296", "467", "click", "1"])
    try desk.window.see("a firmer stroke") { $0.count(in: stroke, otherThan: 0xf6f5f4) < before - 4 }
      .attach("a firm pen")
    // The size goes from 25 mm to what the device says.
    try desk.screen.act(["mousemove", "270", "595", "click", "1"])
    try desk.screen.press("Up", "Up", "Return")
    try desk.window.see("both in the preferences") { _ in
      let kept = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return kept.contains("palmsBySize=false") && kept.contains("pressureExponent=")
    }
    try desk.screen.press("Escape")
    try desk.window.see("the preferences") { $0.equals(preferences, in: title) }
    // Their button that closes: without a window manager, nothing gives the keys back to them, and a click that comes
    // before they know that nothing covers them is lost.
    try desk.window.see("no dialog") { seen in
      guard desk.hasDialog(seen) else { return true }
      try? desk.screen.click(Place(x: 332, y: 27))
      return false
    }
    try desk.screen.act("mousemove", "500", "300", "click", "1")
    #expect(try desk.window.quit() == 0)
    let commands = try Touchreel.succeed("dump", desk.recording).text.split(separator: "\n")
    #expect(commands.last { $0.contains("\"pressure\"") }?.contains("\"gamma\":1}") == false, "\(commands)")
    #expect(commands.first { $0.contains("\"rules\"") }?.contains("\"palmSize\":25") == true, "\(commands)")
    #expect(commands.last { $0.contains("\"rules\"") }?.contains("palmSize") == false, "\(commands)")
  }
}
