import SeededCases
import Testing
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// Bars of a round length.
struct ScaleBarTests {
  @Test(arguments: [
    (0.001, 0.001, "0.001 mm"), (0.0049, 0.002, "0.002 mm"), (0.05, 0.05, "0.05 mm"), (0.999, 0.5, "0.5 mm"),
    (1, 1, "1 mm"), (4.9, 2, "2 mm"), (30, 20, "20 mm"), (57.6, 50, "50 mm"), (199, 100, "100 mm"),
    (2500, 2000, "2000 mm"),
  ])
  func `The longest round length is taken`(limit: Double, length: Double, label: String) throws {
    let found = try #require(RoundLength(atMost: limit))
    #expect(abs(found.millimetres - length) < 1e-12 && found.label == label)
  }

  @Test(arguments: [0, -1, 0.000_9, 1.1e6, .nan, .infinity])
  func `Lengths that no bar has are refused`(limit: Double) { #expect(RoundLength(atMost: limit) == nil) }

  @Test(arguments: PropertySeeds.from(0x5CA1E, count: 30))
  func `A bar takes two to five tenths of its limit at least, and its label says its length`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var limit = Double(Int.random(in: 1...9999, using: &random))
    for _ in 0..<Int.random(in: 0...6, using: &random) { limit /= 10 }
    let found = try #require(RoundLength(atMost: max(limit, 0.001)))
    // The widest step is from 2 to 5, so that a bar is longer than 0.4 of its limit.
    #expect(found.millimetres <= max(limit, 0.001) * (1 + 1e-9) && found.millimetres > limit * 0.4 - 1e-12)
    #expect(Double(found.label.dropLast(3)).map { abs($0 - found.millimetres) < found.millimetres * 1e-9 } == true)
  }

  @Test(arguments: [(0.0, true), (1e-9, true), (1e12, true), (.nan, true), (20, false)])
  func `A scale that gives no bar is said`(scale: Double, isSaid: Bool) {
    let bar = ScaleBar(on: BoardSize(width: 1920, height: 1080), pointsPerMillimetre: scale)
    #expect(bar.shapes.isEmpty == isSaid && bar.warnings.isEmpty != isSaid)
  }
}
