import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// What is done to the pages of a board, and what stays on each.
struct PageTests {
  private let across = stroke(1, (10, 10), (80, 10))
  private let downward = stroke(2, (20, 5), (20, 90))

  private func pixels(_ steps: [Gesture]) throws -> [UInt32] { try Bench(steps).pixels.pixels }

  private func page(_ command: PageCommand) -> Gesture { .command(.page(command)) }

  @Test func `What is drawn on a page stays there`() throws {
    var bench = try Bench(across + [page(.add(NewPage()))])
    #expect(bench.board.page == 1 && bench.inkBounds.isEmpty)
    try bench.play(downward + [page(.turn(to: 0))])
    #expect(try bench.pixels.pixels == self.pixels(across))
    try bench.play(page(.turn(to: 1)))
    #expect(try bench.pixels.pixels == self.pixels(downward))
  }

  @Test func `A stroke that is down when the page is turned is of the page that is shown when it ends`() throws {
    let rest: [Gesture] = [move(1, to: (80, 80)), up(1)]
    var bench = try Bench([Gesture].begin + [page(.add(NewPage()))] + rest)
    #expect(try bench.pixels.pixels == self.pixels([Gesture].begin + rest))
    try bench.play(page(.turn(to: 0)))
    #expect(bench.inkBounds.isEmpty)
  }

  @Test func `A touch that moves a shape is cancelled when the shape's page is left`() throws {
    let drag: [Gesture] = [.set(\.tool, .selection), down(3, at: (40, 10)), move(3, to: (40, 60))]
    var bench = try Bench(across + drag + [page(.add(NewPage())), page(.turn(to: 0))])
    #expect(bench.board.drainTouchesWithoutShape() == [Touch.ID(rawValue: 3)] && bench.board.openTouches.isEmpty)
    #expect(try bench.pixels.pixels == self.pixels(across))
  }

  @Test func `Looking through pages leaves nothing but the way back`() throws {
    var bench = try Bench(across + [page(.add(NewPage()))] + downward)
    let count = bench.board.operations.count
    try bench.play([page(.turn(to: 0)), page(.turn(to: 1)), page(.turn(to: 0))])
    #expect(bench.board.operations.count == count && bench.board.page == 0)
    try bench.play(.command(.undo))
    #expect(bench.board.page == 1)
    try bench.play(.command(.redo))
    #expect(bench.board.page == 0)
  }

  @Test func `What was undone can be redone after looking at another page`() throws {
    var bench = try Bench(across + [page(.add(NewPage()))] + downward + [.command(.undo)])
    try bench.play([page(.turn(to: 0)), .command(.redo)])
    #expect(try bench.board.page == 1 && bench.pixels.pixels == self.pixels(downward))
  }

  @Test func `The next operation makes a turned page its own`() throws {
    var bench = try Bench(across + [page(.add(NewPage())), page(.turn(to: 0))] + downward)
    #expect(bench.board.operations.suffix(2).first == .page(.turn(to: 0)))
    try bench.play(.command(.undo))
    #expect(try bench.board.page == 0 && bench.pixels.pixels == self.pixels(across))
    try bench.play(.command(.undo))
    #expect(bench.board.page == 1)
  }

  @Test func `A removed page comes back with what is on it`() throws {
    var bench = try Bench(across + [page(.add(NewPage()))] + downward + [page(.remove(nil))])
    #expect(try bench.board.pageCount == 1 && bench.pixels.pixels == self.pixels(across))
    try bench.play(.command(.undo))
    #expect(try bench.board.page == 1 && bench.pixels.pixels == self.pixels(downward))
  }

  @Test func `A page that is moved stays shown if it was`() throws {
    var bench = try Bench(across + [page(.add(NewPage()))] + downward + [page(.move(1, to: 0))])
    #expect(try bench.board.page == 0 && bench.pixels.pixels == self.pixels(downward))
    try bench.play(page(.turn(to: 1)))
    #expect(try bench.pixels.pixels == self.pixels(across))
  }

