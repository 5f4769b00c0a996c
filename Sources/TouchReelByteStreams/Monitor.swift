import Glibc

/// A value shared between threads, with a condition to wait for its change.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock of a pthread mutex, since the standard
/// library's `Mutex` has no condition to wait for.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the value and wakes every waiting thread.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&value)
    pthread_cond_broadcast(condition)
    return result
  }

  /// Waits until `body` returns a value, and wakes every waiting thread, since `body` may change the monitor's value.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Waits until `body` is true, for at most this many milliseconds.
  func wait(milliseconds: Int, orUntil body: (Value) -> Bool) {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !body(value) {
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return }
    }
  }
}
