import Glibc

/// What keeps other programs from delaying this thread, as far as this user may ask for it.
enum RealTimePriority {
  /// Goes before all threads without real-time priority, and keeps the memory in use from being swapped out. Both are
  /// silently left out where they are not permitted: a replay is a little less exact then.
  static func request() {
    var parameters = sched_param()
    parameters.sched_priority = sched_get_priority_min(SCHED_FIFO) + 9
    _ = sched_setscheduler(0, SCHED_FIFO, &parameters)
    _ = mlockall(CInt(MCL_CURRENT))
  }
}
