import SeededCases
import Testing
import TouchReelExporting

/// The numbers along an axis.
struct AxisTicksTests {
  @Test(arguments: [
    (0.0...10.0, 5, ["0", "2", "4", "6", "8", "10"]),
    (0.0...1.0, 4, ["0.0", "0.5", "1.0"]),
    (-3.0...3.0, 3, ["−2", "0", "2"]),
    (0.98...1.03, 5, ["0.98", "0.99", "1.00", "1.01", "1.02", "1.03"]),
    (0.0...25_000.0, 3, ["0", "10000", "20000"]),
    (1000.0001...1000.0004, 3, ["1000.0001", "1000.0002", "1000.0003", "1000.0004"]),
  ])
  func `Ticks are round, and have the decimals that they need`(
    range: ClosedRange<Double>, limit: Int, labels: [String]
  ) {
    let ticks = AxisTicks(range, limit: limit)
    #expect(ticks.values.map { ticks.label(of: $0) } == labels)
  }

  @Test(arguments: PropertySeeds.from(1, count: 200))
  func `There are no more ticks than allowed, and all lie within the range`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (middle, length) = (random.next(in: -1000...1000), random.next(in: 0.001...1))
    for _ in 0..<random.next(below: 9) { (middle, length) = (middle * 10, length * 10) }
    let (range, limit) = (middle...(middle + length), 1 + random.next(below: 12))
    let ticks = AxisTicks(range, limit: limit)
    #expect(ticks.values.count <= limit + 1)
    let margin = length * 1e-6
    #expect(ticks.values.allSatisfy { $0 >= range.lowerBound - margin && $0 <= range.upperBound + margin })
    #expect(Set(ticks.values.map { ticks.label(of: $0) }).count == ticks.values.count)
  }

  @Test(arguments: [
    0.0...0.0, 5.0...5.0, -1e300...1e300, 0.0...Double.greatestFiniteMagnitude, 1e18...1.000001e18,
    0.0...Double.leastNonzeroMagnitude,
  ])
  func `Extreme ranges have few ticks and do not trap`(range: ClosedRange<Double>) {
    let ticks = AxisTicks(range, limit: 5)
    #expect(ticks.values.count <= 6)
    _ = ticks.values.map { ticks.label(of: $0) }
  }

  @Test(arguments: [
    (0.0, "0"), (123.4, "123"), (12.34, "12.3"), (1.234, "1.23"), (0.1234, "0.123"), (0.01234, "0.0123"),
    (-8.333, "−8.33"), (99.96, "100.0"),
  ])
  func `A number in a sentence has three digits`(value: Double, text: String) {
    #expect(PlotNumber(value).description == text)
  }
}
