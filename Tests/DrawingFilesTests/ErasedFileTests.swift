import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Files of programs that have no erasers: what was erased is cut out of strokes.
struct ErasedFileTests {
  private static let size = BoardSize(width: 400, height: 300)

  private func blank() -> Drawing { Drawing(size: Self.size, background: .color(.white)) }

  private func pixels(_ drawing: Drawing) throws -> PixelBuffer { try Board(drawing).picture.composed() }

  private func path(_ points: [(Double, Double)], width: Double) -> StrokePath {
    StrokePath(
      course: .throughMidpoints,
      run: points.map { StrokePath.Vertex(BoardPoint(x: $0.0, y: $0.1), width: width) })
  }

  private func pen(_ points: [(Double, Double)], width: Double, color: PixelColor = .black) -> BoardOperation {
    .add(.pen(PenShape(path: path(points, width: width), color: color)))
  }

  /// Read from a file of a kind, where it lay in the drawing.
  private func reread(_ drawing: Drawing, as kind: DrawingKind) throws -> (drawing: Drawing, losses: [String]) {
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
    let read = try DrawingDocument(bytes).drawing
    guard kind == .excalidraw else { return (read, losses) }
    // A scene has no edges: two marks in corners, which are added last, say where it lies.
    let mark = try #require(read.elements.last?.shape)
    let corner = mark.transform.applied(to: try #require(Self.corner(of: mark.shape)))
    var moved = Drawing(size: drawing.size, background: .color(.white))
    for element in read.elements {
      guard let shape = element.shape else { continue }
      let id = try moved.append(.add(shape.shape))
      let step = ShapeTransform.move(byX: 2 - corner.x, y: 2 - corner.y)
      try moved.append(.transform([id], by: step.after(shape.transform)))
    }
    return (moved, losses)
  }

  private static func corner(of shape: Shape) -> BoardPoint? {
    if case .line(let line) = shape { return line.start }
    if case .path(let path) = shape { return path.points.first }
    return nil
  }

  private func addMark(_ drawing: inout Drawing) throws {
    let style = StrokeStyle(color: .black, width: 1)
    try drawing.append(
      .add(.line(LineShape(from: BoardPoint(x: 2, y: 2), to: BoardPoint(x: 6, y: 2), style: style))))
  }

  @Test(arguments: [DrawingKind.xournal, .excalidraw])
  func `A stroke that an eraser has crossed is two, which end at the eraser's outline`(kind: DrawingKind) throws {
    var drawing = blank()
    try drawing.append(pen([(50, 100), (350, 100)], width: 8))
    try drawing.append(.erase(Erasure(path: path([(200, 50), (200, 150)], width: 40))))
    try addMark(&drawing)
    let (read, losses) = try reread(drawing, as: kind)
    #expect(losses.filter { $0.contains("eras") }.isEmpty)
    let runs = read.elements.compactMap { element -> [BoardPoint]? in
      guard case .pen(let pen)? = element.shape?.shape, let placed = element.shape else { return nil }
      return pen.path.runs.joined().map { placed.transform.applied(to: $0.point) }
    }
    #expect(runs.count >= 2)
    let picture = try pixels(read)
    // The eraser's outline is at 180 and 220.
    for x in 181..<219 { #expect(picture[x, 100] == 0xFFFF_FFFF, "x \(x)") }
    for x in [60, 100, 178, 222, 300] { #expect(picture[x, 100] & 0xFF < 128, "x \(x)") }
  }

  @Test func `An eraser along half of a stroke leaves the other half`() throws {
    var drawing = blank()
    try drawing.append(pen([(50, 100), (350, 100)], width: 20))
    try drawing.append(.erase(Erasure(path: path([(40, 90), (360, 90)], width: 20))))
    let picture = try pixels(try reread(drawing, as: .xournal).drawing)
    for x in stride(from: 70, to: 330, by: 20) {
      #expect(picture[x, 98] == 0xFFFF_FFFF && picture[x, 101] & 0xFF < 128 && picture[x, 108] & 0xFF < 128)
    }
  }

  @Test func `What is erased wholly, and an erasure, are in no file`() throws {
    for kind in [DrawingKind.xournal, .inkml, .excalidraw] {
      var drawing = blank()
      try drawing.append(pen([(50, 100), (100, 100)], width: 8))
      try drawing.append(.erase(Erasure(path: path([(40, 100), (110, 100)], width: 20))))
      let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
      #expect(losses.filter { $0.contains("eras") }.isEmpty)
      #expect(try DrawingDocument(bytes).drawing.elements.isEmpty, "\(kind)")
    }
  }

  @Test func `What was erased of a shape that was moved later does not come back`() throws {
    var drawing = blank()
    let id = try drawing.append(pen([(50, 100), (350, 100)], width: 8))
    try drawing.append(.erase(Erasure(path: path([(200, 50), (200, 150)], width: 40))))
    try drawing.append(.transform([id], by: .move(byX: 10, y: 50)))
    let picture = try pixels(try reread(drawing, as: .xournal).drawing)
    for x in 191..<229 { #expect(picture[x, 150] == 0xFFFF_FFFF) }
    #expect(picture[187, 150] & 0xFF < 128 && picture[233, 150] & 0xFF < 128)
  }

  @Test func `A stroke beside an eraser is written as it is`() throws {
    var drawing = blank()
    try drawing.append(pen([(50, 100), (120, 60), (350, 100)], width: 8))
    let before = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal).bytes
    // Its bounds touch the stroke's, and it does not.
    try drawing.append(.erase(Erasure(path: path([(60, 62), (61, 62)], width: 4))))
    #expect(try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal).bytes == before)
  }

  // MARK: Properties

  private struct Case {
    var drawing: Drawing
    /// The same before anything was erased.
    var whole: Drawing
    var widest = 0.0
  }

  private func seeded(_ seed: UInt64, shapes: Bool) throws -> Case {
    var random = SplitMix64(seed: seed)
    func number(_ low: Int, _ high: Int) -> Double { Double(low + random.next(below: high - low)) }
    func line(_ count: Int) -> [(Double, Double)] {
      var (x, y) = (number(40, 360), number(40, 260))
      return (0..<count).map { _ in
        (x, y) = (min(max(x + number(-60, 60), 20), 380), min(max(y + number(-60, 60), 20), 280))
        return (x, y)
      }
    }
    var result = Case(drawing: blank(), whole: blank())
    for number in 0..<5 {
      let width = Double(1 + random.next(below: 24))
      result.widest = max(result.widest, width)
      let color = PixelColor(red: UInt8(random.next(below: 90)), green: 0, blue: 0)
      var operation = pen(line(2 + random.next(below: 6)), width: width, color: color)
      if shapes, number < 3 {
        let points = line(2).map { BoardPoint(x: $0.0, y: $0.1) }
        let style = StrokeStyle(color: color, width: width)
        operation =
          number == 0
          ? .add(.rectangle(RectShape(from: points[0], to: points[1], style: style, fill: color)))
          : number == 1
            ? .add(.ellipse(EllipseShape(from: points[0], to: points[1], style: style)))
            : .add(.line(LineShape(from: points[0], to: points[1], style: style)))
      }
      try result.drawing.append(operation)
      try result.whole.append(operation)
    }
    for _ in 0..<4 {
      let width = Double(4 + random.next(below: 40))
      try result.drawing.append(.erase(Erasure(path: path(line(1 + random.next(below: 4)), width: width))))
    }
    try addMark(&result.drawing)
    try addMark(&result.whole)
    return result
  }

  /// Whether all pixels within a distance are as dark as ink.
  private func isDark(_ picture: PixelBuffer, _ x: Int, _ y: Int, within reach: Int, unlike white: Bool) -> Bool {
    for dy in -reach...reach {
      for dx in -reach...reach where dx * dx + dy * dy <= reach * reach {
        let isWhite = picture[x + dx, y + dy] & 0xFF00 > 0x8000
        if isWhite != white { return false }
      }
    }
    return true
  }

  private func check(_ seed: UInt64, as kind: DrawingKind, shapes: Bool) throws {
    let own = try seeded(seed, shapes: shapes)
    let (whole, expected) = (try pixels(own.whole), try pixels(own.drawing))
    let written = try pixels(try reread(own.drawing, as: kind).drawing)
    let rim = Int(own.widest / 2) + 2
    var (back, lost, inked) = (0, 0, 0)
    for y in 0..<300 {
      for x in 0..<400 {
        let isDrawn = written[x, y] & 0xFF00 < 0x8000
        if isDrawn { inked += 1 }
        // Wholly erased, with its neighbours.
        let isErased = whole[x, y] & 0xFF00 < 0x2000 && isDark(expected, x, y, within: 1, unlike: true)
        if isErased, isDrawn { back += 1 }
        guard !isDrawn, expected[x, y] & 0xFF00 < 0x2000 else { continue }
        // Ink that no eraser came near is there.
        let isNear = (-rim...rim).contains { dy in
          (-rim...rim).contains { dx in
            whole[x + dx, y + dy] & 0xFF00 < 0x2000 && expected[x + dx, y + dy] & 0xFF00 > 0x8000
          }
        }
        if !isNear { lost += 1 }
      }
    }
    // What is left of a cut shape may lose its sharp corners.
    #expect(back == 0 && lost * 100 <= inked, "seed \(seed), \(kind): \(back) pixels back, \(lost) of \(inked) lost")
  }

  @Test(.slow, arguments: PropertySeeds.from(0xE4A5, count: 12))
  func `No pixel is inked that was erased, and no more than a rim is lost`(seed: UInt64) throws {
    for kind in [DrawingKind.xournal, .excalidraw] {
      try check(seed, as: kind, shapes: false)
      try check(seed, as: kind, shapes: true)
    }
  }
}
