import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct ScalingTests {
  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  /// A rectangle from (100, 100) to (200, 160), 4 wide, selected; its frame reaches from (94, 94) to (206, 166).
  private func bench(_ steps: [Gesture] = [], _ settings: [Gesture] = []) throws -> Bench {
    try Bench(
      width: 400, height: 300,
      [.set(\.width, 4), .set(\.tool, .rectangle), .set(\.fill, .black)] + stroke(1, (100, 100), (200, 160))
        + [.set(\.tool, .selection), .set(\.handles, .scaling)] + settings + stroke(2, (150, 130)) + steps)
  }

  private func box(_ bench: Bench, _ number: Int = 1) throws -> [BoardPoint] {
    let shape = try #require(bench.board.element(id(number))?.shape)
    return try #require(BoardRect(around: shape.spineCorners)).corners
  }

  /// Factors and places are what the frame has, which was drawn on the grid of 1/256 point.
  private func expectBox(_ bench: Bench, _ number: Int = 1, from start: (Double, Double), to end: (Double, Double))
    throws
  {
    let corners = try box(bench, number)
    expect([corners[0], corners[2]], near: [start, end], within: 1.0 / 128)
  }

  @Test func `A corner scales freely and leaves the opposite one where it is`() throws {
    let bench = try bench(stroke(3, (206, 166), (306, 196)))
    try expectBox(bench, from: (100, 100), to: (300, 190))
    #expect(bench.board.operations.count == 2 && bench.board.selection == [id(1)])
    // Its height would be 0, and is 1/100 of what it was: 0.6.
    let upper = try self.bench(stroke(3, (94, 94), (44, 154)))
    try expectBox(upper, from: (50, 159.4), to: (200, 160))
  }

  @Test func `A side scales along one axis`() throws {
    let wide = try bench([.set(\.tool, .rectangle)] + stroke(5, (100, 100), (300, 260)) + [.set(\.tool, .selection)])
    let shape = try #require(wide.board.element(id(2))?.shape)
    let frame = try #require(SelectionFrame([shape], .scaling))
    #expect(frame.handles.contains(.scale(.right)))
    var moved = wide
    try moved.play(stroke(6, (200, 180)) + stroke(7, (306, 180), (356, 200)))
    try expectBox(moved, 2, from: (100, 100), to: (350, 260))
  }

  @Test func `Beyond the opposite edge it is mirrored`() throws {
    let bench = try bench(stroke(3, (206, 166), (56, 166)))
    try expectBox(bench, from: (50, 100), to: (100, 160))
  }

  @Test func `Shift keeps proportions, before and during the drag`() throws {
    let before = try bench([.set(\.dragging, .constrained)] + stroke(3, (206, 166), (306, 226)))
    try expectBox(before, from: (100, 100), to: (300, 220))
    let during = try bench([down(3, at: (206, 166)), move(3, to: (306, 226)), .set(\.dragging, .constrained), up(3)])
    #expect(during.board.operations == before.board.operations)
    let released = try bench(
      [
        .set(\.dragging, .constrained), down(3, at: (206, 166)), move(3, to: (306, 196)), .set(\.dragging, .free),
        up(3),
      ])
    try expectBox(released, from: (100, 100), to: (300, 190))
  }

  @Test func `A second finger beside the drag keeps proportions while it is down`() throws {
    let held = try bench(
      [down(3, at: (206, 166)), move(3, to: (300, 200)), down(4, at: (20, 280)), move(3, to: (306, 226)), up(3), up(4)])
    try expectBox(held, from: (100, 100), to: (300, 220))
    #expect(held.board.selection == [id(1)])
    let lifted = try bench(
      [down(3, at: (206, 166)), down(4, at: (20, 280)), move(3, to: (306, 196)), up(4), up(3)])
    try expectBox(lifted, from: (100, 100), to: (300, 190))
  }

  @Test func `Moves are held to an axis, turns to steps and lines to directions`() throws {
    let moved = try bench([.set(\.dragging, .constrained)] + stroke(3, (150, 130), (190, 145)))
    #expect(moved.board.operations.last == .transform([id(1)], by: .move(byX: 40, y: 0)))
    // The handle above turns about (150, 130) without scaling.
    let turned = try bench([.set(\.dragging, .constrained)] + stroke(3, (150, 54), (200, 70)))
    let rotation = try #require(turned.board.element(id(1))?.shape?.transform)
    #expect((rotation.rotation - .pi / 4).magnitude < 1e-9 && rotation.scale == 1)
    let drawn = try bench([.set(\.dragging, .constrained), .set(\.tool, .line)] + stroke(5, (20, 20), (120, 24)))
    guard case .add(.line(let line))? = drawn.board.operations.last else {
      Issue.record("no line")
      return
    }
    #expect(line.end.y == 20 && line.end.x > 119)
  }

  @Test func `At the top of the board the handle that turns is where it can be seen`() throws {
    func frame(from start: (Double, Double), to end: (Double, Double)) throws -> SelectionFrame {
      let style = StrokeStyle(color: .black, width: 4)
      let box = RectShape(
        from: BoardPoint(x: start.0, y: start.1), to: BoardPoint(x: end.0, y: end.1), style: style)
      return try #require(SelectionFrame([PlacedShape(.rectangle(box))], .scaling))
    }
    // There is room above, then below beside the handle that deletes, then inside.
    expect([try frame(from: (100, 64), to: (200, 130)).point(of: .turn)], near: [(150, 18)])
    let low = try frame(from: (100, 60), to: (200, 126))
    expect([low.point(of: .turn), low.point(of: .delete)], near: [(204, 172), (150, 172)])
    expect([try frame(from: (100, 16), to: (200, 316)).point(of: .turn)], near: [(150, 50)])
    for height in [10.0, 60, 180, 220, 240, 400] {
      let frame = try frame(from: (100, 8), to: (180, 8 + height))
      let points = frame.handles.map { frame.point(of: $0) }
      #expect(frame.point(of: .turn).y >= SelectionFrame.handleSize / 2, "\(height)")
      for (number, point) in points.enumerated() {
        let nearest = points[..<number].map { $0.distance(to: point) }.min() ?? .infinity
        #expect(nearest >= SelectionFrame.handleSize, "\(height): \(points)")
      }
    }
  }

  @Test func `Taken below, the handle that turns turns`() throws {
    let bench = try Bench(
      width: 400, height: 300,
      [.set(\.width, 4), .set(\.tool, .rectangle)] + stroke(1, (100, 10), (200, 70))
        + [.set(\.tool, .selection), .set(\.handles, .scaling)] + stroke(2, (100, 40))
        + stroke(3, (204, 116), (150, 140)))
    let transform = try #require(bench.board.element(id(1))?.shape?.transform)
    #expect(transform.rotation > 0.4 && transform.scale == 1)
  }

  /// A rectangle without a fill, from (100, 100) to (200, 160), selected at its side.
  private func hollow(_ steps: [Gesture], _ handles: SelectionHandles = .scaling) throws -> Bench {
    try Bench(
      width: 400, height: 300,
      [.set(\.width, 4), .set(\.tool, .rectangle)] + stroke(1, (100, 100), (200, 160))
        + [.set(\.tool, .selection), .set(\.handles, handles)] + stroke(2, (130, 100)) + steps)
  }

  @Test func `A drag from an empty spot of the frame moves what is selected, and a tap there selects nothing`() throws {
    let moved = try hollow(stroke(3, (150, 130), (170, 141)))
    try expectBox(moved, from: (120, 111), to: (220, 171))
    #expect(moved.board.selection == [id(1)] && moved.board.operations.count == 2)
    #expect(try hollow(stroke(3, (150, 130))).board.selection.isEmpty)
    #expect(try hollow([.command(.flip(.horizontal))]).board.selection == [id(1)])
  }

  @Test func `Where touches add to what is selected, or handles only turn, it draws a marquee`() throws {
    let added = try hollow([.set(\.selecting, .added)] + stroke(3, (150, 130), (170, 141)))
    #expect(added.board.selection == [id(1)] && added.board.operations.count == 1)
    let turning = try hollow(stroke(3, (150, 130), (170, 141)), .turning)
    #expect(turning.board.selection.isEmpty && turning.board.operations.count == 1)
  }

  @Test func `The handle below deletes`() throws {
    let bench = try bench(stroke(3, (150, 206)))
    #expect(bench.board.operations.last == .remove([id(1)]))
  }

  @Test func `Without the setting handles are where they were`() throws {
    let bench = try bench(stroke(3, (206, 166), (262, 202)), [.set(\.handles, .turning)])
    guard case .transform? = bench.board.operations.last else {
      Issue.record("no transform")
      return
    }
    #expect(try #require(bench.board.selectionFrame).handles == [.delete, .turn])
  }

  @Test func `A grid holds corners of what is drawn, moved and scaled`() throws {
    let grid: [Gesture] = [.set(\.grid, .step(25))]
    try expectBox(try bench(stroke(3, (150, 130), (163, 141)), grid), from: (125, 100), to: (225, 160))
    try expectBox(try bench(stroke(3, (206, 166), (262, 198)), grid), from: (100, 100), to: (250, 200))
    let drawn = try bench(grid + [.set(\.tool, .ellipse)] + stroke(5, (231, 44), (330, 111)))
    try expectBox(drawn, 2, from: (225, 50), to: (325, 100))
    let nothing = try bench(grid + [.set(\.tool, .line)] + stroke(5, (231, 44), (235, 55)))
    #expect(nothing.board.operations.count == 1)
  }

  @Test func `What a drag shows is what it leaves`() throws {
    var bench = try bench([down(3, at: (206, 166)), move(3, to: (290, 250))])
    let shown = bench.pixels
    try bench.play([up(3)])
    #expect(bench.pixels.pixels == shown.pixels)
  }
}

