import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct TextToolTests {
  private let font = TextFont(family: "DejaVu Sans", size: 20)
  private var choice: [Gesture] { [.set(\.tool, .text), .set(\.font, font)] }

  private func bench(_ steps: [Gesture] = []) throws -> Bench { try Bench(width: 200, height: 200, choice + steps) }

  private func text(_ text: String, at x: Double, _ y: Double) -> TextShape {
    // A board of 200 is narrower than 320.
    TextShape(text, font: font, color: .black, at: BoardPoint(x: x, y: y), width: .fitting(limit: 320))
  }

  private func typed(_ texts: String...) -> [Gesture] { texts.map { .command(.text($0)) } }

  @Test func `What is typed after a tap is one operation`() throws {
    let bench = try bench(stroke(1, (100, 80)) + typed("H", "He", "Hey") + [.command(.endText)])
    #expect(bench.board.operations == [.add(.text(text("Hey", at: 100, 80)))])
  }

  @Test func `The text is seen while it is typed and looks the same then`() throws {
    var bench = try bench(stroke(1, (100, 80)) + typed("Hey"))
    let shown = bench.pixels
    let ink = shown.bounds { $0 != 0xFFFF_FFFF }
    // Its box is centred on the tap; so, roughly, is its ink.
    #expect(abs(ink.x + ink.width / 2 - 100) <= 2)
    #expect(ink.intersection(PixelRect(x: 70, y: 65, width: 60, height: 30)) == ink)
    try bench.play(.command(.endText))
    #expect(bench.pixels.difference(from: shown) == nil)
  }

  @Test func `A tap on a text edits it`() throws {
    var bench = try bench(stroke(1, (100, 80)) + typed("Hey") + [.command(.endText)])
    let before = bench.pixels
    try bench.play(stroke(2, (102, 82)) + typed("Hey you"))
    #expect(bench.board.editedText?.text == "Hey you")
    let shown = bench.pixels
    try bench.play(.command(.endText))
    #expect(bench.board.operations.last == .editText(ElementID(rawValue: 1), "Hey you"))
    #expect(bench.pixels.difference(from: shown) == nil)
    try bench.play(.command(.undo))
    #expect(bench.pixels.difference(from: before) == nil)
  }

  @Test(arguments: [Gesture.set(\.tool, .pencil), .command(.endText)] + stroke(9, (20, 20)).suffix(1))
  func `What is typed is finished by its end and by another tool`(end: Gesture) throws {
    let bench = try bench(stroke(1, (100, 80)) + typed("Hey") + [down(9, at: (20, 20)), end])
    let isTap = end == up(9)
    #expect(bench.board.operations.count == 1)
    #expect((bench.board.editedText?.anchor == BoardPoint(x: 20, y: 20)) == isTap)
  }

  @Test func `A text that says nothing is none`() throws {
    var bench = try bench(stroke(1, (100, 80)) + [.command(.endText)])
    #expect(bench.board.operations.isEmpty)
    try bench.play(stroke(2, (100, 80)) + typed("Hey", "") + [.command(.endText)])
    #expect(bench.board.operations.isEmpty)
    try bench.play(
      stroke(3, (100, 80)) + typed("Hey") + [.command(.endText)] + stroke(4, (100, 80)) + typed("") + [
        .command(.endText)
      ])
    #expect(bench.board.operations.last == .remove([ElementID(rawValue: 1)]))
    #expect(bench.pixels.bounds { $0 != 0xFFFF_FFFF }.isEmpty)
  }

  @Test func `What is typed changes the drawing as soon as it says something else`() throws {
    var bench = try bench(stroke(1, (100, 80)))
    #expect(!bench.board.isTextChanged)
    try bench.play(typed("Hey"))
    #expect(bench.board.isTextChanged)
    try bench.play([.command(.endText)] + stroke(2, (100, 80)))
    #expect(bench.board.editedText != nil && !bench.board.isTextChanged)
    try bench.play(typed("Hey you"))
    #expect(bench.board.isTextChanged)
    try bench.play(.command(.endText))
    #expect(!bench.board.isTextChanged)
  }

  @Test func `A text that says the same again is no operation`() throws {
    let bench = try bench(
      stroke(1, (100, 80)) + typed("Hey") + [.command(.endText)] + stroke(2, (100, 80)) + typed("He", "Hey")
        + [.command(.endText)])
    #expect(bench.board.operations.count == 1)
  }

  @Test func `Undo takes back what is being typed and redo brings it back`() throws {
    var bench = try bench(stroke(1, (100, 80)) + typed("Hey"))
    let typed = bench.pixels
    try bench.play(.command(.undo))
    #expect(bench.pixels.bounds { $0 != 0xFFFF_FFFF }.isEmpty)
    #expect(bench.board.editedText == nil)
    try bench.play(.command(.redo))
    #expect(bench.pixels.difference(from: typed) == nil)
  }

  @Test func `A drag and a cancelled tap begin no text`() throws {
    let bench = try bench(stroke(1, (100, 80), (130, 80)) + [down(2, at: (50, 50)), cancel(2)] + typed("lost"))
    #expect(bench.board.editedText == nil)
    #expect(bench.pixels.bounds { $0 != 0xFFFF_FFFF }.isEmpty)
  }

  @Test func `The width handle sets the width about the centre`() throws {
    var bench = try bench(
      stroke(1, (100, 80)) + typed("one two three") + [.command(.endText), .set(\.tool, .selection)]
        + stroke(2, (100, 80)))
    let frame = try #require(bench.board.selectionFrame)
    let width = try #require(text("one two three", at: 100, 80).layout?.width)
    let handle = frame.point(of: .width)
    expect([handle], near: [(100 + width / 2 + 4, 80)])
    try bench.play(stroke(3, (handle.x, handle.y), (handle.x - 25, handle.y + 9)))
    guard case .textWidth(let id, .fixed(let fixed))? = bench.board.operations.last else {
      Issue.record("\(bench.board.operations)")
      return
    }
    // 25 narrower on both sides, but for the rounding of points to 1/256.
    #expect(id == ElementID(rawValue: 1))
    #expect(abs(fixed - (width - 50)) < 0.02)
  }

  @Test func `A turned text is its outlines turned`() throws {
    let raster = try Raster(board: BoardSize(width: 200, height: 200))
    let placed = PlacedShape(.text(text("Hey", at: 100, 80)))
    let turned = placed.transformed(by: .turn(by: .pi, about: BoardPoint(x: 100, y: 80)))
    let (upright, down) = (placed.layers(on: raster)[0].coverage, turned.layers(on: raster)[0].coverage)
    // Pixel (x, y) goes to (199 − x, 159 − y); edges differ by what rounding to 1/256 makes of them.
    for (x, y) in (70..<130).flatMap({ x in (60..<100).map { (x, $0) } }) {
      let difference = Int(upright.coverage(x: x, y: y)) - Int(down.coverage(x: 199 - x, y: 159 - y))
      #expect(abs(difference) <= 16, "\(x), \(y)")
    }
  }

  @Test func `An unknown font is reported once`() throws {
    var bench = try Bench([.set(\.tool, .text), .set(\.font, TextFont(family: "No Such Font", size: 20))])
    try bench.play(stroke(1, (20, 20)) + typed("a", "ab") + stroke(2, (60, 60)) + typed("c"))
    let warnings = bench.board.drainWarnings()
    #expect(warnings.count == 1)
    #expect(warnings.first?.description.hasPrefix("the font No Such Font is not here; ") == true)
    #expect(bench.board.drainWarnings().isEmpty)
    #expect(!bench.inkBounds.isEmpty)
  }

  @Test(arguments: [
    String(repeating: "endless ", count: 50_000), "\0", String(repeating: "\n", count: 100_000), "\u{202E}\u{10FFFF}",
  ]) func `Whatever is typed is drawn or clipped`(text: String) throws {
    let bench = try bench([.set(\.font, TextFont(family: "Sans", size: 1e9))] + stroke(1, (100, 80)) + typed(text))
    #expect(bench.board.editedText?.text == text)
  }
}
