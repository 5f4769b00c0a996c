import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelEvdevDevices
public import TouchReelInputEvents
package import TouchReelReplaying

/// CLOCK_MONOTONIC for a replay: sleeps until absolute times, which signals end.
///
/// A sleeping thread wakes 50 to 300 µs late. So a wait sleeps until a little before its instant, by as much as the
/// last sleeps were late, and polls the clock for the rest.
package struct InjectionClock: ReplayClock, ~Copyable {
  private static let longDelay = TimeSpan(nanoseconds: 2_000_000)
  /// After a delay many frames are due at once: readers get time to take each before the kernel's buffer overflows, a
  /// quarter of what they had between the recorded ones, within these bounds. A device of 1,000 frames a second is
  /// still caught up with.
  private static let breath = (shortest: Int64(300_000), longest: Int64(1_000_000))

  private let signals: SignalWatch
  private var timer: DeadlineTimer
  private var awaited: [pollfd]
  private var lateness: WakeupLatency
  private var previous: Optional<Timestamp>

  /// Receives the signals that end a program, for as long as the clock lives.
  package init() throws(Errno) {
    let signals = try SignalWatch()
    let timer = try DeadlineTimer()
    awaited = [timer.readiness, signals.readiness].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    (lateness, previous) = (WakeupLatency(), nil)
    self.signals = signals
    self.timer = timer
  }

  package var now: Timestamp { MonotonicClock.now }

  package mutating func wait(until instant: Timestamp) -> ReplayWait {
    let wake = instant.advanced(by: lateness.lead)
    let distance = instant.since(previous ?? instant)
    previous = instant
    var time = now
    if wake > time {
      if let signal = sleep(until: wake) { return .interrupted(by: signal) }
      time = now
      lateness.record(time.since(wake))
    } else if let signal = signals.next() {
      // A replay that is late throughout can be stopped as well.
      return .interrupted(by: signal)
    } else if time.since(instant) > Self.longDelay {
      let breath = min(max(distance.nanoseconds / 4, Self.breath.shortest), Self.breath.longest)
      rest(TimeSpan(nanoseconds: breath))
    }
    while time < instant { time = now }
    return .reached
  }

  /// Waits for input, or for its end.
  package func wait(forInputOn descriptor: FileDescriptor) -> ReplayWait {
    var polled = [signals.readiness, descriptor.rawValue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
        if errno == EINTR { continue }
        return .reached
      }
      if polled[0].revents != 0, let signal = signals.next() { return .interrupted(by: signal) }
      if polled[1].revents != 0 { return .reached }
    }
  }

  /// Sleeps, so that readers on the same processor get a turn.
  func rest(_ span: TimeSpan) {
    var moment = timespec(tv_sec: 0, tv_nsec: Int(span.nanoseconds))
    nanosleep(&moment, nil)
  }

  /// - Returns: the signal that ended the sleep, if one did.
  private mutating func sleep(until instant: Timestamp) -> CInt? {
    // If the system cannot set the timer or wait for it, the clock is polled instead.
    do throws(Errno) { try timer.set(instant.nanoseconds) } catch { return nil }
    while true {
      guard poll(&awaited, nfds_t(awaited.count), -1) >= 0 else {
        if errno == EINTR { continue }
        return nil
      }
      if awaited[1].revents != 0, let signal = signals.next() { return signal }
      if awaited[0].revents != 0 { return nil }
    }
  }
}

/// How late sleeps end, learnt from earlier ones.
struct WakeupLatency: Hashable, Sendable {
  private static let most: Int64 = 800_000
  private var estimate: Int64 = 200_000

  /// A span to be added to an instant: negative.
  var lead: TimeSpan { TimeSpan(nanoseconds: -estimate) }

  /// Up at once, down slowly: a late wake costs precision, an early one a few microseconds of a processor.
  mutating func record(_ lateness: TimeSpan) {
    let wanted = min(max(lateness.nanoseconds, 0) + 20_000, Self.most)
    estimate = max(wanted, estimate - (estimate - wanted) / 128)
  }
}

/// Keeps other programs from delaying this thread, as far as this user may request it.
enum RealTimePriority {
  /// Takes precedence over all threads without real-time priority, and keeps the memory in use from being swapped out.
  /// Both are silently skipped if they are not permitted: the replay is then a little less exact.
  static func request() {
    var parameters = sched_param()
    parameters.sched_priority = sched_get_priority_min(SCHED_FIFO) + 9
    _ = sched_setscheduler(0, SCHED_FIFO, &parameters)
    _ = mlockall(CInt(MCL_CURRENT))
  }
}

/// How late frames were written: the time when the kernel had the frame minus its deadline.
public struct TimingReport: Hashable, Sendable {
  /// The number of frames that were written.
  public private(set) var frames = 0
  /// The longest delay of a frame.
  public private(set) var maximum = TimeSpan.zero
  private var counts = [Int](repeating: 0, count: Self.bucketCount)

  package init() {}

  /// Counts a frame. One that came before its deadline counts as on time.
  package mutating func add(_ lateness: TimeSpan) {
    frames += 1
    maximum = max(maximum, lateness)
    counts[Self.bucket(of: lateness)] += 1
  }

  /// The delay that half of the frames do not exceed.
  public var median: TimeSpan { percentile(50) }

  /// The lateness that this percentage of the frames did not exceed, rounded up by at most 3 %.
  public func percentile(_ percent: Double) -> TimeSpan {
    let wanted = (Double(frames) * min(max(percent, 0), 100) / 100).rounded(.up)
    var count = 0
    for (bucket, part) in counts.enumerated() where part > 0 {
      count += part
      if Double(count) >= wanted { return min(Self.upperBound(of: bucket), maximum) }
    }
    return maximum
  }
}

/// Buckets of which 32 cover each doubling, so that a replay of any length takes the same memory.
extension TimingReport {
  private static let bucketCount = 64 * 32

  private static func bucket(of lateness: TimeSpan) -> Int {
    let value = UInt64(max(lateness.nanoseconds, 0))
    guard value >= 32 else { return Int(value) }
    let shift = 58 - value.leadingZeroBitCount
    return (shift + 1) * 32 + Int(value >> UInt64(shift)) - 32
  }

  private static func upperBound(of bucket: Int) -> TimeSpan {
    guard bucket >= 32 else { return TimeSpan(nanoseconds: Int64(bucket)) }
    let shift = bucket / 32 - 1
    let (bound, overflow) = Int64(bucket % 32 + 33).multipliedReportingOverflow(by: 1 << Int64(shift))
    return TimeSpan(nanoseconds: overflow ? .max : bound - 1)
  }
}
