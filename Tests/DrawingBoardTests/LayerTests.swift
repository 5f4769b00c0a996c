import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// What is done to the layers of a page, and how they cover each other.
struct LayerTests {
  private let across = stroke(1, (10, 50), (80, 50))
  private let downward = stroke(2, (50, 5), (50, 90))

  private func layer(_ command: LayerCommand) -> Gesture { .command(.layer(command)) }

  private var red: Gesture { .set(\.color, PixelColor(red: 255, green: 0, blue: 0)) }

  private func pixel(_ bench: Bench, _ x: Int, _ y: Int) -> UInt32 { bench.pixels[x, y] }

  /// Where both strokes cross, what is on the upper layer is seen, in whatever order they were drawn.
  @Test func `A layer covers those below it, whichever was drawn on last`() throws {
    var bench = try Bench([layer(.add(NewLayer()))] + downward + [layer(.choose(0)), red] + across)
    #expect(pixel(bench, 50, 50) == 0xFF00_0000 && pixel(bench, 20, 50) == 0xFFFF_0000)
    try bench.play(layer(.move(0, to: 1)))
    #expect(pixel(bench, 50, 50) == 0xFFFF_0000 && bench.board.layer == 1)
  }

  @Test func `An eraser takes nothing from another layer`() throws {
    let drawn = try Bench(across)
    let bench = try Bench(across + [layer(.add(NewLayer())), .set(\.tool, .eraser), .set(\.width, 30)] + across)
    #expect(bench.pixels.difference(from: drawn.pixels) == nil)
  }

  @Test func `What lies on another layer is neither found nor selected`() throws {
    let bench = try Bench(
      across + [layer(.add(NewLayer()))] + downward + [.set(\.tool, .selection), .command(.selectAll)])
    #expect(bench.board.selection.count == 1 && bench.board.elements.count == 2)
  }

  @Test(arguments: [LayerChange(isHidden: true), LayerChange(isLocked: true)])
  func `Nothing is drawn on a layer that is hidden or locked, nor taken from it`(closing: LayerChange) throws {
    var bench = try Bench(across + [layer(.change(nil, closing))])
    let count = bench.board.operations.count
    try bench.play(downward)
    #expect(throws: BoardError.self) { try bench.board.handle(.clear) }
    #expect(throws: BoardError.self) { try bench.board.handle(.paste([PlacedShape(.line(.cross))])) }
    #expect(bench.board.operations.count == count && bench.board.elements.count == 1)
    try bench.play([.command(.undo)] + downward)
    #expect(bench.board.elements.count == 2)
  }

  @Test func `A touch that is down when its layer is closed leaves nothing`() throws {
    let begun: [Gesture] = [down(3, at: (10, 10)), move(3, to: (40, 40))]
    let bench = try Bench(begun + [layer(.change(nil, LayerChange(isLocked: true))), up(3)])
    #expect(bench.board.elements.isEmpty && bench.inkBounds.isEmpty && bench.board.openTouches.isEmpty)
  }

  /// Black at 40 of 100 on white: 255 - 0.4 * 255 = 153.
  @Test func `Ink shines through by the opacity of its layer, also where strokes cross`() throws {
    let bench = try Bench(across + downward + [layer(.change(nil, LayerChange(opacity: 0.4)))])
    #expect(pixel(bench, 50, 50) == 0xFF99_9999 && pixel(bench, 20, 50) == 0xFF99_9999)
  }

  @Test func `A hidden layer is as if it were not there`() throws {
    let alone = try Bench(across)
    let hiding = [layer(.change(1, LayerChange(isHidden: true)))]
    let bench = try Bench(across + [layer(.add(NewLayer()))] + downward + hiding)
    #expect(bench.pixels.difference(from: alone.pixels) == nil)
  }

