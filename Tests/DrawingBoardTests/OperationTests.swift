import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct OperationTests {
  private let red = PixelColor(red: 255, green: 0, blue: 0)
  private let across = stroke(1, (10, 40), (80, 40))
  private let down = stroke(2, (40, 10), (40, 80))

  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  @Test func `Shapes go by the number of the operation that added them`() throws {
    var bench = try Bench(across + [.command(.background(.color(red)))] + down)
    #expect(bench.board.elements.map(\.id) == [id(1), id(3)])
    try bench.play([.command(.undo)] + stroke(3, (5, 5), (9, 9)))
    // 3 was undone and is never given again.
    #expect(bench.board.elements.map(\.id) == [id(1), id(4)])
  }

  @Test func `A removed shape comes back where it lay in the order`() throws {
    var bench = try Bench(across + [.set(\.color, red)] + down)
    let before = bench.pixels
    try bench.board.perform(.remove([id(1)]))
    #expect(bench.pixels.difference(from: try Bench([.set(\.color, red)] + down).pixels) == nil)
    try bench.play(.command(.undo))
    #expect(bench.pixels.difference(from: before) == nil)
    #expect(bench.board.elements.map(\.id) == [id(1), id(2)])
  }

  @Test func `A moved shape lies where it would have been drawn`() throws {
    var bench = try Bench(across + down)
    try bench.board.perform(.transform([id(1)], by: .move(byX: 5, y: -20)))
    let drawn = try Bench(stroke(1, (15, 20), (85, 20)) + down)
    #expect(bench.pixels.difference(from: drawn.pixels) == nil)
  }

  @Test func `A restyled shape looks as if drawn so`() throws {
    var bench = try Bench(across + down)
    try bench.board.perform(.restyle([id(1)], .color(red)))
    try bench.board.perform(.restyle([id(1)], .width(12)))
    let drawn = try Bench(
      [.set(\.color, red), .set(\.width, 12)] + across
        + [.set(\.color, .black), .set(\.width, 4)] + down)
    #expect(bench.pixels.difference(from: drawn.pixels) == nil)
  }

  @Test(arguments: [
    (BoardOperation.remove([ElementID(rawValue: 9)]), OperationError.unknownShape(ElementID(rawValue: 9))),
    (.transform([ElementID(rawValue: 1)], by: ShapeTransform(scale: 0)), .unusableTransform),
    (.transform([ElementID(rawValue: 1)], by: ShapeTransform(rotation: .nan)), .unusableTransform),
    (.restyle([ElementID(rawValue: 1)], .width(.nan)), .unusableWidth),
  ]) func `What cannot be done is refused and changes nothing`(operation: BoardOperation, fault: OperationError) throws
  {
    var bench = try Bench(across)
    let before = bench.pixels
    #expect(throws: BoardError.unusableOperation(fault)) { try bench.board.perform(operation) }
    #expect(bench.pixels == before && bench.board.operations.count == 1)
  }

  @Test func `A text says something else and is wrapped`() throws {
    var bench = try Bench()
    func text(_ words: String, _ width: TextWidth) -> BoardOperation {
      .add(
        .text(
          TextShape(
            words, font: TextFont(family: "Sans", size: 12), color: .black, at: BoardPoint(x: 48, y: 48), width: width)
        ))
    }
    try bench.board.perform(text("one", .fitting(limit: 320)))
    let before = bench.pixels
    try bench.board.perform(.editText(id(1), "two words"))
    try bench.board.perform(.textWidth(id(1), .fixed(40)))
    var drawn = try Bench()
    try drawn.board.perform(text("two words", .fixed(40)))
    #expect(bench.pixels.difference(from: drawn.pixels) == nil)
    try bench.play([.command(.undo), .command(.undo)])
    #expect(bench.pixels.difference(from: before) == nil)
    #expect(throws: BoardError.unusableOperation(.unknownShape(id(7)))) {
      try bench.board.perform(.editText(id(7), "nothing"))
    }
  }

  @Test func `A shape is not scaled without end`() throws {
    var bench = try Bench(across)
    try bench.board.perform(.transform([id(1)], by: ShapeTransform(scale: 1000)))
    #expect(throws: BoardError.unusableOperation(.unusableTransform)) {
      try bench.board.perform(.transform([id(1)], by: ShapeTransform(scale: 1.5)))
    }
  }
}

struct AttachedErasureTests {
  private let line = [Gesture.set(\.width, 8)] + stroke(1, (10, 40), (80, 40))
  private let erasure = [Gesture.set(\.tool, .eraser)] + stroke(2, (45, 20), (45, 60)) + [.set(\.tool, .pencil)]

  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  @Test func `A moved shape takes its holes along`() throws {
    var bench = try Bench(line + erasure)
    try bench.board.perform(.transform([id(1)], by: .move(byX: 0, y: 30)))
    let drawn = try Bench(
      [.set(\.width, 8)] + stroke(1, (10, 70), (80, 70)) + [.set(\.tool, .eraser)]
        + stroke(2, (45, 50), (45, 90)))
    #expect(bench.pixels.difference(from: drawn.pixels) == nil)
    #expect(bench.board.elements.map(\.id) == [id(1)])
    #expect(bench.board.elements.first?.shape?.masks.count == 1)
  }

  @Test func `Until something moves an erasure is an element of its own`() throws {
    let bench = try Bench(line + erasure)
    #expect(bench.board.elements.map(\.id) == [id(1), id(2)])
    #expect(bench.board.elements.first?.shape?.masks.isEmpty == true)
  }

  @Test func `The erasure is attached to every shape it touched`() throws {
    let other = stroke(3, (10, 50), (80, 50))
    var bench = try Bench(line + other + erasure + stroke(4, (10, 30), (80, 30)))
    try bench.board.perform(.transform([id(1)], by: .move(byX: 0, y: -25)))
    // 3 is the erasure; what was drawn after it stays whole.
    #expect(bench.board.elements.map(\.id) == [id(1), id(2), id(4)])
    #expect(bench.board.elements.map { $0.shape?.masks.count } == [1, 1, 0])
    #expect(bench.pixels[45, 50] == 0xFFFF_FFFF && bench.pixels[45, 15] == 0xFFFF_FFFF)
    #expect(bench.pixels[45, 30] == 0xFF00_0000)
    try bench.play(.command(.undo))
    #expect(bench.board.elements.map(\.id) == [id(1), id(2), id(3), id(4)])
  }

  @Test func `A shape that was not erased may be moved under an erasure`() throws {
    let far = stroke(3, (10, 85), (80, 85))
    var bench = try Bench(line + far + erasure)
    try bench.board.perform(.transform([id(2)], by: .move(byX: 0, y: -30)))
    #expect(bench.pixels[45, 55] == 0xFF00_0000)
    #expect(bench.pixels[45, 40] == 0xFFFF_FFFF)
  }

  @Test func `A shape keeps its holes when erased, moved and erased again`() throws {
    var bench = try Bench(line + erasure)
    try bench.board.perform(.transform([id(1)], by: .move(byX: 0, y: 30)))
    try bench.play([.set(\.tool, .eraser)] + stroke(3, (20, 50), (20, 90)))
    try bench.board.perform(.transform([id(1)], by: .move(byX: 10, y: -50)))
    // The line now runs from 20 to 90 at 20, with holes at 55 and 30.
    #expect(bench.pixels[55, 20] == 0xFFFF_FFFF && bench.pixels[30, 20] == 0xFFFF_FFFF)
    #expect(bench.pixels[42, 20] == 0xFF00_0000 && bench.pixels[80, 20] == 0xFF00_0000)
  }
}
