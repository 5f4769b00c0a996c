import InputEvents
import Replaying

/// When frames that come through a pipe are due: as soon as they come, but never in less time than was between them.
///
/// The pipe of another machine's device brings each frame with a delay of its own. The least delay met so far is taken
/// for the one of the way; a frame with a greater one is late, and due at once. A frame that came sooner than any
/// before waits until it is due by the old one, and brings the delay down, unless others have come meanwhile: then the
/// pipe brings frames faster than they were made, as that of a file does, and they keep their recorded distances.
struct ArrivalPace {
  /// By this much the recorded times may run ahead of the arrivals where both go on at one pace: a network's delays.
  static let jitter = TimeSpan(nanoseconds: 100_000_000)

  /// When something was recorded, and when it came.
  struct Arrival: Hashable, Sendable {
    var time: Timestamp
    var arrival: Timestamp
  }

  private let first: Timestamp
  private let speed: Double
  private var start: Timestamp

  /// - Parameters:
  ///   - first: the first frame.
  ///   - latest: the latest frame that has come by now.
  ///   - hasEnded: whether nothing comes any more.
  ///   - delay: how long after its time a frame is due, so that delays of the way do not show.
  init(first: Arrival, latest: Arrival, hasEnded: Bool, delay: TimeSpan, speed: Double, now: Timestamp) {
    self.first = first.time
    self.speed = speed
    let isAhead = latest.time.since(first.time) > latest.arrival.advanced(by: Self.jitter).since(first.arrival)
    // What came while programs were looking for the devices is late, unless all of it was there already.
    start = (hasEnded || isAhead ? now : first.arrival).advanced(by: delay)
  }

  func deadline(of time: Timestamp) -> Timestamp {
    let span = max(time.since(first), .zero)
    return start.advanced(by: speed == 1 ? span : TimeSpan(seconds: span.seconds / speed))
  }

  /// A frame had to wait for this long, and no other came meanwhile.
  mutating func noteEarly(by span: TimeSpan) {
    guard span > .zero else { return }
    start = start.advanced(by: TimeSpan(nanoseconds: -span.nanoseconds))
  }
}
