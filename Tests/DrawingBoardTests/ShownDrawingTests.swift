import SeededCases
import Testing
import TouchReelCanvas

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct ShownDrawingTests {
  static let seeds = PropertySeeds.from(0x540B, count: 30)

  @Test(arguments: seeds)
  func `A drawing of what is shown has the pixels of the picture after any step`(seed: UInt64)
    throws
  {
    var bench = try Bench(width: RandomSession.width, height: RandomSession.height)
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      if case .set(\.marks, .shown) = step { try bench.play(.set(\.marks, .hidden)) }
      let again = try Board(bench.board.shownDrawing, undo: UndoMemory(budget: .none))
      let difference = again.picture.composed().difference(from: bench.pixels)
      try #require(difference == nil, "seed \(seed), step \(number), \(step): \(difference ?? "")")
    }
  }

  /// The finger draws (10, 20), (30, 20), (50, 20): ink goes up to x = 50, and half the width beyond.
  @Test func `A stroke in progress goes up to its newest point`() throws {
    var bench = try Bench([.set(\.width, 8), down(1, at: (10, 20)), move(1, to: (30, 20)), move(1, to: (50, 20))])
    let open = try Board(bench.board.shownDrawing)
    #expect(open.picture.composed().bounds { $0 != 0xffff_ffff } == PixelRect(x: 6, y: 16, width: 48, height: 8))
    try bench.play(up(1))
    let ended = try Board(bench.board.shownDrawing)
    #expect(ended.picture.composed().bounds { $0 != 0xffff_ffff } == PixelRect(x: 6, y: 16, width: 48, height: 8))
  }

  @Test func `Marks are no part of a drawing`() throws {
    var bench = try Bench([.set(\.cancelledInk, .shown), .set(\.width, 8)])
    #expect(!bench.board.hasMarks)
    try bench.play(down(1, at: (20, 20)))
    #expect(!bench.board.hasMarks)
    try bench.play(cancel(1))
    #expect(bench.board.hasMarks && bench.board.shownDrawing.operations.isEmpty)
  }
}
