import TouchReelInputEvents
import TouchReelReplaying

/// When frames that come through a pipe are due: as soon as they come, but never in less time than was between them.
///
/// The pipe of another machine's device brings each frame with a delay of its own. The least delay met so far is taken
/// for the one of the way; a frame with a greater one is late, and due at once. As long as it is not known whether the
/// pipe brings frames as they are made (``ArrivalRate``) or faster, as that of a file does, they keep their recorded
/// distances from the first one. Only one that waits alone cannot be a file's, and brings the delay down.
struct ArrivalPace {
  /// The time by which recorded times may run ahead of the arrivals where both go on at one pace: a network's delays.
  static let jitter = TimeSpan(nanoseconds: 100_000_000)

  /// When something was recorded, and when it came.
  struct Arrival: Hashable, Sendable {
    var time: Timestamp
    var arrival: Timestamp
  }

  private let first: Timestamp
  private let delay: TimeSpan
  private let speed: Double
  private var start: Timestamp

  /// - Parameters:
  ///   - first: the first frame.
  ///   - latest: the latest frame that has come by now.
  ///   - hasEnded: whether nothing comes any more.
  ///   - delay: how long after its time a frame is due, so that delays of the way do not show.
  init(first: Arrival, latest: Arrival, hasEnded: Bool, delay: TimeSpan, speed: Double, now: Timestamp) {
    self.first = first.time
    self.delay = delay
    self.speed = speed
    let isAhead = latest.time.since(first.time) > latest.arrival.advanced(by: Self.jitter).since(first.arrival)
    // What came while programs were looking for the devices is late, unless all of it was there already.
    start = (hasEnded || isAhead ? now : first.arrival).advanced(by: delay)
  }

  /// - Parameter live: the least delay, if the pipe is known to bring frames as they are made.
  func deadline(of time: Timestamp, live: TimeSpan? = nil) -> Timestamp {
    if let live, speed == 1 { return time.advanced(by: live).advanced(by: delay) }
    let span = max(time.since(first), .zero)
    return start.advanced(by: speed == 1 ? span : TimeSpan(seconds: span.seconds / speed))
  }

  /// A frame had to wait for this long, and no other came meanwhile.
  mutating func recordEarly(by span: TimeSpan) {
    guard span > .zero else { return }
    start = start.advanced(by: TimeSpan(nanoseconds: -span.nanoseconds))
  }
}

/// Whether a pipe brings frames as they are made, and how long they take at least.
///
/// What waited in the pipe before it was read comes all at once, and so does a file. But from then on the frames of a
/// device come as they are made: for 100 ms none is earlier, measured by the others, than by 30 ms.
struct ArrivalRate: Hashable, Sendable {
  private static let span = TimeSpan(nanoseconds: 100_000_000)
  private static let jitter: Int64 = 30_000_000
  private static let enough = 8

  private var begin: ArrivalPace.Arrival?
  private var count = 0
  private var least = TimeSpan.zero
  private var isLive = false

  /// The least delay from a frame's time to its arrival; `nil` while it is not known to be one.
  var liveDelay: TimeSpan? { isLive ? least : nil }

  mutating func record(_ frame: ArrivalPace.Arrival) {
    let delay = frame.arrival.since(frame.time)
    if isLive {
      least = min(least, delay)
      return
    }
    guard let begin, delay.nanoseconds >= begin.arrival.since(begin.time).nanoseconds - Self.jitter else {
      (self.begin, count, least) = (frame, 1, delay)
      return
    }
    count += 1
    least = min(least, delay)
    isLive = count >= Self.enough && frame.arrival.since(begin.arrival) >= Self.span
  }
}
