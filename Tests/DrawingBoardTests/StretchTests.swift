import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct StretchTests {
  private let style = StrokeStyle(color: .black, width: 4)

  private func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }

  private func isNear(_ left: BoardPoint, _ right: BoardPoint, _ reach: Double = 1e-6) -> Bool {
    left.distance(to: right) < reach
  }

  @Test func `What is drawn from points is where a stretch takes them, and lines have the mean width`() {
    let path = PathShape([point(10, 20), point(50, 30), point(40, 90)], style: style)
    for seed in PropertySeeds.from(0x57E7C4, count: 60) {
      var random = SplitMix64(seed: seed)
      let stretch = ShapeStretch.random(using: &random)
      let turn = ShapeTransform.turn(
        by: Double.random(in: -3...3, using: &random), scale: Double.random(in: 0.5...2, using: &random),
        about: point(3, 4))
      let before = PlacedShape(.path(path), turn)
      let after = before.stretched(by: stretch)
      guard case .path(let stretched) = after.shape else {
        Issue.record("\(after.shape)")
        continue
      }
      for (old, new) in zip(path.points, stretched.points) {
        let wanted = stretch.applied(to: turn.applied(to: old))
        #expect(isNear(after.transform.applied(to: new), wanted, 1e-5), "seed \(seed)")
      }
      let mean = (stretch.x * stretch.y).magnitude.squareRoot()
      #expect((after.transform.scale / (turn.scale * mean) - 1).magnitude < 1e-9)
    }
  }

  @Test func `An ellipse that is stretched askew is an ellipse through the stretched points`() {
    let ellipse = EllipseShape(from: point(10, 20), to: point(90, 50), style: style)
    for seed in PropertySeeds.from(0x57E7C4, count: 60) {
      var random = SplitMix64(seed: seed)
      let stretch = ShapeStretch.random(using: &random)
      let after = PlacedShape(.ellipse(ellipse)).stretched(by: stretch)
      guard case .ellipse(let stretched) = after.shape else {
        Issue.record("\(after.shape)")
        continue
      }
      let middle = point((stretched.start.x + stretched.end.x) / 2, (stretched.start.y + stretched.end.y) / 2)
      let (a, b) = ((stretched.end.x - stretched.start.x) / 2, (stretched.end.y - stretched.start.y) / 2)
      for corner in [point(90, 35), point(10, 35), point(50, 20), point(50, 50)] {
        let own = after.transform.inverse.applied(to: stretch.applied(to: corner))
        let (x, y) = ((own.x - middle.x) / a, (own.y - middle.y) / b)
        #expect((x * x + y * y - 1).magnitude < 1e-4, "seed \(seed)")
      }
    }
  }

  @Test func `Upright boxes stay what they are, and others become paths`() {
    let rectangle = PlacedShape(.rectangle(RectShape(from: point(0, 0), to: point(10, 20), style: style)))
    let upright = rectangle.stretched(by: ShapeStretch(x: 4, y: 1, about: point(0, 0)))
    let corners = upright.spineCorners
    #expect(isNear(corners[0], point(0, 0)) && isNear(corners[2], point(40, 20)))
    if case .rectangle = upright.shape {} else { Issue.record("\(upright.shape)") }
    let askew = rectangle.stretched(by: ShapeStretch(x: 4, y: 1, about: point(0, 0), angle: 0.5))
    if case .path(let path) = askew.shape { #expect(path.isClosed) } else { Issue.record("\(askew.shape)") }
    // Along its own sides, a turned one is stretched as an upright one.
    let turned = rectangle.transformed(by: .turn(by: 0.7, about: point(0, 0)))
    let along = turned.stretched(by: ShapeStretch(x: 4, y: 1, about: point(0, 0), angle: 0.7))
    if case .rectangle = along.shape {} else { Issue.record("\(along.shape)") }
  }

  @Test func `A flip and another one give the same points`() {
    let stretch = ShapeStretch(x: -1, y: 1, about: point(33, 7))
    let shape = PlacedShape(.star(StarShape(from: point(5, 5), to: point(80, 60), style: style)))
    let twice = shape.stretched(by: stretch).stretched(by: stretch)
    #expect(twice == shape)
    let pen = PlacedShape(.pen(PenShape(path: StrokePath(from: .init(point(1, 2), width: 3)), color: .black)))
    #expect(pen.stretched(by: stretch).stretched(by: stretch) == pen)
  }

  @Test func `A flip mirrors the box of what is turned, and two bring it back`() throws {
    let box = RectShape(from: point(100, 100), to: point(220, 130), style: style)
    for seed in PropertySeeds.from(0x57E7C4, count: 60) {
      var random = SplitMix64(seed: seed)
      let turn = ShapeTransform.turn(by: Double.random(in: -3...3, using: &random), about: point(160, 115))
      let (x, y) = Bool.random(using: &random) ? (-1.0, 1.0) : (1, -1)
      let flip = ShapeStretch(x: x, y: y, about: point(150, 90))
      let before = PlacedShape(.rectangle(box), turn)
      let after = before.stretched(by: flip)
      guard case .rectangle = after.shape else {
        Issue.record("seed \(seed): \(after.shape)")
        continue
      }
      #expect((after.transform.rotation + turn.rotation).magnitude < 1e-9, "seed \(seed)")
      for corner in before.corners {
        let wanted = flip.applied(to: corner)
        #expect(after.corners.contains { isNear($0, wanted, 1e-4) }, "seed \(seed)")
      }
      let twice = after.stretched(by: flip)
      for (old, new) in zip(before.corners, twice.corners) { #expect(isNear(old, new, 1e-4), "seed \(seed)") }
    }
  }

  @Test func `The frame of a flipped line is as narrow as before`() throws {
    var board = try Board(size: BoardSize(width: 400, height: 300))
    try board.perform(.add(.line(LineShape(from: point(100, 100), to: point(220, 100), style: style))))
    try board.perform(.transform([ElementID(rawValue: 1)], by: .turn(by: 0.6, about: point(160, 100))))
    for command in [BoardCommand.set(\.tool, .selection), .selectAll, .flip(.horizontal)] {
      try board.handle(command)
    }
    let corners = try #require(board.selectionFrame).corners
    // 4 wide, and 4 points on each side.
    #expect((corners[0].distance(to: corners[3]) - 12).magnitude < 0.01, "\(corners)")
  }

  @Test func `A flipped text can be read, and a flipped image is mirrored`() throws {
    let stretch = ShapeStretch(x: -1, y: 1, about: point(100, 0))
    let text = TextShape(
      "Ab", font: TextFont(family: "Sans", size: 20), color: .black, at: point(30, 40), width: .fitting(limit: 300))
    let flipped = PlacedShape(.text(text), .turn(by: 0.3, about: point(30, 40))).stretched(by: stretch)
    #expect((flipped.transform.rotation + 0.3).magnitude < 1e-6 && flipped.shape == .text(text))
    #expect(isNear(flipped.transform.applied(to: text.center), point(170, 40)))
    var pixels = PixelBuffer(size: PixelSize(width: 2, height: 1), filledWith: 0xFF00_0000)
    pixels.withTarget { $0.pixels(x: 1, y: 0)?.pointee = 0xFFFF_FFFF }
    let image = ImageShape(try EmbeddedImage(pixels.png()), from: point(10, 10), to: point(30, 20))
    for (x, y) in [(-1.0, 1.0), (1, -1), (-1, -1), (2, 0.5)] {
      let shape = PlacedShape(.image(image)).stretched(by: ShapeStretch(x: x, y: y, about: point(20, 15)))
      guard case .image(let shown) = shape.shape else {
        Issue.record("no image")
        return
      }
      #expect(shown.isMirrored == (x * y < 0))
      var board = try Board(size: BoardSize(width: 40, height: 30))
      try board.perform(.insert([shape]))
      let dark = board.picture.composed()[x < 0 ? 26 : 14, 15]
      #expect(dark & 0xFF < 90, "\(x), \(y)")
      #expect(shown.plain.isMirrored == false)
    }
  }

  @Test func `What was erased goes along`() throws {
    let line = LineShape(from: point(20, 50), to: point(180, 50), style: style)
    var board = try Board(size: BoardSize(width: 400, height: 100))
    try board.perform(.add(.line(line)))
    try board.perform(.erase(Erasure(path: StrokePath(from: .init(point(60, 50), width: 12)))))
    try board.perform(.stretch([ElementID(rawValue: 1)], by: ShapeStretch(x: 2, y: 1, about: point(20, 50))))
    let pixels = board.picture.composed()
    #expect(pixels[100, 50] == 0xFFFF_FFFF && pixels[60, 50] == 0xFF00_0000 && pixels[330, 50] == 0xFF00_0000)
  }

  @Test func `A stretch beyond the limits is refused`() throws {
    var board = try Board(size: BoardSize(width: 100, height: 100))
    try board.perform(.add(.line(LineShape(from: point(20, 50), to: point(80, 50), style: style))))
    for x in [0, .nan, 2000, -Double.infinity] {
      let stretch = ShapeStretch(x: x, y: 1, about: point(0, 0))
      #expect(throws: BoardError.self) { try board.perform(.stretch([ElementID(rawValue: 1)], by: stretch)) }
    }
    #expect(board.operations.count == 1)
  }
}
