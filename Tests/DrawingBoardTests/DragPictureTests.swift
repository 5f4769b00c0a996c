import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// What is shown of shapes while they are dragged.
struct DragPictureTests {
  private static let size = BoardSize(width: 300, height: 260)

  /// Shapes of every kind with erasures between, some of them partly outside of the board.
  private func board(_ seed: UInt64, scale: Double, erasing: Bool = true) throws -> Board {
    var random = SplitMix64(seed: seed)
    var board = Board(raster: try Raster(board: Self.size, scale: scale))
    for _ in 0..<40 {
      let operation = board.randomOperation(seed: random.next())
      if case .clear = operation { continue }
      if case .layer = operation { continue }
      if case .erase = operation, !erasing { continue }
      do throws(BoardError) {
        try board.perform(operation)
      } catch {
        guard case .unusableOperation = error else { throw error }
      }
    }
    return board
  }

  /// Moves some shapes by whole or by parts of points.
  private func moves(of board: Board, _ random: inout SplitMix64) -> [BoardOperation] {
    let shapes = board.elements.filter { $0.shape != nil }.map(\.id)
    // One finger drags every third, another one of the others.
    let groups = [Set(shapes.filter { $0.rawValue % 3 == 0 }), Set(shapes.filter { $0.rawValue % 3 == 1 }.prefix(1))]
    return groups.filter { !$0.isEmpty }.map { group in
      let (x, y) = (random.next(in: -30...30), random.next(in: -30...30))
      return .transform(group, by: .move(byX: x, y: y.rounded()))
    }
  }

  @Test(arguments: PropertySeeds.from(0xD4A6, count: 10), [1, 1.5])
  func `Every frame is the one drawn anew, on any number of threads`(seed: UInt64, scale: Double) throws {
    let board = try board(seed, scale: scale)
    var random = SplitMix64(seed: seed ^ 0xF4A3)
    let lifted = moves(of: board, &random).reduce(into: Set<ElementID>()) { $0.formUnion($1.targets) }
    guard !lifted.isEmpty else { return }
    var committed = board.committed
    let fresh = committed.lift(lifted, on: board.raster)
    var kept = [fresh, fresh]
    var damage = Damage(size: board.raster.pixels)
    for place in kept.indices { kept[place].settle(damage: &damage, threads: 1) }
    for frame in 0..<6 {
      var anew = fresh
      let changes = frame == 3 ? [] : moves(of: board, &random)
      anew.show(changes)
      for (place, threads) in [1, 3].enumerated() {
        let before = kept[place].pixels(threads: threads)
        kept[place].show(changes)
        damage.reset()
        kept[place].settle(damage: &damage, threads: threads)
        let now = kept[place].pixels(threads: threads)
        #expect(now == anew.pixels(), "seed \(seed), frame \(frame), \(threads) threads")
        var updated = before
        updated.withTarget { kept[place].picture.compose(damage, into: $0, threads: threads) }
        #expect(updated == now, "seed \(seed), frame \(frame), \(threads) threads")
      }
    }
  }

  @Test(arguments: PropertySeeds.from(0xD6A6, count: 8), [1, 1.5])
  func `All shapes at another place are the drawing with all shapes there`(seed: UInt64, scale: Double) throws {
    let board = try board(seed, scale: scale, erasing: false)
    let shapes = Set(board.elements.map(\.id))
    var random = SplitMix64(seed: seed)
    var committed = board.committed
    var lift = committed.lift(shapes, on: board.raster)
    for frame in 0..<4 {
      let (x, y) = (random.next(in: -60...60), random.next(in: -60...60))
      let move = ShapeTransform.move(byX: frame == 0 ? x.rounded() : x, y: frame == 0 ? y.rounded() : y)
      lift.show([.transform(shapes, by: move)])
      var moved = try Board(raster: Raster(board: Self.size, scale: scale))
      for operation in board.operations + [.transform(shapes, by: move)] { try moved.perform(operation) }
      let expected = Picture(background: .transparent(lift), committed: moved.committed.settledInk(on: board.raster))
      #expect(lift.pixels() == expected.composed(), "seed \(seed), frame \(frame)")
    }
  }

  @Test(arguments: PropertySeeds.from(0xD5A6, count: 6))
  func `Frames that are shown show what the board shows as a whole, and a drag can be undone`(seed: UInt64) throws {
    var board = try board(seed, scale: 1)
    let grip = RectShape(
      from: BoardPoint(x: 130, y: 110), to: BoardPoint(x: 170, y: 150), style: StrokeStyle(color: .black, width: 3),
      fill: .black)
    try board.perform(.add(.rectangle(grip)))
    try board.handle(.set(\.tool, .selection))
    let before = board.picture.composed()
    var shown = before
    _ = board.drainDamage()
    var random = SplitMix64(seed: seed)
    var bench = Bench(board)
    try bench.play(stroke(1, (-100, -100), (500, 500)) + [down(2, at: (150, 130))])
    for _ in 0..<8 {
      try bench.play([move(2, to: (random.next(in: 100...200), random.next(in: 100...200)))])
      let damage = bench.board.drainDamage(threads: 2)
      shown.withTarget { bench.board.compose(damage, into: $0) }
      #expect(shown == bench.board.picture.composed(), "seed \(seed)")
    }
    try bench.play([up(2)])
    while bench.board.operations.count > board.operations.count { try bench.board.handle(.undo) }
    #expect(bench.board.picture.composed() == before, "seed \(seed)")
  }
}

extension LiftedShapes {
  fileprivate var picture: Picture {
    Picture(background: .transparent(self), committed: rest, lifted: layer)
  }

  fileprivate func pixels(threads: Int = 1) -> PixelBuffer { picture.composed(threads: threads) }
}

extension PreparedBackground {
  fileprivate static func transparent(_ lift: LiftedShapes) -> PreparedBackground {
    PreparedBackground(.color(PixelColor(red: 0, green: 0, blue: 0, alpha: 0)), size: lift.raster.pixels)
  }
}
