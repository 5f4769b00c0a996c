import FoundationEssentials
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// What holds of every session. TOUCHREEL_PROPERTY_RUNS sets how many are tried; each does some dozens of operations.
struct BoardPropertyTests {
  static let seeds = PropertySeeds.from(0xB0A2D, count: 30)

  private func bench(
    _ steps: [Gesture] = [], undo: UndoMemory = UndoMemory(), mode: RasterMode = .live
  ) throws -> Bench {
    try Bench(width: RandomSession.width, height: RandomSession.height, undo: undo, mode: mode, steps)
  }

  private func expectSame(_ left: Bench, _ right: Bench, _ comment: @autoclosure () -> String) throws {
    let difference = left.pixels.difference(from: right.pixels)
    try #require(difference == nil, "\(comment()): \(difference ?? "")")
  }

  @Test(arguments: seeds)
  func `What is drawn by damage is the whole picture and nothing is wrong after any step`(
    seed: UInt64
  ) throws {
    var bench = try bench()
    var shown = PixelBuffer(size: bench.board.raster.pixels)
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      let damage = bench.board.drainDamage()
      if shown.size != bench.board.raster.pixels { shown = PixelBuffer(size: bench.board.raster.pixels) }
      shown.withTarget { bench.board.compose(damage, into: $0) }
      let difference = shown.difference(from: bench.pixels)
      try #require(difference == nil, "seed \(seed), step \(number), \(step): \(difference ?? "")")
      try #require(bench.board.faults == [], "seed \(seed), step \(number), \(step)")
    }
    #expect(try bench.board.faultsOfDrawing() == [], "seed \(seed)")
  }

  /// Threads, when strokes become pixels, how often somebody looks, and where tiles for undo are kept.
  @Test(arguments: seeds)
  func `How a board is drawn does not show`(seed: UInt64) throws {
    let small = UndoMemory(budget: UndoBudget(bytes: 9 * 16_384), spill: SpillInMemory())
    var live = try bench()
    var replayed = try bench(undo: UndoMemory(budget: .none), mode: .batch(threads: 3))
    var spilling = try bench(undo: small, mode: .batch(threads: 1))
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try live.play(step)
      _ = live.board.drainDamage()
      try replayed.play(step)
      try spilling.play(step)
      try expectSame(live, replayed, "seed \(seed), step \(number), \(step)")
      try expectSame(live, spilling, "seed \(seed), step \(number), \(step)")
    }
    #expect(live.board.drawing == replayed.board.drawing && live.board.drawing == spilling.board.drawing)
    while live.board.canUndo {
      for command in [Gesture.command(.undo)] {
        try live.play(command)
        try replayed.play(command)
        try spilling.play(command)
      }
      try expectSame(live, replayed, "seed \(seed), undone to \(live.board.operations.count)")
      try expectSame(live, spilling, "seed \(seed), undone to \(live.board.operations.count)")
    }
    #expect(live.board.elements.isEmpty && replayed.board.elements.isEmpty && spilling.board.elements.isEmpty)
  }

  @Test(arguments: seeds)
  func `An undo takes back just what was done and a redo brings it back`(seed: UInt64) throws {
    var bench = try bench()
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      let before = bench.board
      try bench.play(step)
      let after = bench.board
      guard after.operations.count == before.operations.count + 1, !after.canRedo else { continue }
      guard after.pendingAngles.firstArms.isEmpty, after.editing == nil else { continue }
      var board = after
      try board.handle(.undo)
      #expect(board.isSameDrawing(as: before), "seed \(seed), step \(number), \(step)")
      try board.handle(.redo)
      #expect(board.isSameDrawing(as: after), "seed \(seed), step \(number), \(step)")
    }
  }

  @Test(arguments: seeds)
  func `Everything can be undone and redone`(seed: UInt64) throws {
    // Another tool ends an angle that has but one arm, which is not undone as an operation is.
    var bench = try bench(RandomSession(seed: seed).steps + [.set(\.tool, .pencil)])
    var states = [bench.pixels]
    while bench.board.canUndo {
      try bench.play(.command(.undo))
      states.append(bench.pixels)
    }
    #expect(states.last == (try self.bench().pixels), "seed \(seed)")
    for state in states.reversed().dropFirst() {
      try bench.play(.command(.redo))
      #expect(bench.pixels.difference(from: state) == nil, "seed \(seed)")
    }
  }

  /// The drawing is its operations in order: done one after another they give the same pixels, however they came about.
  @Test(arguments: seeds)
  func `A drawing is its operations`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bench = try bench()
    for number in 0..<60 {
      let step = Gesture.change(seed: random.next())
      let before = bench.board
      try bench.play(step)
      var undone = bench.board
      try undone.handle(.undo)
      try #require(undone.isSameDrawing(as: before), "seed \(seed), operation \(number)")
      try undone.handle(.redo)
      try #require(undone.isSameDrawing(as: bench.board), "seed \(seed), operation \(number)")
      guard number.isMultiple(of: 20) else { continue }
      try #require(try bench.board.faultsOfDrawing() == [], "seed \(seed), operation \(number)")
    }
    let loaded = try Board(bench.board.drawing)
    #expect(loaded.isSameDrawing(as: bench.board), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `A cancelled touch might as well never have been`(seed: UInt64) throws {
    let steps = RandomSession(seed: seed).steps.withoutContention
    let cancelled = Set(steps.compactMap(\.cancelledFinger))
    let others = steps.map { step in
      step.finger.map(cancelled.contains) ?? false ? .rest : step
    }
    let (with, without) = (try bench(steps), try bench(others))
    try expectSame(with, without, "seed \(seed)")
    #expect(with.board.drawing == without.board.drawing && with.board.selection == without.board.selection)
  }

  @Test(arguments: seeds)
  func `Drawing everything again changes nothing`(seed: UInt64) throws {
    var bench = try bench()
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      guard number.isMultiple(of: 7) else { continue }
      let before = bench
      try bench.play(.command(.size(BoardSize(width: RandomSession.width, height: RandomSession.height))))
      try expectSame(bench, before, "seed \(seed), step \(number)")
    }
  }

  @Test(arguments: seeds)
  func `Hands that do not meet may move in any order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tools: [Tool] = [.pencil, .eraser, .line, .dashedLine, .rectangle, .ellipse, .triangle, .star]
    let hands = (0..<4).map { number in
      let finger = Gesture.Finger(number)
      // Each within a band of 22, which a stroke of 4 does not leave.
      let points = (0..<6).map { _ in
        (Double.random(in: 5...95, using: &random), Double(number) * 22 + Double.random(in: 5...17, using: &random))
      }
      let tool = tools.randomElement(using: &random) ?? .pencil
      return [[.set(\.tool, tool), down(finger, at: points[0])]] + points.map { [move(finger, to: $0)] } + [
        [up(finger)]
      ]
    }
    var rest = hands
    var mixed: [Gesture] = []
    while let hand = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      mixed += rest[hand].removeFirst()
    }
    let below = stroke(20, (5, 5), (95, 85), (5, 85), (95, 5))
    try expectSame(try bench(below + mixed), try bench(below + hands.joined().joined()), "seed \(seed)")
  }
}

extension Board {
  /// Whether operations, elements and their ink are the same.
  fileprivate func isSameDrawing(as other: Board) -> Bool {
    drawing == other.drawing && committed.settledInk(on: raster) == other.committed.settledInk(on: raster)
      && background == other.background
  }
}

extension Gesture {
  fileprivate var finger: Int? {
    if case .touch(let finger, _, _) = self { finger.number } else { nil }
  }

  fileprivate var cancelledFinger: Int? {
    if case .touch(let finger, .cancelled, _) = self { finger.number } else { nil }
  }
}

extension [Gesture] {
  /// Without what comes between a touch that is cancelled and what it holds. While the second drag of an angle holds
  /// the first arm, another finger finds none, and an undo takes back what was done before it; shapes that a drag holds
  /// are not taken by another one.
  fileprivate var withoutContention: [Gesture] {
    let cancelled = Set(compactMap(\.cancelledFinger))
    var tool = Tool.pencil
    var holding: [Int: Tool] = [:]
    var leftOut: Set<Int> = []
    return map { step in
      switch step {
      case .command(.set(let setting)): tool = setting[\.tool] ?? tool
      case .command(.undo) where holding.values.contains(.angle): return .rest
      case .touch(let finger, .began, _):
        let own = finger.tool == .eraser ? .eraser : tool
        if holding.values.contains(own) { leftOut.insert(finger.number) }
        guard cancelled.contains(finger.number), !leftOut.contains(finger.number) else { break }
        if own == .angle || own.selects { holding[finger.number] = own }
      case .touch(let finger, .cancelled, _): holding[finger.number] = nil
      case .touch, .command, .change, .rest: break
      }
      return step.finger.map(leftOut.contains) ?? false ? .rest : step
    }
  }
}
