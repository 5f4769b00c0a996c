import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct SelectionTests {
  private let red = PixelColor(red: 255, green: 0, blue: 0)
  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  /// Shape 1 is a line from (50, 50) to (150, 50), 4 wide; shape 2 a filled rectangle from (200, 200) to (260, 240).
  private func bench(_ steps: [Gesture] = []) throws -> Bench {
    try Bench(
      width: 300, height: 300,
      [.set(\.width, 4), .set(\.tool, .line)] + stroke(1, (50, 50), (150, 50))
        + [.set(\.tool, .rectangle), .set(\.fill, .black)] + stroke(2, (200, 200), (260, 240))
        + [.set(\.tool, .selection)] + steps)
  }

  private func changes(_ bench: Bench) -> [BoardOperation] { Array(bench.board.operations.dropFirst(2)) }

  @Test func `A tap selects what it hits and an empty place nothing`() throws {
    var bench = try bench(stroke(3, (100, 55)))
    #expect(bench.board.selection == [id(1)])
    try bench.play(stroke(4, (230, 220)))
    #expect(bench.board.selection == [id(2)])
    try bench.play(stroke(5, (20, 280)))
    #expect(bench.board.selection.isEmpty)
    #expect(changes(bench).isEmpty)
  }

  @Test func `A drag on a selected shape moves it`() throws {
    let bench = try bench(stroke(3, (100, 50)) + stroke(4, (100, 50), (110, 95), (120, 90)))
    #expect(changes(bench) == [.transform([id(1)], by: .move(byX: 20, y: 40))])
    #expect(bench.pixels[100, 50] == 0xFFFF_FFFF)
    #expect(bench.pixels[100, 90] == 0xFF00_0000)
    #expect(bench.board.selection == [id(1)])
  }

  @Test func `A drag on another shape selects and moves that`() throws {
    let bench = try bench(stroke(3, (100, 50)) + stroke(4, (230, 220), (230, 120)))
    #expect(changes(bench) == [.transform([id(2)], by: .move(byX: 0, y: -100))])
    #expect(bench.board.selection == [id(2)])
  }

  // The line's ink reaches from (48, 48) to (152, 52), the rectangle's from (198, 198) to (262, 242).
  @Test(arguments: [
    ((40.0, 40.0), (155.0, 60.0), [1]), ((155, 60), (40, 40), [1]), ((270, 250), (30, 30), [1, 2]),
    ((40, 40), (151, 60), []), ((190, 190), (263, 260), [2]),
  ]) func `A marquee selects what lies in it`(start: (Double, Double), end: (Double, Double), shapes: [Int]) throws {
    let bench = try bench(stroke(3, start, end))
    #expect(bench.board.selection == Set(shapes.map(id)))
  }

  @Test func `Several shapes move together`() throws {
    let bench = try bench(stroke(3, (30, 30), (280, 280)) + stroke(4, (100, 50), (100, 80)))
    #expect(changes(bench) == [.transform([id(1), id(2)], by: .move(byX: 0, y: 30))])
  }

  @Test func `The frame is the box outset by four`() throws {
    let frame = try #require(try bench(stroke(3, (100, 50))).board.selectionFrame)
    expect(frame.corners, near: [(44, 44), (156, 44), (156, 56), (44, 56)])
    // Handles keep 36 from the centre (100, 50).
    expect(frame.handles.map(frame.point(of:)), near: [(44, 14), (156, 86)])
  }

  @Test func `The lower right handle turns and scales about the centre`() throws {
    // (56, 36) from the centre, a quarter turn clockwise: (−36, 56).
    let turned = try bench(stroke(3, (100, 50)) + stroke(4, (156, 86), (120, 120), (64, 106))).board.elements[0]
    let ends = [BoardPoint(x: 50, y: 50), BoardPoint(x: 150, y: 50)]
    expect(ends.map { turned.shape?.transform.applied(to: $0) ?? $0 }, near: [(100, 0), (100, 100)])
    // Twice as far from the centre.
    let scaled = try bench(stroke(3, (100, 50)) + stroke(4, (156, 86), (212, 122))).board.elements[0]
    expect(ends.map { scaled.shape?.transform.applied(to: $0) ?? $0 }, near: [(0, 50), (200, 50)])
  }

  @Test func `A turned shape's frame turns with it`() throws {
    let bench = try bench(stroke(3, (100, 50)) + stroke(4, (156, 86), (64, 106)))
    // The upper left corner (−56, −6) from the centre becomes (6, −56).
    let corners = try #require(bench.board.selectionFrame?.corners)
    expect(Array(corners.prefix(1)), near: [(106, -6)])
  }

  @Test func `The frame goes along with a drag`() throws {
    let bench = try bench(stroke(3, (100, 50)) + [down(4, at: (100, 50)), move(4, to: (110, 90))])
    // The frame moves from (44, 44) by (10, 40).
    expect(Array(try #require(bench.board.selectionFrame?.corners).prefix(1)), near: [(54, 84)])
  }

  @Test func `The upper left handle deletes`() throws {
    let bench = try bench(stroke(3, (100, 50)) + stroke(4, (44, 14)))
    #expect(changes(bench) == [.remove([id(1)])])
    #expect(bench.board.selection.isEmpty)
    #expect(bench.pixels[100, 50] == 0xFFFF_FFFF)
  }

  @Test func `What a drag shows is what it leaves`() throws {
    let steps = stroke(3, (100, 50)) + [down(4, at: (100, 50)), move(4, to: (210, 215))]
    var bench = try bench(steps)
    let shown = bench.pixels
    #expect(shown[200, 215] == 0xFF00_0000)
    try bench.play(up(4))
    #expect(bench.pixels.difference(from: shown) == nil)
  }

  @Test func `A moved shape keeps its place in the order while it moves`() throws {
    // The line, from (190, 220) to (290, 220), goes under the rectangle of white.
    let bench = try bench(
      stroke(3, (230, 220)) + [.command(.restyle(.fill(.white)))] + stroke(4, (100, 50))
        + [down(5, at: (100, 50)), move(5, to: (240, 220))])
    #expect(bench.pixels[230, 220] == 0xFFFF_FFFF)
    #expect(bench.pixels[280, 220] == 0xFF00_0000)
  }

  @Test func `A hole goes along while its shape moves`() throws {
    let eraser: [Gesture] = [.set(\.tool, .eraser), .set(\.width, 20)] + stroke(3, (230, 190), (230, 250))
    var bench = try bench(
      eraser + [.set(\.tool, .selection)] + stroke(4, (210, 220)) + [
        down(5, at: (210, 220)), move(5, to: (110, 220)),
      ])
    #expect(bench.pixels[130, 220] == 0xFFFF_FFFF)
    #expect(bench.pixels[110, 220] == 0xFF00_0000)
    let shown = bench.pixels
    try bench.play(up(5))
    #expect(bench.pixels.difference(from: shown) == nil)
  }

  @Test func `A cancelled drag puts the shapes back`() throws {
    var bench = try bench(stroke(3, (100, 50)))
    let before = bench.pixels
    try bench.play([down(4, at: (230, 220)), move(4, to: (100, 100)), cancel(4)])
    #expect(bench.pixels.difference(from: before) == nil)
    #expect(bench.board.selection == [id(1)])
    #expect(changes(bench).isEmpty)
  }

  @Test func `A shape belongs to the first finger that took it`() throws {
    let bench = try bench(
      [down(3, at: (100, 50)), move(3, to: (100, 70)), down(4, at: (100, 50)), move(4, to: (10, 10)), up(4), up(3)])
    #expect(changes(bench) == [.transform([id(1)], by: .move(byX: 0, y: 20))])
  }

  @Test func `Two fingers move two shapes`() throws {
    let bench = try bench(
      [down(3, at: (100, 50)), down(4, at: (230, 220)), move(3, to: (100, 70)), move(4, to: (230, 120)), up(3), up(4)])
    #expect(
      changes(bench) == [
        .transform([id(1)], by: .move(byX: 0, y: 20)), .transform([id(2)], by: .move(byX: 0, y: -100)),
      ])
  }

  @Test(arguments: [[BoardCommand.undo, .undo], [.clear], [.delete]])
  func `A touch whose shape is gone is cancelled`(
    commands: [BoardCommand]
  ) throws {
    let bench = try bench(
      stroke(9, (100, 50)) + [down(3, at: (100, 50)), move(3, to: (100, 70))] + commands.map(Gesture.command))
    #expect(bench.board.openTouches.isEmpty)
    #expect(bench.board.lines.linesInProgress.isEmpty)
    #expect(bench.board.selection.isEmpty)
    #expect(bench.pixels[100, 70] == 0xFFFF_FFFF)
  }

  @Test func `Another finger's stroke goes on top of a shape that is moved`() throws {
    let steps: [Gesture] = [
      down(3, at: (100, 50)), move(3, to: (100, 100)), .set(\.tool, .pencil), .set(\.color, red),
      down(4, at: (100, 80)),
      move(4, to: (100, 120)), up(4),
    ]
    var bench = try bench(steps)
    #expect(bench.pixels[100, 100] == red.premultiplied)
    #expect(bench.pixels[60, 100] == 0xFF00_0000)
    try bench.play([move(3, to: (100, 110)), up(3)])
    #expect(bench.pixels[100, 100] == red.premultiplied)
    #expect(bench.pixels[60, 110] == 0xFF00_0000)
  }

  @Test func `The selection is restyled and deleted by commands`() throws {
    let bench = try bench(stroke(3, (100, 50)) + [.command(.restyle(.color(red))), .command(.delete), .command(.undo)])
    #expect(changes(bench) == [.restyle([id(1)], .color(red))])
    #expect(bench.pixels[100, 50] == red.premultiplied)
  }

  @Test func `Commands for the selection do nothing without one`() throws {
    let bench = try bench([.command(.delete), .command(.restyle(.width(9))), .command(.deselect)])
    #expect(changes(bench).isEmpty)
  }

  @Test func `Another tool deselects`() throws {
    #expect(try bench(stroke(3, (100, 50)) + [.set(\.tool, .line)]).board.selection.isEmpty)
  }

  @Test func `TouchTracker's selected lines are green`() throws {
    var bench = try bench([.set(\.theme, .redInProgress)] + stroke(3, (100, 50)))
    #expect(bench.pixels[100, 50] == 0xFF00_FF00)
    #expect(bench.pixels[230, 220] == 0xFF00_0000)
    try bench.play(stroke(4, (20, 280)))
    #expect(bench.pixels[100, 50] == 0xFF00_0000)
    #expect(changes(bench).isEmpty)
  }

  @Test func `The frame is shown where it is wanted`() throws {
    let hidden = try bench(stroke(3, (230, 220)))
    #expect(try hidden.pixels.difference(from: self.bench().pixels) == nil)
    var shown = try bench([.set(\.marks, .shown)] + stroke(3, (230, 220)))
    // The left side of the frame is at 198 − 4 = 194, from 194 to 246: dashes of 4 from the upper left corner on,
    // clockwise.
    #expect(shown.pixels[193, 220] != 0xFFFF_FFFF || shown.pixels[193, 224] != 0xFFFF_FFFF)
    try shown.play(stroke(4, (20, 280)))
    #expect(try shown.pixels.difference(from: self.bench().pixels) == nil)
  }

  @Test(arguments: [(100.0, 50.0), (1e300, -1e300), (156, 86)])
  func `A drag that cannot be changes nothing bad`(
    end: (Double, Double)
  ) throws {
    let bench = try bench(stroke(3, (100, 50)) + stroke(4, (156, 86), end) + stroke(5, (230, 220), end))
    #expect(bench.board.elements.allSatisfy { $0.shape?.transform.isUsable ?? true })
  }

  @Test func `A lasso selects what lies in it`() throws {
    var bench = try bench([.set(\.tool, .lasso)] + stroke(3, (40, 40), (160, 40), (160, 60), (40, 60)))
    #expect(bench.board.selection == [id(1)])
    // Around the rectangle's left half, and then around all of it.
    try bench.play(stroke(4, (190, 190), (230, 190), (230, 250), (190, 250)))
    #expect(bench.board.selection.isEmpty)
    try bench.play(stroke(5, (190, 190), (270, 190), (270, 250), (190, 250)))
    #expect(bench.board.selection == [id(2)])
    try bench.play(stroke(6, (230, 220), (230, 230), (230, 120)))
    #expect(changes(bench) == [.transform([id(2)], by: .move(byX: 0, y: -100))])
  }

  @Test func `A lasso need not go around the whole box of a slanting line`() throws {
    let line: [Gesture] = [.set(\.tool, .line)] + stroke(3, (20, 100), (120, 200)) + [.set(\.tool, .lasso)]
    // The lower left corner of the line's box, (20, 200), stays outside.
    let bench = try bench(line + stroke(4, (10, 90), (40, 90), (135, 190), (135, 215), (105, 215), (10, 120)))
    #expect(bench.board.selection == [id(3)])
  }

  @Test func `Taps and marquees add to the selection and take away from it`() throws {
    var bench = try bench(stroke(3, (100, 50)) + [.set(\.selecting, .added)] + stroke(4, (230, 220)))
    #expect(bench.board.selection == [id(1), id(2)])
    try bench.play(stroke(5, (100, 50)))
    #expect(bench.board.selection == [id(2)])
    try bench.play(stroke(6, (30, 30), (160, 70)) + stroke(7, (20, 280)))
    #expect(bench.board.selection == [id(1), id(2)])
    try bench.play([.set(\.selecting, .removed)] + stroke(8, (190, 190), (270, 260)))
    #expect(bench.board.selection == [id(1)])
    #expect(changes(bench).isEmpty)
  }

  @Test func `A drag that adds takes what is selected along`() throws {
    let bench = try bench(stroke(3, (100, 50)) + [.set(\.selecting, .added)] + stroke(4, (230, 220), (230, 240)))
    #expect(changes(bench) == [.transform([id(1), id(2)], by: .move(byX: 0, y: 20))])
  }

  @Test func `All is selected where the tool selects`() throws {
    var bench = try bench([.command(.selectAll)])
    #expect(bench.board.selection == [id(1), id(2)])
    try bench.play([.set(\.tool, .pencil), .command(.selectAll), .command(.select([id(1)]))])
    #expect(bench.board.selection.isEmpty)
    try bench.play([.set(\.tool, .selection), .command(.select([id(1), id(77)]))])
    #expect(bench.board.selection == [id(1)])
  }

  @Test func `A duplicate lies beside what it is of and is selected`() throws {
    var bench = try bench([.command(.selectAll), .command(.duplicate(BoardPoint(x: 0, y: -40)))])
    #expect(bench.board.selection == [id(3), id(4)])
    #expect(bench.board.elements.map(\.id) == [1, 2, 3, 4].map(id))
    #expect(bench.pixels[100, 10] == 0xFF00_0000 && bench.pixels[100, 50] == 0xFF00_0000)
    // The next operation has the number after both.
    try bench.play([.command(.delete), .command(.undo), .command(.restyle(.width(2)))] + stroke(5, (20, 280)))
    #expect(bench.board.drawing.operations.map(\.id) == [1, 2, 3].map(id))
    try bench.play([.command(.undo)])
    #expect(bench.board.elements.count == 2)
    try bench.play([.command(.redo)])
    #expect(bench.board.elements.count == 4)
  }

  @Test func `A duplicate has the holes of what it is of`() throws {
    let hole: [Gesture] = [.set(\.tool, .eraser), .set(\.width, 20)] + stroke(3, (100, 20), (100, 80))
    let bench = try bench(
      hole + [.set(\.tool, .selection)] + stroke(4, (60, 50)) + [.command(.duplicate(BoardPoint(x: 0, y: 60)))])
    #expect(bench.pixels[60, 110] == 0xFF00_0000)
    #expect(bench.pixels[100, 110] == 0xFFFF_FFFF)
  }

  @Test func `What is pasted goes on top and is selected`() throws {
    let line = LineShape(
      from: BoardPoint(x: 190, y: 220), to: BoardPoint(x: 270, y: 220), style: StrokeStyle(color: red, width: 4))
    let bench = try bench([.command(.paste([PlacedShape(.line(line))]))])
    #expect(bench.pixels[230, 220] == red.premultiplied)
    #expect(bench.board.selection == [id(3)])
    #expect(changes(bench) == [.insert([PlacedShape(.line(line))])])
  }

  @Test func `What is selected comes to the front and to the back`() throws {
    // A red rectangle over the black one.
    let red: [Gesture] = [.set(\.tool, .rectangle), .set(\.fill, red), .set(\.color, red)]
    var bench = try bench(red + stroke(3, (220, 210), (290, 280)) + [.set(\.tool, .selection)] + stroke(4, (205, 220)))
    #expect(bench.pixels[240, 230] == self.red.premultiplied)
    try bench.play(.command(.order(.front)))
    #expect(bench.pixels[240, 230] == 0xFF00_0000)
    #expect(bench.board.elements.map(\.id) == [1, 3, 2].map(id))
    try bench.play(.command(.order(.back)))
    #expect(bench.pixels[240, 230] == self.red.premultiplied)
    #expect(bench.board.elements.map(\.id) == [2, 1, 3].map(id))
    #expect(bench.board.selection == [id(2)])
    try bench.play([.command(.undo), .command(.undo)])
    #expect(bench.board.elements.map(\.id) == [1, 2, 3].map(id))
  }

  @Test func `Erasers reach the same shapes whatever their order becomes`() throws {
    // The eraser goes over the line; a second line is drawn over that afterwards.
    let steps: [Gesture] =
      [.set(\.tool, .eraser), .set(\.width, 20)] + stroke(3, (100, 20), (100, 80))
      + [.set(\.tool, .line), .set(\.width, 4)] + stroke(4, (60, 60), (140, 60)) + [.set(\.tool, .selection)]
    let before = try bench(steps)
    let front = try bench(steps + stroke(5, (60, 50)) + [.command(.order(.front))])
    #expect(front.pixels.difference(from: before.pixels) == nil)
    let back = try bench(steps + stroke(5, (130, 60)) + [.command(.order(.back))])
    #expect(back.pixels[100, 60] == 0xFF00_0000)
    #expect(back.pixels[100, 50] == 0xFFFF_FFFF)
  }
}
