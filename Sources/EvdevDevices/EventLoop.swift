import ByteStreams
import CEvdev
import Glibc
package import SystemPackage

/// `epoll(7)`: waits for any of several descriptors, each known by a token.
struct Epoll: ~Copyable {
  private let descriptor: OwnedDescriptor
  private var ready = [epoll_event](repeating: epoll_event(), count: 16)

  init() throws(Errno) { descriptor = try OwnedDescriptor(from: { epoll_create1(CInt(EPOLL_CLOEXEC)) }) }

  func add(_ number: CInt, token: UInt64) throws(Errno) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = token
    guard epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event) == 0 else { throw Errno(rawValue: errno) }
  }

  /// A closed descriptor needs no removal.
  mutating func wait(into tokens: inout [UInt64]) throws(Errno) {
    tokens.removeAll(keepingCapacity: true)
    let count = epoll_wait(descriptor.number, &ready, CInt(ready.count), -1)
    guard count >= 0 else {
      if errno == EINTR { return }
      throw Errno(rawValue: errno)
    }
    for event in ready[..<Int(count)] { tokens.append(event.data.u64) }
  }
}

/// `timerfd_create(2)` on CLOCK_MONOTONIC.
package struct DeadlineTimer: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// In nanoseconds.
  private var deadline: Int64?

  package init() throws(Errno) {
    descriptor = try OwnedDescriptor(from: { timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC)) })
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
  /// - Parameter make: a system call that gives a descriptor or −1.
  init(from make: () -> CInt) throws(Errno) {
    let number = make()
    guard number >= 0 else { throw Errno(rawValue: errno) }
    self.init(number: number)
  }
}

/// `eventfd(2)`: what one thread signals is readable for another.
struct EventSignal: ~Copyable {
  private let descriptor: OwnedDescriptor

  init() throws(Errno) {
    descriptor = try OwnedDescriptor(from: { eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)) })
  }

  var readiness: CInt { descriptor.number }

  /// Of the descriptor alone, for a thread that does not own the signal.
  static func raise(_ number: CInt) {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  func acknowledge() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }
}
