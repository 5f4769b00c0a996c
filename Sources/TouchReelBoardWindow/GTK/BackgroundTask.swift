import CTouchReelGtk
import Synchronization
import TouchReelByteStreams
import TouchReelRecordings

/// Work on a thread of its own, whose outcome is handled on the main loop.
///
/// ```
/// task = BackgroundTask { progress in try? survey(path, progress) } then: { [weak self] in self?.show($0) }
/// ```
final class BackgroundTask<Outcome> {
  /// Shared with the thread.
  let progress = TaskProgress()
  private let handle: (Outcome) -> Void
  private let discard: (Outcome) -> Void
  private var thread: WorkerThread?

  /// - Parameters:
  ///   - work: runs on the thread; it returns early if the task is cancelled.
  ///   - handle: called with the outcome on the main loop.
  ///   - discard: called instead if the task was cancelled.
  init(
    _ work: @escaping @Sendable (TaskProgress) -> sending Outcome, then handle: @escaping (Outcome) -> Void,
    cancelled discard: @escaping (Outcome) -> Void = { _ in }
  ) {
    self.handle = handle
    self.discard = discard
    do {
      thread = try WorkerThread { [self, progress] in
        let outcome = SendingBox(work(progress))
        MainLoop.schedule { self.finish(outcome) }
      }
    } catch {
      // If no thread can be started, the window waits.
      let outcome = SendingBox(work(progress))
      MainLoop.schedule { self.finish(outcome) }
    }
  }

  private func finish(_ box: SendingBox<Outcome>) {
    thread?.join()
    guard let outcome = box.removeContent() else { return }
    if progress.isCancelled { discard(outcome) } else { handle(outcome) }
  }
}

/// The progress of a background task, and whether it is cancelled.
nonisolated final class TaskProgress: Sendable {
  private struct State {
    var fraction = 0.0
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// The fraction from 0 to 1.
  var fraction: Double { state.withLock { $0.fraction } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() { state.withLock { $0.isCancelled = true } }

  func update(_ fraction: Double) { state.withLock { $0.fraction = fraction } }

  /// The same bytes; reading them updates the progress, and fails once the task is cancelled.
  ///
  /// - Parameter part: the share of the progress that reading all of them is.
  func tracked(
    _ bytes: any ByteSource & Sendable, as part: ClosedRange<Double> = 0...1
  ) -> any ByteSource & Sendable {
    WatchedBytes(bytes) { fraction in
      self.update(part.lowerBound + fraction * (part.upperBound - part.lowerBound))
      return self.isCancelled ? .stop : .continue
    }
  }
}

/// What work needs that does more than to read.
nonisolated extension TaskProgress {
  /// The same bytes, which cannot be read once the task is cancelled.
  func cancelling(_ bytes: any ByteSource & Sendable) -> any ByteSource & Sendable {
    WatchedBytes(bytes) { _ in self.isCancelled ? .stop : .continue }
  }

  /// - Throws: if the task is cancelled.
  func advance(to fraction: Double) throws(FileError) {
    guard !isCancelled else { throw FileError(file: "", message: "was cancelled") }
    update(fraction)
  }
}

/// A value that one thread passes to another.
nonisolated private final class SendingBox<Content>: Sendable {
  private let content: Mutex<Content?>

  init(_ content: sending Content) { self.content = Mutex(content) }

  /// Returns the value; `nil` the second time.
  func removeContent() -> sending Content? {
    content.withLock { content in
      let taken = content
      content = nil
      return taken
    }
  }
}
