import Testing
import TouchReelTouchTracking

@testable import TouchReelCanvas
@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// What becomes of a text that gets another look while it is typed, or is selected.
struct TextStyleTests {
  private let font = TextFont(family: "DejaVu Sans", size: 20)
  private let red = PixelColor(red: 255, green: 0, blue: 0)
  private let changes: [Restyling] = [
    .color(PixelColor(red: 255, green: 0, blue: 0)), .font(.size(32)), .font(.bold(true)), .font(.italic(true)),
    .align(.center),
  ]

  private func bench(_ steps: [Gesture]) throws -> Bench {
    try Bench(width: 300, height: 200, [.set(\.tool, .text), .set(\.font, font)] + steps)
  }

  private func typing(_ texts: String..., area: Bool = true) -> [Gesture] {
    let area = TextArea(left: 0, top: 0, right: 300, bottom: 200).map { [Gesture.command(.textArea($0))] } ?? []
    return stroke(1, (60, 80)) + area + texts.map { .command(.text($0)) }
  }

  private var restylings: [Gesture] { changes.map { .command(.restyle($0)) } }

  @Test func `A new text gets another look while it is typed, and is one operation`() throws {
    var bench = try bench(typing("Hello\nyou") + restylings)
    let shown = bench.pixels
    try bench.play(.command(.endText))
    #expect(bench.pixels.difference(from: shown) == nil)
    guard case .add(.text(let text))? = bench.board.operations.first, bench.board.operations.count == 1 else {
      Issue.record("\(bench.board.operations)")
      return
    }
    #expect(text.font == TextFont(family: "DejaVu Sans", size: 32, isBold: true, isItalic: true))
    #expect(text.color == red && text.paragraph.alignment == .center)
  }

  @Test func `What is typed after a change looks as if chosen before`() throws {
    let settings = changes.reduce(into: BoardSettings()) { settings, change in
      settings.font = settings.font == BoardSettings().font ? font : settings.font
      try? settings.apply(BoardSetting(change, after: settings))
    }
    let before = try bench(
      [.set(\.font, settings.font), .set(\.textAlign, settings.textAlign), .set(\.color, settings.color)]
        + typing("Hello\nyou"))
    let after = try bench(typing("Hello") + restylings + [.command(.text("Hello\nyou"))])
    #expect(after.pixels.difference(from: before.pixels) == nil)
  }

  @Test func `A text of the drawing that is edited is changed at once, and is edited on`() throws {
    var bench = try bench(typing("Hey") + [.command(.endText)])
    let before = bench.pixels
    try bench.play(stroke(2, (62, 82)) + [.command(.text("Hey you"))] + restylings + [.command(.text("Hey you!"))])
    #expect(bench.board.editedText?.text == "Hey you!")
    #expect(bench.board.editedText?.color == red)
    let shown = bench.pixels
    try bench.play(.command(.endText))
    #expect(bench.pixels.difference(from: shown) == nil)
    #expect(bench.board.operations.count == 2 + changes.count)
    try bench.play((0...changes.count).map { _ in .command(.undo) })
    #expect(bench.pixels.difference(from: before) == nil)
  }

  @Test func `A change that texts ignore does nothing to one that is typed`() throws {
    let bench = try bench(typing("Hey") + [.command(.restyle(.width(9))), .command(.restyle(.fill(red)))])
    #expect(bench.board.operations.isEmpty)
    #expect(bench.board.editedText?.text == "Hey")
  }

  @Test func `A size that is no number is refused, and nothing has changed`() throws {
    for steps in [typing("Hey"), typing("Hey") + [.command(.endText)] + stroke(2, (62, 82))] {
      var bench = try bench(steps)
      let before = bench.pixels
      #expect(throws: BoardError.self) { try bench.board.handle(.restyle(.font(.size(.nan)))) }
      #expect(bench.pixels.difference(from: before) == nil)
    }
  }

  @Test func `Bold letters have more ink, and leaning ones other ink`() throws {
    func layout(_ change: FontChange?) throws -> TextLayout {
      try #require(TextLayout("Hill", font: change.map(font.changed) ?? font, width: .fixed(300)))
    }
    let plain = try layout(nil)
    #expect(try layout(.bold(true)).lines[0].width > plain.lines[0].width)
    #expect(try layout(.italic(true)).elements != plain.elements)
    #expect(try layout(.bold(false)) == plain)
  }

  @Test func `What selected texts have in common is known`() throws {
    var bench = try bench(typing("One") + [.command(.endText)])
    try bench.play([.set(\.font, font.changed(by: .bold(true)))] + stroke(3, (60, 160)))
    try bench.play([.command(.text("Two")), .command(.endText), .set(\.tool, .selection), .command(.selectAll)])
    let look = try #require(bench.board.selectedLook?.text)
    #expect((look.family, look.size) == ("DejaVu Sans", 20))
    #expect(look.isBold == nil && look.isItalic == false && look.align == .start)
  }
}
