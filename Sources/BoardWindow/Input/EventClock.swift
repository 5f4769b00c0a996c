import CGtk
import InputEvents

/// Converts the times of GDK events, in milliseconds on a clock of the window system, to CLOCK_MONOTONIC.
///
/// The least delay of any event so far is taken to be zero.
final class EventClock {
  /// In milliseconds.
  private var offset: Int64?
  private var latest: (raw: UInt32, whole: Int64)?

  nonisolated static var now: Timestamp { Timestamp(microseconds: Int64(g_get_monotonic_time())) }

  func time(of raw: UInt32) -> Timestamp {
    let now = Int64(g_get_monotonic_time())
    // GDK_CURRENT_TIME: the event has no time.
    guard raw != 0 else { return Timestamp(microseconds: now) }
    let whole = unwrapped(raw)
    let least = min(offset ?? .max, now / 1000 - whole)
    offset = least
    return Timestamp(microseconds: min((whole + least) * 1000, now))
  }

  /// The time without the wrap-around after 49 days.
  private func unwrapped(_ raw: UInt32) -> Int64 {
    let whole = latest.map { $0.whole + Int64(Int32(bitPattern: raw &- $0.raw)) } ?? Int64(raw)
    latest = (raw, whole)
    return whole
  }
}
