public import InputEvents

/// The clock of a replay in real time.
public protocol ReplayClock: ~Copyable {
  var now: Timestamp { get }

  /// Waits until an instant, or until something ends the replay.
  mutating func wait(until instant: Timestamp) -> ReplayWait
}

/// How a wait ended.
public enum ReplayWait: Hashable, Sendable {
  case reached
  /// SIGINT, SIGTERM, SIGHUP.
  case interrupted(by: Int32)
}
