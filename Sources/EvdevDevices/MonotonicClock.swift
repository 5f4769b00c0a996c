import CEvdev
import Glibc
package import InputEvents

/// The clock that devices are told to use.
package enum MonotonicClock {
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