struct ArrangingTests {
  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  /// Rectangles 20 wide and high at (10, 10), (50, 90) and (200, 40), and one of 40 by 20 at (120, 150).
  private func bench(_ steps: [Gesture]) throws -> Bench {
    let boxes = [(10.0, 10.0, 20.0), (50, 90, 20), (200, 40, 20), (120, 150, 40)]
    var drawn: [Gesture] = [.set(\.width, 2), .set(\.tool, .rectangle)]
    for (number, box) in boxes.enumerated() {
      drawn += stroke(Gesture.Finger(number + 1), (box.0, box.1), (box.0 + box.2, box.1 + 20))
    }
    return try Bench(width: 300, height: 200, drawn + [.set(\.tool, .selection), .command(.selectAll)] + steps)
  }

  private func boxes(_ bench: Bench) -> [BoardRect] {
    bench.board.elements.compactMap { $0.shape }.compactMap { BoardRect(around: $0.spineCorners) }
  }

  @Test func `Edges and middles come into one line in one step`() throws {
    let all: [(ShapeAlignment, (BoardRect) -> Double, Double)] = [
      (.left, \.minX, 10), (.right, \.maxX, 220), (.center, \.center.x, 115), (.top, \.minY, 10),
      (.bottom, \.maxY, 170), (.middle, \.center.y, 90),
    ]
    for (alignment, value, wanted) in all {
      var bench = try bench([.command(.align(alignment))])
      let found = boxes(bench).map(value)
      #expect(found.count == 4 && found.allSatisfy { ($0 - wanted).magnitude < 0.01 }, "\(alignment): \(found)")
      #expect(bench.board.operations.count == 5 && bench.board.selection.count == 4)
      try bench.play([.command(.align(alignment))])
      #expect(bench.board.operations.count == 5)
      try bench.play([.command(.undo)])
      #expect(boxes(bench).map(\.minX) == [10, 50, 200, 120])
    }
  }