  @Test func `Choosing layers leaves nothing but the way back`() throws {
    var bench = try Bench(across + [layer(.add(NewLayer()))] + downward)
    let count = bench.board.operations.count
    try bench.play([layer(.choose(0)), layer(.choose(1)), layer(.choose(0))])
    #expect(bench.board.operations.count == count && bench.board.layer == 0)
    try bench.play(across)
    #expect(bench.board.operations.dropFirst(count).first == .layer(.choose(0)))
    try bench.play([.command(.undo), .command(.undo)])
    #expect(bench.board.layer == 1)
  }

  @Test func `Each page has layers of its own, and the choice among them`() throws {
    var bench = try Bench([layer(.add(NewLayer())), layer(.choose(0)), .command(.page(.add(NewPage())))])
    #expect(bench.board.layers.count == 1)
    try bench.play([.command(.page(.turn(to: 0)))])
    #expect(bench.board.layers.count == 2 && bench.board.layer == 0)
  }

  @Test(arguments: [
    LayerCommand.choose(1), .choose(-1), .remove(nil), .remove(2), .move(0, to: 1), .add(NewLayer(at: 2)),
    .change(1, LayerChange(name: "x")), .change(nil, LayerChange(opacity: .nan)),
    .change(nil, LayerChange(opacity: 1.5)), .add(NewLayer(look: LayerLook(opacity: -1))),
  ])
  func `What cannot be done to layers is refused, and strokes go on`(command: LayerCommand) throws {
    var bench = try Bench([down(1, at: (10, 10)), move(1, to: (60, 40))])
    #expect(throws: BoardError.self) { try bench.play(layer(command)) }
    try bench.play([up(1)])
    #expect(bench.board.operations.count == 1)
  }

  @Test func `A page has a hundred layers at most`() throws {
    var bench = try Bench(Array(repeating: layer(.add(NewLayer())), count: LayerStack.limit - 1))
    #expect(throws: BoardError.self) { try bench.play(layer(.add(NewLayer()))) }
    #expect(bench.board.layers.count == 100)
  }

  /// Marks and the ink of cancelled touches are not of a layer: no opacity changes them, and nothing covers them.
  @Test func `Marks lie above all layers`() throws {
    let select: [Gesture] = [.set(\.tool, .selection), .command(.selectAll), .set(\.marks, .shown)]
    let below = try Bench(across + select + [layer(.change(nil, LayerChange(opacity: 0)))])
    #expect(!below.inkBounds.isEmpty)
    let blank = try Bench(across + [layer(.change(nil, LayerChange(opacity: 0)))])
    #expect(blank.inkBounds.isEmpty)
  }

  /// Every operation on layers and what lies on them: done, undone, redone, and as a drawing, they give the same
  /// pixels.
  @Test(arguments: PropertySeeds.from(0x1A7E5, count: 40))
  func `Layers are the same live, undone and redone, and as a drawing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bench = try Bench()
    var states: [(pixels: PixelBuffer, step: String)] = [(bench.pixels, "nothing")]
    for _ in 0..<40 {
      let change =
        random.next().isMultiple(of: 3)
        ? BoardOperation.layer(.random(on: bench.board.layers, using: &random))
        : bench.board.randomOperation(seed: random.next())
      do { try bench.board.perform(change) } catch { continue }
      states.append((bench.pixels, "\(change)"))
      let loaded = try Board(bench.board.drawing)
      let difference = loaded.picture.composed().difference(from: bench.pixels)
      try #require(difference == nil, "seed \(seed), \(change): \(difference ?? "")")
    }
    let end = states.removeLast()
    for state in states.reversed() {
      try bench.play(.command(.undo))
      try #require(bench.pixels.difference(from: state.pixels) == nil, "seed \(seed), undone to \(state.step)")
    }
    for state in states.dropFirst() + [end] {
      try bench.play(.command(.redo))
      try #require(bench.pixels.difference(from: state.pixels) == nil, "seed \(seed), redone to \(state.step)")
    }
  }
}

extension LineShape {
  fileprivate static var cross: LineShape {
    LineShape(from: BoardPoint(x: 5, y: 5), to: BoardPoint(x: 90, y: 90), style: StrokeStyle(color: .black, width: 3))
  }
}
