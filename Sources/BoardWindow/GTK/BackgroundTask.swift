import ByteStreams
import CGtk
import Recordings
import Synchronization

/// Something long that a thread of its own does while the windows go on; the main loop takes what comes of it.
///
/// ```
/// errand = BackgroundTask { watch in try? survey(path, watch) } then: { [weak self] in self?.show($0) }
/// ```
final class BackgroundTask<Outcome> {
  /// Shared with the thread.
  let watch = BackgroundTaskWatch()
  private let take: (Outcome) -> Void
  private let discard: (Outcome) -> Void
  private var thread: WorkerThread?

  /// - Parameters:
  ///   - work: done on the thread; it ends early where the watch says so.
  ///   - take: given the outcome on the main loop.
  ///   - discard: given it instead where the errand was called off.
  init(
    _ work: @escaping @Sendable (BackgroundTaskWatch) -> sending Outcome, then take: @escaping (Outcome) -> Void,
    unwanted discard: @escaping (Outcome) -> Void = { _ in }
  ) {
    self.take = take
    self.discard = discard
    do {
      thread = try WorkerThread { [self, watch] in
        let parcel = SendingBox(work(watch))
        MainLoop.onMainLoop { self.arrive(parcel) }
      }
    } catch {
      // A system without a thread to give has the window wait.
      let parcel = SendingBox(work(watch))
      MainLoop.onMainLoop { self.arrive(parcel) }
    }
  }

  private func arrive(_ parcel: SendingBox<Outcome>) {
    thread?.join()
    guard let outcome = parcel.open() else { return }
    if watch.isCancelled { discard(outcome) } else { take(outcome) }
  }
}

/// How far an errand is, and whether anybody still wants it.
nonisolated final class BackgroundTaskWatch: Sendable {
  private struct State {
    var fraction = 0.0
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Of 0…1.
  var fraction: Double { state.withLock { $0.fraction } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Nobody wants it any longer.
  func cancel() { state.withLock { $0.isCancelled = true } }

  func note(_ fraction: Double) { state.withLock { $0.fraction = fraction } }

  /// Bytes whose reading is a part of the errand.
  func watched(
    _ bytes: any ByteSource & Sendable, as part: ClosedRange<Double> = 0...1
  ) -> any ByteSource & Sendable {
    WatchedBytes(bytes) { fraction in
      self.note(part.lowerBound + fraction * (part.upperBound - part.lowerBound))
      return self.isCancelled ? .stop : .continue
    }
  }
}

/// What one thread hands to another.
nonisolated private final class SendingBox<Content>: Sendable {
  private let content: Mutex<Content?>

  init(_ content: sending Content) { self.content = Mutex(content) }

  /// Once.
  func open() -> sending Content? {
    content.withLock { content in
      let taken = content
      content = nil
      return taken
    }
  }
}
