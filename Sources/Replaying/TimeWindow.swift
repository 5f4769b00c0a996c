package import InputEvents

/// A part of a recording's time, with both of its bounds.
package struct TimeWindow: Hashable, Sendable {
  /// `nil` where there is no bound.
  package var start: Timestamp?
  package var end: Timestamp?

  package init(from start: Timestamp?, through end: Timestamp?) {
    self.start = start
    self.end = end
  }

  package var isOfAll: Bool { start == nil && end == nil }

  package func isAfterStart(_ time: Timestamp) -> Bool { start.map { time >= $0 } ?? true }
  package func isBeforeEnd(_ time: Timestamp) -> Bool { end.map { time <= $0 } ?? true }
  package func contains(_ time: Timestamp) -> Bool { isAfterStart(time) && isBeforeEnd(time) }
}
