import Testing
import TouchReelInputEvents
import TouchReelReplaying

/// A clock that moves only when somebody waits, or when a write is said to take time.
private struct ManualClock: ReplayClock {
  private(set) var now = Timestamp(nanoseconds: 0)
  /// Milliseconds after which a signal comes.
  var signalAfter: Int64?

  mutating func wait(until instant: Timestamp) -> ReplayWait {
    if let signalAfter, instant >= .milliseconds(signalAfter) {
      now = max(now, .milliseconds(signalAfter))
      return .interrupted(by: 2)
    }
    now = max(now, instant)
    return .reached
  }

  mutating func pass(milliseconds: Int64) { now = now.advanced(by: TimeSpan(nanoseconds: milliseconds * 1_000_000)) }
}

extension Timestamp {
  fileprivate static func milliseconds(_ value: Int64) -> Timestamp { Timestamp(nanoseconds: value * 1_000_000) }
}

/// Plays frames at these milliseconds of a recording, and notes when each was written.
///
/// - Parameter delays: how long the write of the frame of this index takes.
private func timeline(
  of frames: [Int64], pace: ReplayPace = ReplayPace(), zero: Int64? = nil, delays: [Int: Int64] = [:],
  signalAfter: Int64? = nil
) -> [Int64] {
  var clock = ManualClock(signalAfter: signalAfter)
  clock.pass(milliseconds: 100)
  var schedule = ReplaySchedule(
    zero: .milliseconds(zero ?? frames.first ?? 0), startingAt: .milliseconds(1000), pace: pace)
  var written: [Int64] = []
  while true {
    for (index, frame) in frames.enumerated() {
      guard clock.wait(until: schedule.deadline(of: .milliseconds(frame))) == .reached else { return written }
      clock.pass(milliseconds: delays[index] ?? 0)
      written.append(clock.now.nanoseconds / 1_000_000)
    }
    guard case .again = schedule.finishPass(), written.count < 100 else { return written }
  }
}

struct ReplayScheduleTests {
  @Test func `Frames keep their distances from the first one`() {
    #expect(timeline(of: [5000, 5004, 5012]) == [1000, 1004, 1012])
  }

  @Test func `A late frame does not make the next one late`() {
    // The frame at 4 ms takes 5 ms: the one at 8 ms comes late at 1009, the one at 12 ms in time.
    #expect(timeline(of: [0, 4, 8, 12], delays: [1: 5]) == [1000, 1009, 1009, 1012])
  }

  @Test func `Twice the speed halves the distances`() {
    #expect(timeline(of: [0, 40, 100], pace: ReplayPace(speed: 2)) == [1000, 1020, 1050])
  }

  @Test func `Half the speed doubles the distances`() {
    #expect(timeline(of: [0, 40, 100], pace: ReplayPace(speed: 0.5)) == [1000, 1080, 1200])
  }

  @Test func `Each pass starts a pause after the end of the one before`() {
    let pace = ReplayPace(passes: 3, pause: TimeSpan(nanoseconds: 200_000_000))
    // 1000, +50; 1050 + 200 = 1250, +50; 1300 + 200 = 1500, +50.
    #expect(timeline(of: [7, 57], pace: pace) == [1000, 1050, 1250, 1300, 1500, 1550])
  }

  @Test func `The pause is as long at any speed`() {
    let pace = ReplayPace(speed: 5, passes: 2, pause: TimeSpan(nanoseconds: 200_000_000))
    #expect(timeline(of: [0, 50], pace: pace) == [1000, 1010, 1210, 1220])
  }

  @Test func `A late end of a pass does not move the next pass`() {
    let pace = ReplayPace(passes: 2, pause: TimeSpan(nanoseconds: 200_000_000))
    #expect(timeline(of: [0, 50], pace: pace, delays: [1: 30]) == [1000, 1080, 1250, 1330])
  }

  @Test func `Without a number of passes there is always another one`() {
    var schedule = ReplaySchedule(
      zero: .milliseconds(0), startingAt: .milliseconds(0), pace: ReplayPace(passes: nil, pause: .zero))
    for pass in 1...1000 {
      _ = schedule.deadline(of: .milliseconds(3))
      #expect(schedule.finishPass() == .again(at: .milliseconds(Int64(pass) * 3)))
    }
  }

  @Test func `What lies before the zero is due at once`() {
    #expect(timeline(of: [10, 20, 30], zero: 20) == [1000, 1000, 1010])
  }

  @Test func `A time that goes back is due at its own instant`() {
    #expect(timeline(of: [0, 10, 6, 12]) == [1000, 1010, 1010, 1012])
  }

  @Test func `A signal ends the replay before the frame that was waited for`() {
    #expect(timeline(of: [0, 4, 8], signalAfter: 1006) == [1000, 1004])
  }

  @Test func `Ten hours do not add up to a drift`() {
    var schedule = ReplaySchedule(
      zero: .milliseconds(0), startingAt: Timestamp(nanoseconds: 1), pace: ReplayPace(speed: 3))
    // 36,000 s / 3 = 12,000 s.
    let last = schedule.deadline(of: .milliseconds(36_000_000))
    #expect(last == Timestamp(nanoseconds: 12_000_000_000_001))
  }

  @Test func `Speeds out of range, times at the ends and negative pauses do not trap`() {
    for speed in [0, -1, .infinity, .nan, 1e-300] {
      let pace = ReplayPace(speed: speed, passes: -3, pause: TimeSpan(nanoseconds: -5))
      #expect(ReplayPace.speeds.contains(pace.speed))
      #expect(pace.passes == 1)
      #expect(pace.pause == .zero)
      var schedule = ReplaySchedule(
        zero: Timestamp(nanoseconds: .min), startingAt: Timestamp(nanoseconds: .max), pace: pace)
      #expect(schedule.deadline(of: Timestamp(nanoseconds: .max)) == Timestamp(nanoseconds: .max))
      #expect(schedule.finishPass() == .over)
    }
  }
}
