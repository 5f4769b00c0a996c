package import TouchReelInputEvents

/// The time of a recording at each of its entries: the latest that its clock has shown by then.
///
/// Entries are in the order in which things happened, and clocks are set back. Then the time stands still until the
/// clock has caught up. So it never falls, and every time is one position in the file; `docs/times.md` has the rule.
package struct ReachedTime: Hashable, Sendable {
  /// `nil` before the first entry that has a time.
  package private(set) var latest: Timestamp?
  private var stands = false

  package init() {}

  /// - Parameter time: of the next entry in the file; `nil` if it has none.
  @inline(__always)
  package mutating func advance(to time: Timestamp?) {
    guard let time else { return }
    guard let latest, time <= latest else {
      (latest, stands) = (time, false)
      return
    }
    stands = true
  }

  /// The recording's time of what the entry says of an instant: that instant, or where the time stands still, no
  /// earlier one than that.
  @inline(__always)
  package func time(of instant: Timestamp) -> Timestamp {
    guard stands, let latest else { return instant }
    return max(instant, latest)
  }
}

/// A part of a recording: entries that follow one another in the file, from one of its times up to another.
package struct RecordingSpan: Hashable, Sendable {
  /// Where it ends.
  package enum End: Hashable, Sendable {
    /// Before the first entry at or after this time, so that the span that starts there has all that follows.
    case before(Timestamp)
    /// Before the first entry after this time, as a picture has all up to and with its time.
    case through(Timestamp)
    /// Behind the last entry.
    case file
  }

  /// It begins with the first entry at or after this time; `nil` for the first of all.
  package var start: Timestamp?
  package var end: End

  package init(from start: Timestamp? = nil, to end: End = .file) {
    self.start = start
    self.end = end
  }

  package var isOfAll: Bool { start == nil && end == .file }

  /// - Parameter time: of the recording, as ``ReachedTime`` has it.
  package func isAfterStart(_ time: Timestamp) -> Bool { start.map { time >= $0 } ?? true }

  /// - Parameter time: of the recording, as ``ReachedTime`` has it.
  package func isBeforeEnd(_ time: Timestamp) -> Bool {
    switch end {
    case .before(let end): time < end
    case .through(let end): time <= end
    case .file: true
    }
  }

  package func contains(_ time: Timestamp) -> Bool { isAfterStart(time) && isBeforeEnd(time) }
}
