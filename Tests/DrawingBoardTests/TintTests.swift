import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Strokes whose colours follow their touches.
struct TintTests {
  private static let ramp = ColorMap.plasma.steps.map(\.premultiplied)

  /// A board that tints.
  private func bench(_ tinting: Tinting, _ steps: [Gesture]) throws -> Bench {
    var bench = try Bench(width: 400)
    bench.board.tinting = tinting
    try bench.play([.set(\.width, 10), .set(\.pressure, .off), .set(\.smoothing, .none)] + steps)
    return bench
  }

  @Test func `Pressure colours a stroke from the ramp's first colour to its last`() throws {
    let steps =
      [down(.init(1, pressure: 0), at: (20, 50))]
      + (1...4).map { move(.init(1, pressure: Double($0) / 4), to: (20 + 80 * Double($0), 50)) } + [up(1)]
    let pixels = try bench(Tinting(.pressure, over: 0...1), steps).pixels
    // Each way has the colour of the sample that it leads to: 0.25, 0.5, 0.75 and 1 of 63 steps.
    #expect([60, 140, 220, 300].map { pixels[$0, 50] } == [16, 32, 47, 63].map { Self.ramp[$0] })
  }

  @Test func `Speed is in board points a second, and mixed with the speed before`() throws {
    // 10 ms a step: 40 points are 4,000 a second, 80 are 8,000. The second way: 0.6 · 8,000 + 0.4 · 4,000 = 6,400.
    let steps = stroke(1, (20, 50), (60, 50), (140, 50))
    let pixels = try bench(Tinting(.speed, over: 0...8000), steps).pixels
    // 4,000 and 6,400 of 8,000, of 63 steps: 31.5 and 50.4.
    #expect([20, 40, 100].map { pixels[$0, 50] } == [32, 32, 50].map { Self.ramp[$0] })
  }

  @Test func `Time goes on from stroke to stroke`() throws {
    // The settings take steps 1 to 3 of 10 ms; the strokes begin at 40 and at 70 ms.
    let steps = stroke(1, (20, 20), (60, 20)) + stroke(2, (20, 60), (60, 60))
    let pixels = try bench(
      Tinting(.time(since: Timestamp(nanoseconds: 0)), over: 0...0.1), steps
    ).pixels
    #expect([20, 60].map { pixels[40, $0] } == [Self.ramp[32], Self.ramp[50]])  // 50 of 100 ms, 80 of 100 ms
  }

  @Test func `Touches without pressure, erasers and shapes keep their colours`() throws {
    let steps =
      stroke(1, (20, 20), (60, 20)) + [.set(\.tool, .rectangle)] + stroke(.init(2, pressure: 1), (20, 60), (60, 90))
    let pixels = try bench(Tinting(.pressure, over: 0...1), steps).pixels
    #expect(pixels[40, 20] == PixelColor.black.premultiplied && pixels[40, 60] == PixelColor.black.premultiplied)
  }

  @Test func `A restyled stroke has one colour again`() throws {
    var bench = try bench(Tinting(.speed, over: 0...800), stroke(1, (20, 50), (60, 50)))
    let red = PixelColor(red: 255, green: 0, blue: 0)
    try bench.board.perform(.restyle([bench.board.elements[0].id], .color(red)))
    #expect(bench.pixels[40, 50] == red.premultiplied)
  }

  @Test(arguments: PropertySeeds.from(0x7147, count: 8))
  func `Ink is where it would be without colours, live and drawn in the end`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var hand = WanderingPath(right: 399, bottom: 95, using: &random)
    var steps: [Gesture] = []
    for index in 0..<80 {
      let point = hand.next(using: &random)
      let finger = Gesture.Finger(1, tool: .pen, pressure: random.next(in: 0...1))
      steps.append(
        index == 0 ? down(finger, at: point) : index % 23 == 0 ? jump(finger, to: point) : move(finger, to: point))
      if index == 50 { steps += [.set(\.pressure, .off)] }
    }
    for ending in [[], [up(1)]] {
      let plain = try Bench(width: 400, steps + ending)
      var tinted = try Bench(width: 400)
      tinted.board.tinting = Tinting(.pressure, over: 2...3)  // All below: one colour.
      try tinted.play(steps + ending)
      let first = ColorMap.plasma.steps[0]
      // Levels of black on white are those of the first colour's components, turned round.
      let expected = plain.pixels.pixels.map { pixel in blend(first, 255 - UInt32(pixel & 255)) }
      #expect(tinted.pixels.pixels.map(\.self) == expected, "seed \(seed)")
    }
  }

  /// An opaque colour on white with a coverage.
  private func blend(_ color: PixelColor, _ level: UInt32) -> UInt32 {
    func times(_ first: UInt32, _ second: UInt32) -> UInt32 { (first * second + 127) / 255 }
    func mix(_ component: UInt8) -> UInt32 { times(UInt32(component), level) + times(255, 255 - level) }
    return 255 << 24 | mix(color.red) << 16 | mix(color.green) << 8 | mix(color.blue)
  }
}
