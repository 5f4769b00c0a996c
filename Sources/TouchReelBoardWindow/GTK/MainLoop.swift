import CTouchReelGtk
import Glibc

/// Schedules work on the main loop.
enum MainLoop {
  /// Runs a closure each time that a signal is received, unless the parent process set it to be ignored.
  static func onSignal(_ signal: CInt, _ run: @escaping () -> Void) {
    var action = sigaction()
    sigaction(signal, nil, &action)
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, signal,
      { work in
        perform(work)
        return 1
      }, Unmanaged.passRetained(Work(run)).toOpaque(), { release($0) })
  }

  /// Runs a closure once after a delay.
  ///
  /// - Returns: the source id, for cancelling with `g_source_remove` before the closure runs.
  @discardableResult
  static func after(seconds: guint, _ run: @escaping () -> Void) -> guint {
    after(milliseconds: seconds * 1000, run)
  }

  /// Runs a closure as soon as the main loop is idle; can be called from any thread.
  nonisolated static func schedule(_ run: @escaping @MainActor @Sendable () -> Void) {
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { delivery in
        guard let delivery else { return 0 }
        let run = Unmanaged<Delivery>.fromOpaque(delivery).takeUnretainedValue().run
        MainActor.assumeIsolated { run() }
        return 0
      }, Unmanaged.passRetained(Delivery(run)).toOpaque(),
      { delivery in if let delivery { Unmanaged<Delivery>.fromOpaque(delivery).release() } })
  }

  @discardableResult
  static func after(milliseconds interval: guint, _ run: @escaping () -> Void) -> guint {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, interval,
      { work in
        perform(work)
        return 0
      }, Unmanaged.passRetained(Work(run)).toOpaque(), { release($0) })
  }
}

private final class Work {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Work that another thread schedules.
private nonisolated final class Delivery: Sendable {
  let run: @MainActor @Sendable () -> Void

  init(_ run: @escaping @MainActor @Sendable () -> Void) { self.run = run }
}

private nonisolated func perform(_ work: UnsafeMutableRawPointer?) {
  guard let work else { return }
  nonisolated(unsafe) let pointer = work
  MainActor.assumeIsolated { Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue().run() }
}

private nonisolated func release(_ work: UnsafeMutableRawPointer?) {
  if let work { Unmanaged<Work>.fromOpaque(work).release() }
}

/// Calls a closure before each display frame, as long as that has something to do.
final class FrameTicker {
  enum TickResult {
    case `continue`, stop
  }

  private let widget: ObjectPointer
  private let step: () -> TickResult
  private var isTicking = false

  /// - Parameter step: returns whether there is more to do.
  init(_ widget: ObjectPointer, _ step: @escaping () -> TickResult) {
    self.widget = widget
    self.step = step
  }

  /// Starts calling the closure.
  func wake() {
    guard !isTicking else { return }
    isTicking = true
    gtk_widget_add_tick_callback(
      widget.widget,
      { _, _, ticker in
        guard let ticker else { return 0 }
        nonisolated(unsafe) let pointer = ticker
        return MainActor.assumeIsolated { Unmanaged<FrameTicker>.fromOpaque(pointer).takeUnretainedValue().tick() }
      },
      Unmanaged.passRetained(self).toOpaque(),
      { ticker in if let ticker { Unmanaged<FrameTicker>.fromOpaque(ticker).release() } })
  }

  private func tick() -> gboolean {
    isTicking = step() == .continue
    return isTicking ? 1 : 0
  }
}
