import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What a window with a touchscreen offers the first time, and bars that are folded away.
@Suite(.slow, .enabled(if: TouchScreen.isAvailable, TouchScreen.absence))
struct GestureOfferTests {
  /// An empty choice: the program has never been used.
  private func newUser() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let settings = folder.url.appendingPathComponent("config/touchreel")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data().write(to: settings.appendingPathComponent("window.ini"))
    return folder
  }

  private func preferences(in folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path("config/touchreel/window.ini"), encoding: .utf8)
  }

  /// Draws a line with one finger, and taps with two.
  private func drawAndTap(_ desk: DrawingDesk, _ touchscreen: TouchScreen) throws -> Place {
    let line = (0...30).map { desk.paper(600 + 5 * $0, 60) }
    try touchscreen.drag(line)
    try desk.window.see("a line, and the bars") { $0[line[15]] == 0 && desk.places.isShowingBars($0) }
    try touchscreen.tapTogether([desk.paper(560, 160), desk.paper(760, 160)])
    return line[15]
  }

  @Test func `The first window on a touchscreen shows the gestures, and no other does once they are answered`() throws {
    let touchscreen = try TouchScreen()
    let folder = try newUser()
    let desk = try DrawingDesk(on: touchscreen.screen, in: folder)
    let page = PixelRect(x: 392, y: 200, width: 336, height: 400)
    // The fingers of its pictures.
    func isOffering(_ screen: Screenshot) -> Bool { screen.count(in: page, of: 0xe69f00) > 1000 }
    try desk.window.see("the page of gestures", isOffering).attach("gestures")
    try touchscreen.tap(Place(x: 600, y: 568))
    try desk.window.see("no page") { !isOffering($0) && $0[560, 400] == 0xffffff }
    let middle = try drawAndTap(desk, touchscreen)
    try desk.window.see("no line") { $0[middle] == 0xffffff && desk.places.isShowingBars($0) }
    #expect(try desk.window.quit() == 0)
    #expect(try preferences(in: folder).contains("gestures=true"))

    let again = try DrawingDesk(on: touchscreen.screen, recording: "again.mcap", in: folder)
    try again.seeDrawn("no page") { !isOffering($0) }
    #expect(try again.window.quit() == 0)
  }

  @Test func `Bars that are folded away come back by a swipe from the edge, which leaves no ink`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    try desk.screen.press("F9")
    let handle = desk.places.handle
    try desk.window.see("no bars, and the handle") {
      desk.places.isHidingBars($0) && $0.count(in: handle, otherThan: 0xffffff) > 300
    }.attach("folded")
    // At the edge of the window as elsewhere, fingers draw where they do not come in from it.
    let line = (0...30).map { desk.paper(300 + 5 * $0, 100) }
    try touchscreen.drag(line)
    let drawn = try desk.window.see("the line") { $0[line[29]] == 0 }
    #expect(desk.places.isHidingBars(drawn))
    let swipe = (0...12).map { Place(x: desk.places.canvas.x + 5 + 10 * $0, y: 400) }
    try touchscreen.drag(swipe)
    let seen = try desk.seeDrawn("the bars") { $0.count(in: handle, otherThan: 0xffffff) == 0 }
    try desk.expectRecorded(seen, "after a swipe")
    let touches = try Touchreel.succeed("dump", "--touches", desk.recording).text.split(separator: "\n")
    #expect(touches.count { $0.contains(" cancelled (gesture)") } == 1)
    #expect(touches.count { $0.contains(" ended ") } == 1)
  }

  @Test func `Lines that begin at the edge stay where bars come back by themselves`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    let inner = (0...20).map { desk.paper(300 + 5 * $0, 100) }
    let edge = (0...20).map { Place(x: desk.places.canvas.x + 5 + 10 * $0, y: 500) }
    // Beside another finger's line, and before the bars are back.
    try touchscreen.drag([inner, edge])
    try touchscreen.drag(edge.map { $0.moved(0, 60) })
    let ends = [inner[18], edge[18], edge[18].moved(0, 60)]
    let seen = try desk.seeDrawn("three lines") { screen in ends.allSatisfy { screen[$0] == 0 } }
    try desk.expectRecorded(seen, "from the edge")
    let touches = try Touchreel.succeed("dump", "--touches", desk.recording).text.split(separator: "\n")
    #expect(touches.count { $0.contains(" ended ") } == 3 && !touches.contains { $0.contains(" cancelled ") })
  }

  @Test func `The handle folds and unfolds the bars by touch`() throws {
    let touchscreen = try TouchScreen()
    let desk = try DrawingDesk(on: touchscreen.screen)
    try desk.screen.press("F9")
    try desk.window.see("no bars") { desk.places.isHidingBars($0) }
    try touchscreen.tap(desk.places.handle.middle)
    try desk.seeDrawn("the bars") { _ in true }
    #expect(try desk.window.quit() == 0)
  }
}
