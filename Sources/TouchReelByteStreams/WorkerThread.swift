import Glibc
package import SystemPackage

/// A background thread with all signals blocked, which are left to other threads.
package final class WorkerThread {
  private let thread: pthread_t

  /// - Throws: if the system cannot start a thread.
  package convenience init(_ work: @escaping @Sendable () -> Void) throws(Errno) {
    try self.init(Work(work))
  }

  /// - Parameter value: transferred to the thread.
  package convenience init<Value>(
    handing value: sending Value, to work: @escaping @Sendable (Value) -> Void
  ) throws(Errno) {
    try self.init(Work { work(value) })
  }

  private init(_ work: sending Work) throws(Errno) {
    let box = Unmanaged.passRetained(work)
    var everySignal = sigset_t()
    var previous = sigset_t()
    sigfillset(&everySignal)
    // A thread begins with the signal mask of the one that makes it.
    pthread_sigmask(SIG_SETMASK, &everySignal, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, runWork, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw Errno(rawValue: failure)
    }
    self.thread = thread
  }

  /// Waits for the thread's end. Call it once.
  package func join() { pthread_join(thread, nil) }

  /// Whether the system lets so many threads run at once, as it does unless it is short of memory or has a limit.
  package static func canStart(_ count: Int) -> Bool {
    let isTried = Monitor(false)
    let threads = (0..<count).compactMap { _ in
      try? WorkerThread { isTried.wait { $0 ? () : nil } }
    }
    isTried.change { $0 = true }
    for thread in threads { thread.join() }
    return threads.count == count
  }
}

private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}
