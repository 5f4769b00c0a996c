import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelRecordings

struct SpacedTimesTests {
  @Test(arguments: PropertySeeds.from(0x71AE5, count: 40))
  func `Every time is counted, at its own or at one that is less than two spacings before`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let greatestStep = [1, 1000, 1_000_000, Int64.max / 5000][Int(seed % 4)]
    var (times, added) = (SpacedTimes(), [Int64]())
    var time: Int64 = 0
    for _ in 0..<Int.random(in: 0...5000, using: &random) {
      time += Int64.random(in: 0...greatestStep, using: &random)
      added.append(time)
      times.add(TimeSpan(nanoseconds: time))
    }
    #expect(times.all.count <= SpacedTimes.limit)
    #expect(times.all.reduce(0) { $0 + $1.count } == added.count)
    // A kept time stands for as many of those added as it counts, itself the first.
    var index = 0
    for kept in times.all {
      let own = added[index..<index + kept.count]
      #expect(own.first == kept.first.nanoseconds)
      #expect(own.allSatisfy { $0 - kept.first.nanoseconds < 2 * times.spacing })
      index += kept.count
    }
  }

  @Test func `Few times are exact`() {
    var times = SpacedTimes()
    for nanoseconds: Int64 in [0, 5, 5, 6] { times.add(TimeSpan(nanoseconds: nanoseconds)) }
    #expect(times.all.map(\.first.nanoseconds) == [0, 5, 6] && times.all.map(\.count) == [1, 2, 1])
  }
}
