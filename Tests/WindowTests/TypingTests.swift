import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Texts that are typed in the window: where they stand, and what becomes of them.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct TypingTests {
  /// Where there is ink.
  private func ink(_ picture: Screenshot, in rect: PixelRect) -> PixelRect {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX where picture[x, y] != 0xffffff {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
      }
    }
    return left > right ? .empty : PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  /// Types after a click and waits until as much is seen, in grey: the blinking caret is blue.
  @discardableResult
  private func type(_ keys: [[String]], at place: Place, on desk: DrawingDesk, in area: PixelRect) throws -> Screenshot
  {
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    for words in keys { try desk.screen.act(words) }
    try desk.window.see("what is typed") { $0.count(in: area, otherThan: 0xffffff) > 100 }
      .attach("typing at \(place.x) \(place.y)")
    try desk.screen.press("Escape")
    return try desk.window.see("the text without a caret, and the bars") {
      $0.isGrey(in: area) && $0.count(in: area, otherThan: 0xffffff) > 50 && desk.places.isShowingBars($0)
    }
  }

  @Test func `Long texts, several lines and texts from right to left start where they were tapped`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let (paper, canvas) = (desk.places.paper, desk.places.canvas)
    let long = Place(x: paper.maxX - 220, y: paper.y + 100)
    let top = PixelRect(minX: paper.x, minY: paper.y, maxX: canvas.maxX, maxY: paper.y + 220)
    var seen = try type(
      [["type", "Whatever is written here is wrapped at the border"]], at: long, on: desk, in: top)
    var found = ink(seen, in: top)
    // Its first letter has a bearing of a pixel or two.
    #expect((long.x...long.x + 3).contains(found.x), "\(found)")
    #expect(found.maxX <= canvas.maxX - 8 && found.height > 60, "\(found)")

    let right = Place(x: paper.x + 500, y: paper.y + 280)
    let middle = PixelRect(minX: paper.x, minY: paper.y + 240, maxX: paper.maxX, maxY: paper.y + 320)
    // Slowly: each letter is a key that the keyboard gets for it.
    seen = try type([["type", "--delay", "250", "שלום עולם"]], at: right, on: desk, in: middle)
    found = ink(seen, in: middle)
    #expect((right.x - 4...right.x).contains(found.maxX), "\(found)")

    let low = Place(x: paper.x + 200, y: paper.maxY - 20)
    let bottom = PixelRect(minX: paper.x, minY: paper.y + 340, maxX: paper.maxX, maxY: canvas.maxY - 76)
    let lines = ["one", "two", "three", "four"].map { ["type", $0] }
    seen = try type(Array(lines.map { [$0] }.joined(separator: [["key", "Return"]])), at: low, on: desk, in: bottom)
    found = ink(seen, in: bottom)
    #expect((low.x...low.x + 3).contains(found.x) && found.maxY < bottom.maxY && found.height > 90, "\(found)")
    try desk.expectRecorded(seen, "texts")
    #expect(try desk.shapes() == ["Text", "Text", "Text"])
  }

  @Test func `While a text is typed, the buttons take back what was typed and bring it again`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    let area = PixelRect(x: place.x - 10, y: place.y - 40, width: 200, height: 80)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    try desk.screen.type("Reels")
    try desk.window.see("five letters") { $0.count(in: area, otherThan: 0xffffff) > 200 }
    try desk.screen.click(desk.places.undo)
    try desk.window.see("no letters") { $0.count(in: area, otherThan: 0xffffff) < 100 }
    try desk.screen.click(desk.places.redo)
    try desk.window.see("five letters again") { $0.count(in: area, otherThan: 0xffffff) > 200 }
    // A drag begins and ends no text.
    try desk.screen.drag([place.moved(0, 100), place.moved(60, 100), place.moved(120, 100)])
    try desk.screen.type("!")
    try desk.screen.press("Escape")
    let seen = try desk.window.see("the text without a caret, and the bars") {
      $0.isGrey(in: area) && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "typed again")
    try Touchreel.succeed("render", desk.recording, "-o", desk.folder.path("text.svg"))
    #expect(try String(contentsOfFile: desk.folder.path("text.svg"), encoding: .utf8).contains("Reels!"))
  }

  @Test func `What is composed of several keys is seen where it will stand`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    let area = PixelRect(x: place.x - 10, y: place.y - 40, width: 200, height: 80)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    // The caret is blue.
    func count(_ picture: Screenshot) -> Int {
      (area.y..<area.maxY).reduce(0) { sum, y in
        (area.x..<area.maxX).reduce(sum) { sum, x in
          let pixel = picture[x, y]
          return pixel < 0xc0c0c0 && pixel & 255 == pixel >> 16 ? sum + 1 : sum
        }
      }
    }
    try desk.screen.act("type", "Caf")
    var (letters, looks) = (0, 0)
    try desk.window.see("three letters") {
      (letters, looks) = (count($0), count($0) == letters ? looks + 1 : 0)
      return letters > 60 && looks == 5
    }
    try desk.screen.press("dead_acute")
    try desk.window.see("the accent") { count($0) > letters + 3 }.attach("accent")
    try desk.screen.press("e")
    try desk.window.see("the letter with its accent") { count($0) > letters + 40 }.attach("letter")
    try desk.screen.press("Escape")
    let seen = try desk.window.see("the text without a caret, and the bars") {
      $0.isGrey(in: area) && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "composed")
    try Touchreel.succeed("render", desk.recording, "-o", desk.folder.path("text.svg"))
    let svg = try String(contentsOfFile: desk.folder.path("text.svg"), encoding: .utf8)
    #expect(svg.contains("Café"), "\(svg)")
  }

  /// Taps with the text tool, and types letters that choose tools elsewhere.
  private func typeReels(at place: Place, on desk: DrawingDesk) throws {
    let area = PixelRect(x: place.x - 10, y: place.y - 40, width: 200, height: 80)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    try desk.screen.type("Reels")
    try desk.window.see("five letters") { $0.count(in: area, otherThan: 0xffffff) > 200 }
  }

  @Test func `Colour, size, weight and alignment are chosen while a text is typed`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    try typeReels(at: place, on: desk)
    let style = desk.places.fill
    try desk.screen.click(style)
    let above = PixelRect(x: style.x - 100, y: style.y - 180, width: 200, height: 90)
    try desk.window.see("the popover") { !$0.equals(desk.empty, in: above) }.attach("text style")
    // Bold, the middle, and three times the next size.
    for (x, y) in [(-115, -65), (61, -65), (120, -115), (120, -115), (120, -115)] {
      try desk.screen.click(style.moved(x, y))
    }
    try desk.screen.click(style)
    try desk.window.see("no popover") { $0.equals(desk.empty, in: above) }
    try desk.screen.click(desk.places.swatch(5))
    try desk.screen.press("Return")
    try desk.screen.type("go")
    let area = PixelRect(x: place.x - 10, y: place.y - 40, width: 240, height: 140)
    try desk.window.see("two lines in blue") { screen in
      (area.y + 75..<area.maxY).contains { y in
        (area.x..<area.maxX).contains { screen[$0, y] == DrawingPlaces.palette[5] }
      }
    }
    try desk.screen.press("Escape")
    let seen = try desk.seeDrawn("the text") { _ in true }
    try desk.expectRecorded(seen, "styled")
    try Touchreel.succeed("render", desk.recording, "-o", desk.folder.path("text.svg"))
    let svg = try String(contentsOfFile: desk.folder.path("text.svg"), encoding: .utf8)
    #expect(svg.contains("font-weight=\"bold\"") && svg.contains("font-size=\"30\""), "\(svg)")
    #expect(svg.contains("#0072b2"), "\(svg)")
  }

  @Test func `Letters go into the text that is being typed after a popover for numbers as before`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    try typeReels(at: place, on: desk)
    let above = PixelRect(x: desk.places.canvas.x + 200, y: desk.places.canvas.maxY - 200, width: 800, height: 90)
    let button = Place(x: desk.places.swatch(9).x + 256, y: desk.places.color.y)
    try desk.screen.click(button)
    try desk.window.see("the popover") { !$0.equals(desk.empty, in: above) }
    try desk.screen.click(button)
    try desk.window.see("no popover") { $0.equals(desk.empty, in: above) }
    try desk.screen.type("reels")
    let more = PixelRect(x: place.x + 60, y: place.y - 40, width: 200, height: 80)
    let seen = try desk.window.see("five more") { $0.count(in: more, otherThan: 0xffffff) > 100 }
    #expect(desk.places.isChosen("text", in: seen))
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `The popover for font and size does not cover the text that is typed`() throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = Place(x: desk.places.fill.x, y: desk.places.color.y - 90)
    try typeReels(at: place, on: desk)
    let text = PixelRect(x: place.x - 20, y: place.y - 30, width: 160, height: 60)
    let typed = try desk.screen.picture()
    let ink = (text.y..<text.maxY).flatMap { y in (text.x..<text.maxX).map { Place(x: $0, y: y) } }
      .filter { typed[$0] == 0 }
    try desk.screen.click(desk.places.fill)
    let above = PixelRect(x: place.x - 60, y: place.y - 160, width: 120, height: 80)
    try desk.window.see("a popover above the text") {
      seen in !seen.equals(desk.empty, in: above) && ink.count > 20 && ink.allSatisfy { seen[$0] == 0 }
    }.attach("popover above a text")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `A window that closes while a text is typed in it leaves the others their keys`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    try desk.screen.press("ctrl+n")
    try desk.window.see("an empty board") { $0.equals(desk.empty, in: desk.places.paper) }
    try desk.screen.press("t")
    try desk.window.see("the tool for texts") { desk.places.isChosen("text", in: $0) }
    try typeReels(at: desk.paper(300, 200), on: desk)
    try desk.screen.press("ctrl+w")
    try desk.window.see("the first drawing") { $0.equals(seen, in: desk.places.paper) }
    // Beside the paper, where the eraser's outline is not seen.
    try desk.screen.act("mousemove", "\(desk.places.color.x)", "\(desk.places.color.y)")
    try desk.screen.press("e")
    try desk.window.see("the eraser") { desk.places.isChosen("eraser", in: $0) }
    try desk.screen.press("ctrl+z")
    try desk.window.see("nothing") { $0.equals(desk.empty, in: desk.places.paper) }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  /// The right end of the black ink in some rows; 0 if there is none.
  private func end(_ picture: Screenshot, _ rows: PixelRect) -> Int {
    (rows.x..<rows.maxX).last { x in
      (rows.y..<rows.maxY).contains { picture[x, $0] < 0x80_8080 && !isCaret(picture[x, $0]) }
    } ?? 0
  }

  private func isCaret(_ pixel: UInt32) -> Bool { pixel & 0xff > 0x60 && pixel >> 16 < 0x40 }

  @Test(arguments: [13, 14, 15, 16, 20, 24])
  func `The caret stands behind what was typed, where the text has several lines as well`(_ words: Int) throws {
    let desk = try DrawingDesk()
    try desk.choose("text")
    let place = desk.paper(300, 200)
    let area = PixelRect(minX: place.x - 10, minY: place.y - 40, maxX: desk.places.canvas.maxX, maxY: place.y + 160)
    try desk.screen.click(place)
    try desk.window.see("a place to type") { $0.count(in: area, otherThan: 0xffffff) > 0 }
    try desk.screen.type(Array(repeating: "illimitable", count: words).joined(separator: " "))
    try desk.window.see("the caret behind the last letter") { picture in
      let caret = (area.y..<area.maxY).flatMap { y in
        (area.x..<area.maxX).filter { isCaret(picture[$0, y]) }.map { Place(x: $0, y: y) }
      }
      guard caret.count > 10, let top = caret.first, let bottom = caret.last else { return false }
      let rows = PixelRect(minX: area.x, minY: top.y, maxX: area.maxX, maxY: bottom.y)
      return (1...5).contains(top.x - end(picture, rows))
    }.attach("caret after \(words) words")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }
}
