import Glibc

/// Sleeps to absolute deadlines, so that a little lateness does not add up. A great one is not made up for: a guest
/// that its host kept waiting would play a burst, which no finger does and no reader need bear.
struct Pace {
  private var deadline = Pace.now

  /// CLOCK_MONOTONIC in nanoseconds.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  mutating func sleep(microseconds: Int) {
    deadline = max(deadline + microseconds * 1000, Self.now)
    var time = timespec(tv_sec: deadline / 1_000_000_000, tv_nsec: deadline % 1_000_000_000)
    while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &time, nil) == EINTR {}
  }

  /// Asks again and again until the answer is yes; what another process does has no other sign.
  static func poll(_ isReached: () -> Bool) {
    while !isReached() { usleep(1000) }
  }
}
