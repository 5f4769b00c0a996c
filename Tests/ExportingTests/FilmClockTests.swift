import SeededCases
import Testing
import TouchReelExporting
import TouchReelInputEvents

struct FilmClockTests {
  private func clock(_ seconds: Double, _ change: (inout FilmClock.Pace) -> Void = { _ in }) -> FilmClock? {
    var pace = FilmClock.Pace()
    change(&pace)
    return FilmClock(length: TimeSpan(seconds: seconds), pace)
  }

  @Test func `Frames are a frame's time apart, and the last one shows the end`() throws {
    let clock = try #require(clock(1.05) { $0.rate = 10 })
    // 0, 0.1, …, 1.0, and the end at 1.05.
    #expect(clock.frameCount == 12)
    #expect(
      (0..<12).map { clock.time(ofFrame: $0).seconds } == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.05])
  }

  @Test func `A film is as long as was asked for, and holds its last picture`() throws {
    let clock = try #require(
      clock(600) {
        $0.duration = TimeSpan(seconds: 30)
        $0.hold = TimeSpan(seconds: 2)
      })
    // 30 s and 2 s at 30 a second.
    #expect(clock.frameCount == 960)
    #expect(clock.time(ofFrame: 450).seconds == 300)
    #expect(clock.time(ofFrame: 899).seconds == 600 && clock.time(ofFrame: 959).seconds == 600)
  }

  @Test func `Pauses are shortened to the longest`() throws {
    var pace = FilmClock.Pace()
    pace.rate = 1
    pace.longestPause = TimeSpan(seconds: 2)
    // 2…12 becomes 2 s long, 15…16 stays: 20 − 8 = 12 s.
    let pauses = [(2.0, 12.0), (15, 16)].map { (start: TimeSpan(seconds: $0.0), end: TimeSpan(seconds: $0.1)) }
    let clock = try #require(FilmClock(length: TimeSpan(seconds: 20), pauses: pauses, pace))
    #expect(
      (0..<clock.frameCount).map { clock.time(ofFrame: $0).seconds } == [
        0, 1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      ])
  }

  @Test func `Too many frames are refused, and nothing is one frame`() {
    #expect(clock(1e6) { $0.rate = 100 } == nil)
    #expect(clock(1) { $0.hold = TimeSpan(seconds: 1e6) } == nil)
    #expect(clock(0)?.frameCount == 1)
  }

  @Test(arguments: PropertySeeds.from(0xF1F, count: 200))
  func `Times rise from the start to the end, whatever the pace`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var pace = FilmClock.Pace()
    pace.rate = number(0.5...120)
    pace.speed = number(0.1...50)
    if Bool.random(using: &random) { pace.duration = TimeSpan(seconds: number(0.1...30)) }
    if Bool.random(using: &random) { pace.longestPause = TimeSpan(seconds: number(0.01...2)) }
    pace.hold = TimeSpan(seconds: number(0...2))
    let length = number(0...60)
    var pauses: [(start: TimeSpan, end: TimeSpan)] = []
    var place = 0.0
    while place < length {
      let (start, end) = (place + number(0...5), place + number(5...9))
      if end <= length { pauses.append((TimeSpan(seconds: start), TimeSpan(seconds: end))) }
      place = end
    }
    let clock = try #require(FilmClock(length: TimeSpan(seconds: length), pauses: pauses, pace))
    let times = (0..<clock.frameCount).map { clock.time(ofFrame: $0) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
    #expect(times.last == TimeSpan(seconds: length) && times.first.map { $0 >= .zero } == true, "seed \(seed)")
    #expect(times.count == 1 || length == 0 || times[0] == .zero, "seed \(seed)")
    if let longest = pace.longestPause, let duration = pace.duration {
      // However many pauses there are, the film is as long as was asked for, but for a part of a frame.
      let film = Double(clock.frameCount) / pace.rate - pace.hold.seconds
      // The start and the end are frames of their own.
      let asked = max(duration.seconds, 2 / pace.rate)
      #expect(abs(film - asked) <= 1.01 / pace.rate, "seed \(seed): \(film), longest \(longest)")
    }
  }
}
