import EvdevDevices

/// Ctrl-C while a recording is followed: what came until then is printed, and what was noticed.
final class FollowEnd {
  private let signals: SignalWatch
  private(set) var isReached = false

  init() throws { signals = try SignalWatch() }

  /// The signal has done its work.
  deinit { while signals.next() != nil {} }

  /// A descriptor that has input once a signal came.
  var readiness: CInt { signals.readiness }

  /// Whether a signal came.
  func check() -> Bool {
    if signals.next() != nil { isReached = true }
    return isReached
  }
}
