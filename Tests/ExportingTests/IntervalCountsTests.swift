import SeededCases
import Testing
import TouchReelExporting

/// The lengths of intervals, compared with a sorted list of them.
struct IntervalCountsTests {
  @Test(arguments: PropertySeeds.from(1, count: 40))
  func `Medians, quantiles and counts are those of all intervals`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let microseconds = (0..<(1 + random.next(below: 500))).map { _ in 1 + random.next(below: 150_000) }.sorted()
    var counts = IntervalCounts()
    for length in microseconds.shuffled(using: &random) { counts.add(Double(length) / 1e6) }
    let count = microseconds.count
    let median = Double(microseconds[(count - 1) / 2] + microseconds[count / 2]) / 2e6
    let found = try #require(counts.median)
    #expect(counts.total == count && abs(found - median) < 1e-12)
    for share in [0.01, 0.25, 0.5, 0.99, 1] {
      let rank = max(Int((share * Double(count)).rounded(.up)), 1)
      #expect(counts.quantile(share) == Double(microseconds[rank - 1]) / 1e6)
    }
    let bound = microseconds[count / 3]
    #expect(counts.count(beyond: Double(bound) / 1e6) == microseconds.count { $0 > bound })
    #expect(counts.longest == Double(microseconds[count - 1]) / 1e6)
  }

  @Test func `There is no median of none, and hours do not trap`() {
    var counts = IntervalCounts()
    #expect(counts.median == nil && counts.quantile(0.99) == nil)
    for length in [1e300, -5, 3600, .infinity, .nan] { counts.add(length) }
    #expect(counts.total == 5 && counts.median != nil)
  }
}
