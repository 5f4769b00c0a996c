package import TouchReelInputEvents

/// When what a recording says is due: a state machine that is given instants and knows no clock.
///
/// Every deadline is counted from the start of the pass, `start + (t − zero) / speed`, never from the deadline before,
/// so that being late once makes nothing after it late. All devices of a recording share one schedule and so keep their
/// distance from each other.
///
///     var schedule = ReplaySchedule(zero: facts.start, startingAt: clock.now, pace: ReplayPace(speed: 2))
///     let deadline = schedule.deadline(of: frame.time)
package struct ReplaySchedule: Sendable {
  /// What follows the end of a pass.
  package enum Continuation: Hashable, Sendable {
    /// Another pass, whose zero is due then.
    case again(at: Timestamp)
    case over
  }

  private let zero: Timestamp
  private let pace: ReplayPace
  private var start: Timestamp
  private var latest: Timestamp
  private var passesLeft: Int?

  /// - Parameters:
  ///   - zero: the instant of the recording that is due at the start of each pass.
  ///   - start: when the first pass starts, on the clock of the replay.
  ///   - pace: speed, passes and pauses.
  package init(zero: Timestamp, startingAt start: Timestamp, pace: ReplayPace = ReplayPace()) {
    self.zero = zero
    self.pace = pace
    self.start = start
    latest = start
    passesLeft = pace.passes.map { $0 - 1 }
  }

  /// When an instant of the recording is due in this pass, on the clock of the replay. What lies before the zero is due
  /// at once.
  package mutating func deadline(of time: Timestamp) -> Timestamp {
    let deadline = start.advanced(by: pace.replayed(max(time.since(zero), .zero)))
    latest = max(latest, deadline)
    return deadline
  }

  /// Ends a pass. The next one starts a pause after the latest deadline of this one, however late that was met.
  package mutating func finishPass() -> Continuation {
    if let left = passesLeft {
      guard left > 0 else { return .over }
      passesLeft = left - 1
    }
    start = latest.advanced(by: pace.pause)
    latest = start
    return .again(at: start)
  }
}

/// How fast and how often a recording is replayed.
package struct ReplayPace: Hashable, Sendable {
  /// The speeds allowed: above 0, so that time never stands still or goes back.
  package static let speeds = 0.001...1000.0

  /// Seconds of the recording in a second.
  package let speed: Double
  /// `nil` for a replay without an end.
  package let passes: Int?
  /// The pause from the end of a pass to the start of the next, at any speed.
  package let pause: TimeSpan

  /// - Parameters:
  ///   - speed: brought into `speeds`; 1 where it is no number.
  ///   - passes: at least 1.
  ///   - pause: between two passes.
  package init(speed: Double = 1, passes: Int? = 1, pause: TimeSpan = TimeSpan(nanoseconds: 500_000_000)) {
    self.speed = speed.isNaN ? 1 : min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    self.passes = passes.map { max($0, 1) }
    self.pause = max(pause, .zero)
  }

  fileprivate func replayed(_ span: TimeSpan) -> TimeSpan {
    speed == 1 ? span : TimeSpan(seconds: span.seconds / speed)
  }
}

/// The clock of a replay in real time.
package protocol ReplayClock: ~Copyable {
  var now: Timestamp { get }

  /// Waits until an instant, or until something ends the replay.
  mutating func wait(until instant: Timestamp) -> ReplayWait
}

/// How a wait ended.
package enum ReplayWait: Hashable, Sendable {
  case reached
  /// SIGINT, SIGTERM, SIGHUP.
  case interrupted(by: Int32)
}
