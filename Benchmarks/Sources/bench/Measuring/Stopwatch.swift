import Glibc

/// The time that a body takes, in nanoseconds.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let elapsed = try clock.measure(body)
  return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}

/// As ``nanoseconds(_:)``, of this thread on a processor alone: what else the machine does is not counted.
func processorNanoseconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}

/// Keeps a result from being optimised away.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