  @Test func `A new page has the paper of the one that is shown`() throws {
    let paper = Paper(
      size: BoardSize(width: 40, height: 30), background: .ruled(Ruling(.squares), on: .white))
    var bench = try Bench([page(.add(NewPage(paper: paper))), page(.add(NewPage()))])
    #expect(bench.board.paper(ofPage: 2) == paper && bench.pixels.size == PixelSize(width: 40, height: 30))
    try bench.play(page(.resize(nil)))
    #expect(bench.pixels.size == PixelSize(width: 96, height: 96))
  }

  /// Steps of 40x30: ink up to x = 33.5 is beyond the middle of the first step across, and up to y = 6.5 within the
  /// first half of the first one downward: 2 steps by 1. Up to y = 93.5 is within the first half of the fourth: 4 down.
  @Test func `An endless page grows with its ink, and shrinks where that is undone`() throws {
    let step = BoardSize(width: 40, height: 30)
    var bench = try Bench([page(.endless(step))])
    #expect(bench.board.raster.board == step)
    try bench.play(stroke(1, (10, 5), (32, 5)))
    #expect(bench.board.raster.board == BoardSize(width: 80, height: 30))
    try bench.play(stroke(2, (10, 5), (10, 92)))
    #expect(bench.board.raster.board == BoardSize(width: 80, height: 120))
    #expect(bench.board.drawing.size == BoardSize(width: 80, height: 120))
    try bench.play([.command(.undo), .command(.undo)])
    #expect(bench.board.raster.board == step && bench.inkBounds.isEmpty)
    try bench.play([.command(.redo), .command(.undo), .command(.undo)])
    #expect(bench.board.raster.board == BoardSize(width: 96, height: 96), "the page is the board's again")
  }

