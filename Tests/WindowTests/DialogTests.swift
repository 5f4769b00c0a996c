import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Menus and dialogs.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct DialogTests {
  private func draw(_ desk: DrawingDesk) throws -> Screenshot {
    try desk.draw([desk.paper(300, 300), desk.paper(400, 350), desk.paper(500, 300)])
  }

  @Test func `Any colour is chosen by its exact values`() throws {
    let desk = try DrawingDesk()
    try desk.screen.click(desk.places.color)
    let more = Place(x: desk.places.color.x, y: desk.places.canvas.maxY - 97)
    try desk.window.see("the menu of colours") { $0[more.moved(0, -12)] != 0xffffff }.attach("colours")
    try desk.screen.click(more)
    // What the dialog shows the chosen colour on.
    let shown = Place(x: 150, y: 80)
    try desk.window.see("the colour dialog") { desk.hasDialog($0) && $0[shown] == 0 }.attach("colour dialog")
    try desk.screen.type("#12ab9f")
    try desk.screen.press("Return")
    try desk.window.see("the colour in the dialog") { $0[shown] == 0x12ab9f || $0[desk.places.color] == 0x12ab9f }
    if try desk.screen.picture()[desk.places.color] != 0x12ab9f { try desk.screen.click(Place(x: 408, y: 27)) }
    try desk.window.see("the colour in the bar") { $0[desk.places.color] == 0x12ab9f && !desk.hasDialog($0) }
    let start = desk.paper(300, 300)
    let seen = try desk.draw([start, start.moved(100, 0), start.moved(200, 0)])
    #expect(seen[start.moved(50, 0)] == 0x12ab9f)
    try desk.expectRecorded(seen, "exact colour")
  }

  @Test func `The dialog of files fits a phone's screen`() throws {
    let phone = try VirtualScreen(server: "Xvfb", ["-screen", "0", "360x640x24"])
    let window = try OpenWindow(["draw"], on: phone, in: TemporaryFolder())
    try window.see("the board") { $0[340, 300] == 0xffffff && $0[340, 20] != 0 }
    try phone.press("ctrl+s")
    try phone.act("search", "--sync", "--onlyvisible", "--name", "^Save As$")
    try window.see("the dialog") { $0[4, 300] != 0xffffff }.attach("file dialog on a phone")
    let question = ["search", "--onlyvisible", "--name", "^Save As$", "getwindowgeometry"]
    let said = try Programs.run("xdotool", question, environment: phone.environment)
    let size = try #require(said.text.firstMatch(of: #/Geometry: (\d+)x/#), "\(said)")
    #expect(Int(size.1) ?? .max <= 360)
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `A gradient becomes the background, under what was drawn`() throws {
    let desk = try DrawingDesk()
    let before = try draw(desk)
    try desk.screen.press("ctrl+b")
    try desk.window.see("the dialog", desk.hasDialog)
    // Grey, as long as the dialog is there.
    let inDialog = Place(x: 290, y: 300)
    // Its second page, and the button of its header bar.
    try desk.screen.click(Place(x: 156, y: 271))
    try desk.window.see("a preview that is not white below") { $0[Place(x: 150, y: 225)] != 0xffffff }.attach(
      "background dialog")
    try desk.screen.click(Place(x: 283, y: 27))
    let seen = try desk.window.see("the gradient") {
      $0[inDialog] != 0xf6f5f4 && $0[desk.paper(700, 500)] != before[desk.paper(700, 500)]
        && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "gradient")
  }

  @Test func `The menu and the shortcuts show what can be done`() throws {
    let desk = try DrawingDesk()
    let menu = PixelRect(x: desk.places.canvas.maxX - 260, y: desk.places.canvas.y + 20, width: 200, height: 400)
    try desk.screen.act("mousemove", "500", "300")
    try desk.screen.press("F10")
    try desk.window.see("the menu") { $0.count(in: menu, otherThan: 0xffffff) > 2000 }.attach(
      "menu")
    try desk.screen.press("Escape")
    try desk.window.see("no menu") { $0.count(in: menu, otherThan: 0xffffff) == 0 }
    try desk.screen.press("F1")
    try desk.window.see("the shortcuts", desk.hasDialog).attach("shortcuts")
    try desk.screen.press("Escape")
    try desk.window.see("no shortcuts") { !desk.hasDialog($0) }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The player's menu and shortcuts show what can be done`() throws {
    let desk = try PlayerDesk(Fixture.path("ten-fingers.mcap"), "--speed", "16")
    let end = try desk.seeEnd()
    let menu = PixelRect(x: 760, y: 80, width: 160, height: 300)
    try desk.screen.press("F10")
    try desk.window.see("the menu") { !$0.equals(end, in: menu) }.attach("player menu")
    try desk.screen.press("Escape")
    try desk.window.see("no menu") { $0.equals(end, in: menu) }
    try desk.screen.press("F1")
    // Over the top left of the window.
    let corner = PixelRect(x: 8, y: 100, width: 60, height: 300)
    try desk.window.see("the shortcuts") { !$0.equals(end, in: corner) }.attach("player shortcuts")
    try desk.screen.press("Escape")
    try desk.window.see("no shortcuts") { $0.equals(end, in: corner) }
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Popovers and the dark style show all that they have`() throws {
    let desk = try DrawingDesk()
    let above = PixelRect(x: desk.places.canvas.x + 200, y: desk.places.canvas.maxY - 200, width: 800, height: 90)
    // The last button of the bar, at its right.
    let more = Place(x: desk.places.swatch(9).x + 256, y: desk.places.color.y)
    for (name, button) in [("fill", desk.places.fill), ("more", more)] {
      try desk.screen.click(button)
      try desk.window.see("the popover of \(name)") { !$0.equals(desk.empty, in: above) }.attach("popover \(name)")
      try desk.screen.press("Escape")
      try desk.window.see("no popover") { $0.equals(desk.empty, in: above) }
    }
    try desk.screen.act("mousemove", "500", "300")
    try desk.prefer(DrawingDesk.darkPreference)
    let header = Place(x: desk.places.canvas.middle.x - 200, y: desk.places.canvas.y - 24)
    try desk.window.see("a dark header") { $0[header] & 0xff < 0x60 }.attach("dark style")
    #expect(desk.window.end(with: SIGTERM) == 0)
  }

  @Test func `A text is typed where it stands`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    let area = PixelRect(x: place.x - 10, y: place.y - 40, width: 200, height: 80)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    // Letters that would choose tools elsewhere.
    try desk.screen.type("Reels")
    let typed = try desk.window.see("five letters") { $0.count(in: area, otherThan: 0xffffff) > 200 }
    typed.attach("typing")
    try desk.screen.press("Escape")
    // The caret is blue, also as it fades.
    let seen = try desk.window.see("the text without a caret, and the bars") {
      $0.isGrey(in: area) && $0.count(in: area, otherThan: 0xffffff) > 180
        && desk.places.isShowingBars($0)
    }
    #expect(desk.places.isChosen("text", in: seen))
    try desk.expectRecorded(seen, "text")
    #expect(try desk.shapes() == ["Text"])
  }

  @Test func `A shape is selected and moved`() throws {
    let desk = try DrawingDesk()
    try desk.choose("rectangle")
    let corner = desk.paper(200, 100)
    // Between the handles at a corner and in the middle of a side.
    let edge = corner.moved(60, 160)
    try desk.draw([corner, corner.moved(50, 50), corner.moved(240, 160)], inkAt: edge)
    try desk.choose("selection")
    try desk.screen.click(edge)
    try desk.window.see("a frame around it, and the bars") {
      $0[edge] == 0 && $0.count(in: desk.places.paper, otherThan: 0xffffff) > 3400 && desk.places.isShowingBars($0)
    }.attach("selected")
    try desk.screen.drag([edge, edge.moved(80, 60), edge.moved(200, 150)])
    try desk.window.see("the shape at its new place") { $0[edge.moved(200, 150)] == 0 && $0[edge] == 0xffffff }
    try desk.screen.press("Escape")
    let seen = try desk.window.see("no frame, and the bars") {
      // The sides of a rectangle of 240 × 160 points, 4 wide: 244 × 164 − 236 × 156.
      $0.count(in: desk.places.paper, otherThan: 0xffffff) == 3200 && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "moved")
  }

  @Test func `The wheel with Ctrl zooms the view, never the drawing`() throws {
    let desk = try DrawingDesk()
    let place = desk.paper(300, 200)
    try desk.draw([place.moved(-50, 0), place, place.moved(50, 0)])
    let column = PixelRect(x: place.x, y: place.y - 30, width: 1, height: 60)
    try desk.screen.act(
      "mousemove", "\(place.x)", "\(place.y)", "keydown", "ctrl", "click", "4", "click", "4", "keyup", "ctrl")
    try desk.window.see("a wider line") { $0.count(in: column, otherThan: 0xffffff) > 4 }.attach("zoomed")
    try desk.draw([place.moved(-60, 90), place.moved(0, 90), place.moved(60, 90)])
    try desk.screen.press("ctrl+0")
    let seen = try desk.window.see("the line as wide as it was") {
      $0.count(in: column, otherThan: 0xffffff) == 4 && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "zoomed back")
  }
}
