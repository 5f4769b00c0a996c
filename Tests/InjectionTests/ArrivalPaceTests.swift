import SeededCases
import Testing
import TouchReelInputEvents

@testable import TouchReelInjection

/// When frames of a pipe are due.
struct ArrivalPaceTests {
  private static let millisecond: Int64 = 1_000_000

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * Self.millisecond) }

  private func pace(
    latest: (time: Int64, arrival: Int64), hasEnded: Bool = false, delay: Int64 = 0, speed: Double = 1, now: Int64
  ) -> ArrivalPace {
    // The first frame was recorded at 1 s and came at 9 s.
    ArrivalPace(
      first: ArrivalPace.Arrival(time: time(1000), arrival: time(9000)),
      latest: ArrivalPace.Arrival(time: time(latest.time), arrival: time(latest.arrival)), hasEnded: hasEnded,
      delay: TimeSpan(nanoseconds: delay * Self.millisecond), speed: speed, now: time(now))
  }

  @Test func `What came while programs looked for the device is due at once`() {
    // Half a second of touches came in half a second; a second has passed.
    let live = pace(latest: (1500, 9500), now: 10_000)
    #expect(live.deadline(of: time(1000)) == time(9000))
    #expect(live.deadline(of: time(1500)) == time(9500))
  }

  @Test func `What comes faster than it was recorded keeps its distances, from now on`() {
    // Five seconds of touches came in ten milliseconds.
    let file = pace(latest: (6000, 9010), now: 10_000)
    #expect(file.deadline(of: time(1000)) == time(10_000))
    #expect(file.deadline(of: time(6000)) == time(15_000))
    // A short file is known by its end.
    let short = pace(latest: (1050, 9000), hasEnded: true, now: 10_000)
    #expect(short.deadline(of: time(1050)) == time(10_050))
  }

  @Test func `A delay and a speed apply to every frame`() {
    let delayed = pace(latest: (1000, 9000), delay: 50, now: 9000)
    #expect(delayed.deadline(of: time(1200)) == time(9250))
    // 200 ms at half the speed are 400.
    let slow = pace(latest: (1000, 9000), speed: 0.5, now: 9000)
    #expect(slow.deadline(of: time(1200)) == time(9400))
  }

  @Test(arguments: PropertySeeds.from(1, count: 50))
  func `What waited before it was read delays nothing that comes later`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rate = ArrivalRate()
    let waited = Int64(random.next(below: 2000))
    let backlog = waited / 4
    // Frames of 4 ms: those that waited come at once, the others after 2 ms and up to 20 more.
    for frame in 0..<backlog { rate.record(.init(time: time(frame * 4), arrival: time(waited))) }
    #expect(rate.liveDelay == nil)
    var least = Int64.max
    for frame in backlog..<backlog + 200 {
      let delay = 2 + Int64(random.next(below: 20))
      rate.record(.init(time: time(frame * 4), arrival: time(max(frame * 4 + delay, waited))))
      least = min(least, max(frame * 4 + delay, waited) - frame * 4)
    }
    let found = try #require(rate.liveDelay)
    #expect(found.nanoseconds <= (least + 1) * Self.millisecond && found.nanoseconds >= 0)
  }

  @Test func `A file is never taken for a device`() {
    // Blocks of 64 frames of 4 ms that come every 20 ms, thirteen times as fast as they were made.
    var rate = ArrivalRate()
    for frame in Int64(0)..<10_000 {
      rate.record(.init(time: time(frame * 4), arrival: time(frame / 64 * 20)))
      #expect(rate.liveDelay == nil)
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 50))
  func `With changing delays a frame is due on arrival, or when the fastest frame would have arrived`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var pace = pace(latest: (1000, 9000), now: 9000)
    // The first frame took 8 s on these clocks; others take up to 50 ms less or 300 ms more.
    var least: Int64 = 8000
    for frame in Int64(1)...500 {
      let recorded = 1000 + frame * 400
      let arrival = recorded + 7950 + Int64(random.next(below: 350))
      let deadline = pace.deadline(of: time(recorded))
      #expect(deadline == time(recorded + least))
      // One that is early waits for that long, alone.
      pace.recordEarly(by: deadline.since(time(arrival)))
      least = min(least, arrival - recorded)
    }
  }
}