  @Test func `A touch goes on while its page grows`() throws {
    var bench = try Bench([
      page(.endless(BoardSize(width: 40, height: 30))), down(1, at: (5, 15)), move(1, to: (20, 15)),
    ])
    try bench.play(stroke(2, (10, 5), (38, 5)))
    #expect(bench.board.raster.board == BoardSize(width: 80, height: 30))
    try bench.play([move(1, to: (35, 15)), up(1)])
    let difference = try Board(bench.board.drawing).picture.composed().difference(from: bench.pixels)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// 20,000 / 7,000 is 2 steps.
  @Test func `An endless page ends where boards do`() throws {
    let far = PenShape(
      path: StrokePath(course: .straight, from: .init(BoardPoint(x: 60_000, y: 3), width: 4)), color: .black)
    var drawing = Drawing(size: BoardSize(width: 96, height: 96), background: .color(.white))
    try drawing.append(.page(.endless(BoardSize(width: 7000, height: 100))))
    try drawing.append(.add(.pen(far)))
    #expect(drawing.size == BoardSize(width: 14_000, height: 100))
  }

  @Test func `Pages that are added together are one step, and each is itself`() throws {
    let papers = [40, 50, 60].map { Paper(size: BoardSize(width: $0, height: 30)) }
    var bench = try Bench(across + [page(.addAll(papers, at: nil)), page(.turn(to: 2))] + downward)
    #expect(bench.board.pageCount == 4 && bench.pixels.size == PixelSize(width: 50, height: 30))
    #expect(Set(bench.board.pageIDs).count == 4)
    #expect(bench.board.drawing(ofPage: 3).size == BoardSize(width: 60, height: 30))
    try bench.play([.command(.undo), .command(.undo), .command(.undo)])
    #expect(try bench.board.pageCount == 1 && bench.pixels.pixels == self.pixels(across))
    try bench.play([.command(.redo), .command(.redo), .command(.redo)])
    #expect(bench.board.page == 2 && !bench.inkBounds.isEmpty)
  }

  @Test func `A page with a size of its own keeps it when the board grows`() throws {
    let paper = Paper(size: BoardSize(width: 40, height: 30), background: .color(.black))
    var bench = try Bench(across + [page(.add(NewPage(paper: paper)))])
    try bench.play(.command(.size(BoardSize(width: 200, height: 100))))
    #expect(bench.pixels.size == PixelSize(width: 40, height: 30))
    try bench.play(page(.turn(to: 0)))
    #expect(bench.pixels.size == PixelSize(width: 200, height: 100) && bench.inkBounds.width > 70)
  }

  /// 40x30 in 90x90: 2.25 pixels to a point, and paper down to 90.
  @Test func `A frame holds pages of any size`() throws {
    let paper = Paper(size: BoardSize(width: 40, height: 30), background: .color(.black))
    var bench = try Bench()
    bench.board.frame = PixelSize(width: 90, height: 90)
    try bench.play(page(.add(NewPage(paper: paper))))
    #expect(bench.pixels.size == PixelSize(width: 90, height: 90) && bench.board.raster.scale == 2.25)
  }

  @Test(arguments: [
    PageCommand.turn(to: 1), .turn(to: -1), .remove(nil), .remove(3), .move(0, to: 1), .add(NewPage(at: 2)),
    .add(NewPage(paper: Paper(size: BoardSize(width: .nan, height: 3)))),
    .resize(BoardSize(width: 0.5, height: 20_001)), .endless(BoardSize(width: 0.5, height: 20)),
    .addAll([Paper(), Paper(size: BoardSize(width: 3, height: -1))], at: 0), .addAll([Paper()], at: 9),
  ])
  func `What cannot be done to pages is refused, and strokes go on`(command: PageCommand) throws {
    var bench = try Bench(.begin)
    #expect(throws: BoardError.self) { try bench.play(page(command)) }
    #expect(bench.board.openTouches.count == 1)
    try bench.play([move(1, to: (70, 70)), up(1)])
    #expect(bench.board.operations.count == 1)
  }

  @Test func `Cancelled ink that is shown stays on its page`() throws {
    let cancelled: [Gesture] = [.set(\.cancelledInk, .shown)] + .begin + [cancel(1)]
    var bench = try Bench(cancelled)
    let shown = bench.pixels
    try bench.play(page(.add(NewPage())))
    #expect(bench.inkBounds.isEmpty)
    try bench.play(page(.turn(to: 0)))
    #expect(bench.pixels.difference(from: shown) == nil)
  }

  /// Every operation on pages of any size: done, undone, redone, and as a drawing, they give the same pixels, and each
  /// page alone those that it has among the others.
  @Test(arguments: PropertySeeds.from(0x9A6E5, count: 30))
  func `Pages are the same live, undone and redone, as a drawing and alone`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bench = try Bench()
    var states: [(pixels: PixelBuffer, step: String)] = [(bench.pixels, "nothing")]
    for _ in 0..<40 {
      let size = BoardSize(width: .random(in: 20...120, using: &random), height: .random(in: 20...120, using: &random))
      let page = PageOperation.random(on: bench.board.pageCount, using: &random)
      let change =
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where random.next().isMultiple(of: 2): BoardOperation.page(.endless(size))
        case 0: BoardOperation.page(.resize(random.next().isMultiple(of: 3) ? nil : size))
        case 1...2: BoardOperation.page(page)
        default: bench.board.randomOperation(seed: random.next())
        }
      try bench.board.perform(change)
      states.append((bench.pixels, "\(change)"))
      let loaded = try Board(bench.board.drawing)
      let difference = loaded.picture.composed().difference(from: bench.pixels)
      try #require(difference == nil, "seed \(seed), \(change): \(difference ?? "")")
    }
    try expectPagesAlone(bench.board, seed)
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

  private func expectPagesAlone(_ board: Board, _ seed: UInt64) throws {
    for page in 0..<board.pageCount {
      var turned = board
      try turned.handle(.page(.turn(to: page)))
      let alone = try Board(board.drawing(ofPage: page))
      #expect(alone.pageCount == 1 && alone.operationCount <= board.operationCount)
      let difference = alone.picture.composed().difference(from: turned.picture.composed())
      #expect(difference == nil, "seed \(seed), page \(page)")
    }
  }
}

extension [Gesture] {
  /// A finger draws from the upper left.
  fileprivate static var begin: [Gesture] { [down(1, at: (10, 10)), move(1, to: (60, 40))] }
}
