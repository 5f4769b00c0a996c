import Glibc
package import SystemPackage
import TouchReelByteStreams

/// Waits for a descriptor on a thread of its own, so that a task that waits holds no thread of the tasks'.
package final class AsyncReadiness {
  private struct State: Sendable {
    var waiting: CheckedContinuation<Void, Never>?
    var isEnded = false
  }

  private let state = Monitor(State())
  private let stop: EventSignal
  private let thread: WorkerThread

  /// - Throws: if the system cannot start a thread, or has no descriptors left.
  package init(of descriptor: CInt) throws(Errno) {
    let stop = try EventSignal()
    self.stop = stop
    thread = try WorkerThread { [state] in
      while let waiting = state.wait(for: Self.takeWaiting) {
        Self.poll(descriptor, stop.readiness)
        waiting.resume()
      }
    }
  }

  deinit {
    state.change { $0.isEnded = true }
    stop.raise()
    thread.join()
  }

  /// Waits until the descriptor is readable, or the task is cancelled. One task at a time may wait.
  package func wait(isolation actor: isolated (any Actor)? = #isolation) async {
    let (state, stop) = (state, stop)
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in state.change { $0.waiting = waiting } }
    } onCancel: {
      stop.raise()
    }
  }

  /// - Returns: `nil` if there is nothing to do yet, an empty optional at the end.
  private static func takeWaiting(_ state: inout State) -> CheckedContinuation<Void, Never>?? {
    if let waiting = state.waiting.take() { return .some(waiting) }
    return state.isEnded ? .some(nil) : nil
  }

  private static func poll(_ descriptor: CInt, _ stop: CInt) {
    var requests = [descriptor, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = Glibc.poll(&requests, 2, -1)
  }
}
