import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// A text that starts where it was tapped, on a board of 400 × 300.
struct TextAreaTests {
  private static let size = 20.0
  private static let font = TextFont(family: "DejaVu Sans", size: size)
  private static let area = TextArea(left: 0, top: 0, right: 400, bottom: 300)
  private static let long = "What is written here goes on for several lines of which each begins where it was tapped"

  /// What is typed letter by letter after a tap, and the text after each.
  private func typing(_ text: String, at x: Double, _ y: Double) throws -> (bench: Bench, steps: [TextShape]) {
    var bench = try Bench(
      width: 400, height: 300,
      [.set(\.tool, .text), .set(\.font, Self.font)] + stroke(1, (x, y))
        + [.command(.textArea(try #require(Self.area)))])
    var steps: [TextShape] = []
    for end in text.indices {
      try bench.play(.command(.text(String(text[...end]))))
      steps.append(try #require(bench.board.editedText))
    }
    return (bench, steps)
  }

  private func box(_ text: TextShape) throws -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (corner, layout) = (try #require(text.corner), try #require(text.layout))
    return (corner.x, corner.y, corner.x + layout.width, corner.y + layout.height)
  }

  /// The height of the first line's letters.
  private func baseline(_ text: TextShape) throws -> Double {
    try #require(text.corner).y + (try #require(text.layout?.lines.first)).baseline
  }

  @Test func `Its start stays where it was tapped, however long it becomes`() throws {
    let (_, steps) = try typing(Self.long, at: 100, 50)
    for text in steps {
      #expect(try box(text).left == 100)
      // 50 + 0.35 · 20
      #expect(abs(try baseline(text) - 57) < 0.001)
      #expect(try box(text).right <= 400)
    }
    #expect(try #require(steps.last?.layout).lines.count > 3)
  }

  @Test func `What reads from right to left ends at its right where it was tapped`() throws {
    let (_, steps) = try typing("שלום עולם וכל אשר בו, היום ומחר", at: 300, 50)
    for text in steps {
      #expect(try box(text).right == 300)
      #expect(try box(text).left >= 0)
    }
  }

  @Test func `A paragraph that reads the other way ends where the longest one does`() throws {
    let text = try #require(try typing("some words\nשלום", at: 100, 50).steps.last)
    let layout = try #require(text.layout)
    #expect(layout.width < 150 && layout.lines.count == 2)
    #expect(abs(layout.lines[1].x + layout.lines[1].width - layout.width) < 0.01)
    // Texts without an area go on as they were.
    #expect(try #require(TextLayout(text.text, font: Self.font, width: .fitting(limit: 400))).width == 400)
  }

  @Test func `It moves inwards only where there is no room for a few letters`() throws {
    // 150 is more than 6 · 20.
    for text in try typing(Self.long, at: 250, 50).steps { #expect(try box(text).left == 250) }
    let steps = try typing("Reels of touches", at: 370, 50).steps
    #expect(try box(steps[0]).left == 370)
    for text in steps { #expect(try box(text).right <= 400.002) }
    #expect(try box(try #require(steps.last)).left > 275)
  }

  @Test func `Lines that would lie below the area move it up`() throws {
    let (bench, steps) = try typing("one\ntwo\nthree", at: 100, 285)
    #expect(abs(try baseline(steps[0]) - 292) < 0.001)
    for text in steps { #expect(try box(text).bottom <= 300.002) }
    #expect(bench.inkBounds.height > 50)
  }

  @Test func `A column that would be taller than the area is as wide as can be`() throws {
    let text = try #require(try typing(String(repeating: "touch ", count: 60), at: 270, 20).steps.last)
    let box = try box(text)
    #expect(box.left >= 0 && box.right <= 400.002 && box.right - box.left > 300)
    #expect(box.bottom <= 300.002)
  }

  @Test func `What was typed is one operation that looks as it did, and is edited in its place`() throws {
    var (bench, steps) = try typing("Reels", at: 100, 50)
    let (shown, shape) = (bench.pixels, try #require(steps.last))
    try bench.play(.command(.endText))
    #expect(bench.pixels.difference(from: shown) == nil)
    #expect(bench.board.operations == [.add(.text(shape))])
    try bench.play(stroke(2, (110, 50)) + [.command(.text("Reels of touches"))])
    #expect(bench.board.editedText?.corner == shape.corner)
    #expect(!bench.board.isEditingCenteredText)
  }

  @Test(arguments: [("Reels", 25.0), ("שלום", -25)])
  func `The width handle moves the side towards which the text grows`(text: String, way: Double) throws {
    var (bench, steps) = try typing(text, at: 200, 50)
    let before = try box(try #require(steps.last))
    try bench.play([.command(.endText), .set(\.tool, .selection)] + stroke(2, ((before.left + before.right) / 2, 50)))
    let handle = try #require(bench.board.selectionFrame).point(of: .width)
    #expect(way > 0 ? handle.x > before.right : handle.x < before.left)
    try bench.play(stroke(3, (handle.x, handle.y), (handle.x + way, handle.y)))
    guard case .text(let shape)? = bench.board.elements.first?.shape?.shape else { throw Missing() }
    let after = try box(shape)
    #expect((way > 0 ? after.left : after.right) == 200)
    #expect(abs(after.right - after.left - (before.right - before.left) - 25) < 0.02)
  }

  @Test func `Sides that are not in order are no area`() {
    for (left, right) in [(5.0, 5.0), (6, 5), (.nan, 5), (0, .infinity)] {
      #expect(TextArea(left: left, top: 0, right: right, bottom: 5) == nil)
    }
  }

  private struct Missing: Error {}
}
