import TestSupport
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// Shapes, transforms, texts and images as no hand makes them, but a file or another program may.
struct UnusableShapeTests {
  static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e9, -0.0, .leastNonzeroMagnitude]

  private func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }

  /// One of each kind, with a number where it should not be.
  private func shapes(_ number: Double) -> [Shape] {
    let (near, far) = ((point(5, 5), point(60, 50)), (point(number, 5), point(40, number)))
    let style = StrokeStyle(color: .black, width: 4)
    return shapes(from: far.0, to: far.1, style)
      + shapes(from: near.0, to: near.1, StrokeStyle(color: .black, width: number))
      + dashed(number).map { .rectangle(RectShape(from: near.0, to: near.1, style: $0)) }
      + texts(number) + [.pen(PenShape(path: path(number), color: .black))]
  }

  private func dashed(_ number: Double) -> [StrokeStyle] {
    var styles = [StrokeStyle](repeating: StrokeStyle(color: .black, width: 4), count: 3)
    (styles[0].dashes, styles[0].dashPhase) = ([3, 3], number)
    styles[1].dashes = [number, 3]
    (styles[2].dashes, styles[2].cap, styles[2].join) = ([number, 3], .butt, .miter)
    return styles
  }

  private func shapes(from start: BoardPoint, to end: BoardPoint, _ style: StrokeStyle) -> [Shape] {
    [
      .line(LineShape(from: start, to: end, style: style, head: .arrow)),
      .rectangle(RectShape(from: start, to: end, style: style, fill: .black)),
      .ellipse(EllipseShape(from: start, to: end, style: style, fill: .black)),
      .ngon(NgonShape(from: start, to: end, sides: .max, style: style, fill: .black)),
      .star(StarShape(from: start, to: end, style: style, fill: .black)),
      .angle(AngleShape(vertex: start, firstEnd: end, secondEnd: point(9, 9), style: style)),
    ]
  }

  private func texts(_ number: Double) -> [Shape] {
    let sizes = [(number, 40.0, 40.0), (12, number, 40), (12, 40, number)]
    return sizes.map { size, x, width in
      .text(
        TextShape(
          "Ab", font: TextFont(family: "No Such Font", size: size), color: .black, at: point(x, 40),
          width: .fixed(width)))
    }
  }

  private func path(_ number: Double) -> StrokePath {
    var path = StrokePath(from: StrokePath.Vertex(point(number, 20), width: 4))
    path.extend(to: StrokePath.Vertex(point(30, 30), width: number))
    path.resume(at: StrokePath.Vertex(point(number, number), width: number))
    path.extend(to: StrokePath.Vertex(point(60, number), width: 4))
    return path
  }

  @Test(.slow, arguments: numbers)
  func `A shape of any numbers is drawn, selected, moved and undone`(number: Double) throws {
    var bench = try Bench()
    for shape in shapes(number) { try bench.board.perform(.add(shape)) }
    try bench.play([
      .set(\.marks, .shown), .set(\.tool, .selection), down(1, at: (-90, -90)), move(1, to: (900, 900)), up(1),
      down(2, at: (30, 30)), move(2, to: (60, 70)),
    ])
    _ = bench.board.drainDamage()
    _ = bench.pixels
    try bench.play([up(2), .command(.restyle(.width(7))), .set(\.tool, .eraser)] + stroke(3, (0, 0), (96, 96)))
    let all = Set(bench.board.elements.filter { $0.shape != nil }.map(\.id))
    try bench.board.perform(.transform(all, by: .turn(by: 1, scale: 2, about: point(40, 40))))
    // What is no number is not equal to itself, and so no document that has it is.
    let faults = try bench.board.faultsOfDrawing().filter { !number.isNaN || $0.hasPrefix("ink") }
    #expect(faults == [], "\(faults)")
    while bench.board.canUndo { try bench.play(.command(.undo)) }
    #expect(bench.inkBounds.isEmpty)
  }

  @Test(arguments: [
    ShapeTransform(scale: 0), ShapeTransform(scale: -1), ShapeTransform(scale: 1e12), ShapeTransform(scale: 1e-12),
    ShapeTransform(scale: .nan), ShapeTransform(scale: .infinity), ShapeTransform(rotation: .nan),
    ShapeTransform(rotation: .infinity), .move(byX: .nan, y: 0), .move(byX: 0, y: -.infinity),
  ]) func `An absurd transform is refused`(transform: ShapeTransform) throws {
    var bench = try Bench(stroke(1, (10, 40), (80, 40)))
    let before = bench.pixels
    #expect(throws: BoardError.unusableOperation(.unusableTransform)) {
      try bench.board.perform(.transform([ElementID(rawValue: 1)], by: transform))
    }
    #expect(bench.pixels == before && bench.board.operations.count == 1)
    var drawing = bench.board.drawing
    #expect(throws: OperationError.unusableTransform) {
      try drawing.append(.transform([ElementID(rawValue: 1)], by: transform))
    }
    #expect(drawing == bench.board.drawing)
  }

  @Test(arguments: [ShapeTransform(rotation: 1e300), .move(byX: 1e300, y: 1e9), ShapeTransform(scale: 1000)])
  func `A transform of large numbers is drawn and undone`(transform: ShapeTransform) throws {
    var bench = try Bench(stroke(1, (10, 40), (80, 40)))
    let before = bench.pixels
    try bench.board.perform(.transform([ElementID(rawValue: 1)], by: transform))
    _ = bench.pixels
    try bench.play(.command(.undo))
    #expect(bench.pixels == before)
  }

  @Test func `Moves that add up beyond all numbers are refused`() throws {
    var bench = try Bench(stroke(1, (10, 40), (80, 40)))
    let shape: Set = [ElementID(rawValue: 1)]
    try bench.board.perform(.transform(shape, by: .move(byX: 1e308, y: 0)))
    #expect(throws: BoardError.unusableOperation(.unusableTransform)) {
      try bench.board.perform(.transform(shape, by: .move(byX: 1e308, y: 0)))
    }
  }

  @Test(arguments: [0, -1, 1, 7, Int.max])
  func `A number that is taken or unusable is refused`(number: Int) throws {
    var drawing = Drawing(size: BoardSize(width: 10, height: 10), background: .color(.white))
    try drawing.append(NumberedOperation(ElementID(rawValue: 7), .clear))
    #expect(throws: OperationError.unusableNumber(ElementID(rawValue: number))) {
      try drawing.append(NumberedOperation(ElementID(rawValue: number), .clear))
    }
    #expect(drawing.operations.count == 1)
  }

  @Test func `An unknown font is replaced and reported once`() throws {
    var bench = try Bench([.set(\.tool, .text), .set(\.font, TextFont(family: "No Such Font", size: 20))])
    try bench.play(stroke(1, (40, 40)) + [.command(.text("A")), .command(.text("Ab")), .command(.endText)])
    let warnings = bench.board.drainWarnings()
    #expect(warnings.count == 1 && warnings.first?.description.contains("No Such Font") == true, "\(warnings)")
    #expect(!bench.inkBounds.isEmpty)
  }

  @Test func `An image that is not there is its colour`() throws {
    var bench = try Bench([.command(.background(.image(ImageID(rawValue: "gone"), .fill, on: .black)))])
    #expect(bench.pixels[48, 48] == 0xFF00_0000)
    bench.board.provide(PixelBuffer(size: PixelSize(width: 0, height: 0)), as: ImageID(rawValue: "gone"))
    #expect(bench.pixels[48, 48] == 0xFF00_0000)
  }

  @Test(arguments: BackgroundImageMode.allCases)
  func `An image much larger or longer than the board is shown`(
    mode: BackgroundImageMode
  ) throws {
    let id = ImageID(rawValue: "long")
    var bench = try Bench([.command(.background(.image(id, mode, on: .white)))])
    bench.board.provide(PixelBuffer(size: PixelSize(width: 20_000, height: 1), filledWith: 0xFF00_00FF), as: id)
    // A single row: tiled and filled it covers the board; to fit 20,000 columns into 96 it becomes thinner than a
    // pixel.
    #expect((bench.pixels[48, 48] == 0xFF00_00FF) == (mode != .fit))
  }
}