  @Test func `What is turned counts by its outline, not by its own box`() throws {
    func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }
    let style = StrokeStyle(color: .black, width: 4)
    var board = try Board(size: BoardSize(width: 800, height: 500))
    try board.perform(.add(.line(LineShape(from: point(500, 200), to: point(600, 300), style: style))))
    try board.perform(.transform([id(1)], by: .turn(by: .pi / 4, about: point(550, 250))))
    try board.perform(.add(.rectangle(RectShape(from: point(100, 100), to: point(200, 160), style: style))))
    for command in [BoardCommand.set(\.tool, .selection), .selectAll, .align(.left)] { try board.handle(command) }
    let boxes = board.elements.compactMap { $0.shape?.bounds }
    #expect(boxes.count == 2 && boxes.allSatisfy { ($0.minX - 98).magnitude < 0.01 }, "\(boxes)")
    #expect((boxes[0].width - 4).magnitude < 0.01)
    // The line stands upright now, and the frame leaves 4 points beside both.
    let corners = try #require(board.selectionFrame).corners
    #expect((corners[0].x - 94).magnitude < 0.01 && (corners[2].x - 206).magnitude < 0.01, "\(corners)")
    let circle = PlacedShape(
      .ellipse(EllipseShape(from: point(0, 0), to: point(100, 100), style: style)),
      .turn(by: .pi / 4, about: point(50, 50)))
    let around = try #require(circle.bounds)
    #expect((around.width - 104).magnitude < 0.2 && (around.height - 104).magnitude < 0.2, "\(around)")
  }

  @Test func `A grid holds the ink of what is turned`() throws {
    let style = StrokeStyle(color: .black, width: 4)
    let line = LineShape(from: BoardPoint(x: 100, y: 100), to: BoardPoint(x: 200, y: 200), style: style)
    var bench = try Bench(width: 400, height: 400)
    try bench.board.perform(.add(.line(line)))
    try bench.board.perform(.transform([id(1)], by: .turn(by: .pi / 4, about: BoardPoint(x: 150, y: 150))))
    try bench.play(
      [.set(\.tool, .selection), .set(\.grid, .step(25)), .command(.selectAll)] + stroke(1, (150, 150), (163, 150)))
    let spine = try #require(bench.board.element(id(1))?.shape?.spine)
    #expect((spine.minX - 175).magnitude < 0.01, "\(spine)")
  }

  @Test func `Gaps become equal, and the outer ones stay`() throws {
    let bench = try bench([.command(.distribute(.horizontal))])
    let sorted = boxes(bench).sorted { $0.minX < $1.minX }
    let gaps = zip(sorted, sorted.dropFirst()).map { $1.minX - $0.maxX }
    #expect(gaps.allSatisfy { ($0 - gaps[0]).magnitude < 0.02 } && sorted[0].minX == 10 && sorted[3].maxX == 220)
    let two = try self.bench([.command(.select([id(1), id(2)])), .command(.distribute(.vertical))])
    #expect(two.board.operations.count == 4)
  }

  @Test func `A flip mirrors about the middle of all`() throws {
    let bench = try bench([.command(.flip(.horizontal))])
    let found = boxes(bench).map(\.minX)
    #expect(zip(found, [200.0, 160, 10, 70]).allSatisfy { ($0 - $1).magnitude < 0.01 }, "\(found)")
    #expect(boxes(bench).map(\.minY) == [10, 90, 40, 150])
    let none = try self.bench([.command(.deselect), .command(.flip(.vertical)), .command(.align(.left))])
    #expect(none.board.operations.count == 4)
  }
}
