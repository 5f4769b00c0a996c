import CGtk

/// What the main loop does later.
enum Later {
  private final class Work {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// - Returns: the number by which it can be called off, until it was done.
  @discardableResult
  static func seconds(_ seconds: guint, _ run: @escaping () -> Void) -> guint {
    milliseconds(seconds * 1000, run)
  }

  @discardableResult
  static func milliseconds(_ interval: guint, _ run: @escaping () -> Void) -> guint {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, interval,
      { work in
        guard let work else { return 0 }
        nonisolated(unsafe) let pointer = work
        MainActor.assumeIsolated { Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue().run() }
        return 0
      },
      Unmanaged.passRetained(Work(run)).toOpaque(),
      { work in if let work { Unmanaged<Work>.fromOpaque(work).release() } })
  }
}
