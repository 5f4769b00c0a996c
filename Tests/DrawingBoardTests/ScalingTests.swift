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

  private func expectBox(_ bench: Bench, _ number: Int = 1, from start: (Double, Double), to end: (Double, Double))
    throws
  {
    let corners = try box(bench, number)
    expect([corners[0], corners[2]], near: [start, end])
  }

  @Test func `A corner scales freely and leaves the opposite one where it is`() throws {
    let bench = try bench(stroke(3, (206, 166), (306, 196)))
    try expectBox(bench, from: (100, 100), to: (300, 190))
    #expect(bench.board.operations.count == 2 && bench.board.selection == [id(1)])
    let upper = try self.bench(stroke(3, (94, 94), (44, 154)))
    try expectBox(upper, from: (50, 160), to: (200, 160))
  }

  @Test func `A side scales along one axis`() throws {
    let wide = try bench([.set(\.tool, .rectangle)] + stroke(5, (100, 100), (300, 260)) + [.set(\.tool, .selection)])
    let frame = try #require(SelectionFrame([try #require(wide.board.element(id(2))?.shape)], .scaling))
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
