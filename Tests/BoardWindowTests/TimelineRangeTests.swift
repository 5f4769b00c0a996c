import SeededCases
import Testing
import TouchReelInputEvents

@testable import TouchReelBoardWindow

/// What a player's timeline shows of a recording, and the times on it.
struct TimelineRangeTests {
  @Test(arguments: PropertySeeds.from(0x71ED, count: 40))
  func `Whatever is zoomed and moved, an instant keeps its place or stays within the recording`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var range = TimelineRange()
    for _ in 0..<60 {
      let (x, before) = (Double.random(in: 0...900, using: &random), range)
      let fraction = range.fraction(at: x, in: 900)
      #expect(abs(range.x(of: fraction, in: 900) - x) < 1e-6)
      if random.next().isMultiple(of: 3) {
        range.pan(by: Double.random(in: -2...2, using: &random))
        #expect(abs(range.upper - range.lower - (before.upper - before.lower)) < 1e-12)
      } else {
        range.zoom(by: Double.random(in: 0.1...3, using: &random), around: fraction)
        let isInside = range.lower > 0 && range.upper < 1
        if isInside { #expect(abs(range.x(of: fraction, in: 900) - x) < 1e-5) }
      }
      #expect(
        range.lower >= 0 && range.upper <= 1 + 1e-12 && range.upper > range.lower, "seed \(seed)")
    }
  }

  @Test func `What makes no sense changes nothing, and nothing is shown beyond the recording`() {
    var range = TimelineRange()
    for factor in [0, -1, .nan, .infinity] { range.zoom(by: factor, around: 0.5) }
    range.zoom(by: 100, around: 0.2)
    #expect(range == TimelineRange() && !range.isZoomed)
    range.zoom(by: 1e-9, around: 1)
    #expect(range.isZoomed && range.upper == 1)
    range.follow(0.25)
    #expect((range.lower...range.upper).contains(0.25))
  }

  /// 10 s in 1000: 80 are 0.8 s, so that each second has a name. A hundredth of it: 8 ms, so each ten.
  @Test func `Times are far enough from each other to be read`() {
    var range = TimelineRange()
    let length = TimeSpan(seconds: 10)
    #expect(
      range.ticks(of: length, in: 1000, gap: 80).map(\.name).prefix(3) == ["0:00", "0:01", "0:02"])
    range.zoom(by: 0.01, around: 0.5)
    let near = range.ticks(of: length, in: 1000, gap: 80)
    #expect(near.map(\.name).contains("0:05.000") && near.count == 11, "\(near)")
    #expect(TimelineRange().ticks(of: .zero, in: 1000, gap: 80) == [])
    #expect(
      TimelineRange().ticks(of: TimeSpan(seconds: 90_000), in: 1000, gap: 80).map(\.name)
        .dropFirst().first == "120:00")
  }
}
