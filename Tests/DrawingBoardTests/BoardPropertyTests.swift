import Canvas
import DrawingBoard
import FoundationEssentials
import Testing
import TouchTracking

/// What holds of every session. TOUCHREEL_PROPERTY_RUNS sets how many are tried.
@Suite struct BoardPropertyTests {
  static let seeds: [UInt64] = {
    let wanted = ProcessInfo.processInfo.environment["TOUCHREEL_PROPERTY_RUNS"].flatMap(Int.init) ?? 3
    return (0..<UInt64(max(1, wanted))).map { 0xB0A2D + $0 }
  }()

  private func bench(
    _ steps: [Gesture] = [], undo: UndoMemory = UndoMemory(), pace: RasterPace = .live
  ) throws -> Bench {
    try Bench(width: RandomSession.width, height: RandomSession.height, undo: undo, pace: pace, steps)
  }

  private func expectSame(_ left: Bench, _ right: Bench, _ comment: String) {
    let difference = left.pixels.difference(from: right.pixels)
    #expect(difference == nil, "\(comment): \(difference ?? "")")
  }

  @Test(arguments: seeds) func whatIsDrawnByDamageIsTheWholePicture(seed: UInt64) throws {
    var bench = try bench()
    var shown = PixelBuffer(size: bench.board.raster.pixels)
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      let damage = bench.board.takeDamage()
      shown.withTarget { bench.board.compose(damage, into: $0) }
      let difference = shown.difference(from: bench.pixels)
      #expect(difference == nil, "seed \(seed), step \(number), \(step): \(difference ?? "")")
      guard difference == nil else { return }
    }
  }

  @Test(arguments: seeds) func undoTakesBackExactlyAndRedoBringsBackExactly(seed: UInt64) throws {
    // Another tool ends an angle that has but one arm, which is not undone as an operation is.
    var bench = try bench(RandomSession(seed: seed).steps + [.command(.tool(.pencil))])
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

  @Test(arguments: seeds) func aCancelledTouchMightAsWellNeverHaveBeen(seed: UInt64) throws {
    // The second drag of an angle holds the first arm, and a drag shapes, which another finger would have taken.
    let holding: [Gesture] = [.command(.tool(.angle)), .command(.tool(.selection))]
    let steps = RandomSession(seed: seed).steps.map { holding.contains($0) ? .command(.tool(.star)) : $0 }
    let cancelled = Set(steps.compactMap(\.cancelledFinger))
    let others = steps.map { step in
      step.finger.map(cancelled.contains) ?? false ? .rest : step
    }
    expectSame(try bench(steps), try bench(others), "seed \(seed)")
  }

  @Test(arguments: seeds) func aPictureOfAnyInstantIsThatOfAReplayUpToIt(seed: UInt64) throws {
    let steps = RandomSession(seed: seed).steps
    var live = try bench()
    for (number, step) in steps.enumerated() {
      try live.play(step)
      _ = live.board.takeDamage()
      guard number.isMultiple(of: 9) else { continue }
      expectSame(live, try bench(Array(steps.prefix(number + 1))), "seed \(seed), step \(number)")
    }
  }

  @Test(arguments: seeds) func drawingEverythingAgainChangesNothing(seed: UInt64) throws {
    var bench = try bench()
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      guard number.isMultiple(of: 7) else { continue }
      let before = bench
      try bench.play(.command(.size(BoardSize(width: RandomSession.width, height: RandomSession.height))))
      expectSame(bench, before, "seed \(seed), step \(number)")
    }
  }

  @Test(arguments: seeds, [0, 9 * 16_384]) func undoNeedsNoMemory(seed: UInt64, bytes: Int) throws {
    var forgetful = try bench(undo: UndoMemory(budget: UndoBudget(bytes: bytes)))
    var bench = try bench()
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try bench.play(step)
      try forgetful.play(step)
      if number.isMultiple(of: 5) { expectSame(bench, forgetful, "seed \(seed), step \(number), \(step)") }
    }
    while bench.board.canUndo {
      try bench.play(.command(.undo))
      try forgetful.play(.command(.undo))
      expectSame(bench, forgetful, "seed \(seed), undone to \(bench.board.operations.count)")
    }
    #expect(forgetful.board.elements.isEmpty)
  }

  @Test(arguments: seeds) func manyThreadsAtTheEndDrawAsOneThreadLive(seed: UInt64) throws {
    var live = try bench()
    var batch = try bench(undo: UndoMemory(budget: .none), pace: .batch(threads: 3))
    for (number, step) in RandomSession(seed: seed).steps.enumerated() {
      try live.play(step)
      try batch.play(step)
      if number.isMultiple(of: 11) { expectSame(live, batch, "seed \(seed), step \(number)") }
    }
    expectSame(live, batch, "seed \(seed)")
    #expect(live.board.operations == batch.board.operations)
  }

  @Test(arguments: seeds) func handsThatDoNotMeetMayMoveInAnyOrder(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scripts = (0..<5).map { finger in
      let row = { Double(finger) * 25 + Double.random(in: 8...18, using: &random) }
      let points = (0..<10).map { _ in (Double.random(in: 5...145, using: &random), row()) }
      return [down(Gesture.Finger(finger), at: points[0])]
        + points.map { move(Gesture.Finger(finger), to: $0) } + [up(Gesture.Finger(finger))]
    }
    var rest = scripts
    var mixed: [Gesture] = []
    while let hand = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      mixed.append(rest[hand].removeFirst())
    }
    expectSame(try bench(mixed), try bench(Array(scripts.joined())), "seed \(seed)")
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
