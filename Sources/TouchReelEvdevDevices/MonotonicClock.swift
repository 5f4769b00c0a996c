import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelByteStreams
package import TouchReelInputEvents

/// The clock that devices are set to.
package enum MonotonicClock {
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

/// `timerfd_create(2)` on CLOCK_MONOTONIC.
package struct DeadlineTimer: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// The deadline, in nanoseconds.
  private var deadline: Optional<Int64>

  package init() throws(Errno) {
    descriptor = try OwnedDescriptor(from: { timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC)) })
    deadline = nil
  }

  package var readiness: CInt { descriptor.number }

  /// Readable from the deadline on; never without one.
  package mutating func set(_ deadline: Int64?) throws(Errno) {
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    var time = itimerspec()
    if let deadline {
      // A time of 0 would stop the timer.
      let (seconds, rest) = max(deadline, 1).quotientAndRemainder(dividingBy: 1_000_000_000)
      // No trap: both are parts of 64 bits of nanoseconds.
      time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }
    guard timerfd_settime(descriptor.number, CInt(TFD_TIMER_ABSTIME), &time, nil) == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  /// After it fired: it fires again only when it is set again.
  mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
    deadline = nil
  }
}

extension OwnedDescriptor {
  /// - Parameter make: a system call that returns a descriptor, or −1 if it fails.
  init(from make: () -> CInt) throws(Errno) {
    let number = make()
    guard number >= 0 else { throw Errno(rawValue: errno) }
    self.init(number: number)
  }
}
