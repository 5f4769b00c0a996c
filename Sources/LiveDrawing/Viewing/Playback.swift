public import InputEvents

/// What a player of a recording shows when: playing and paused, speed, loop, steps and scrubbing.
///
/// It knows no clock and no recording but its ends: it is told what the clock says, and says which instant of the recording is shown then.
///
/// ```
/// var playback = Playback(from: replay.start, to: replay.end)
/// playback.play(at: now)
/// let damage = try replay.seek(to: playback.shown(at: laterNow))
/// ```
public struct Playback: Hashable, Sendable {
  /// Seconds of the recording in a second.
  public static let speeds = 0.1...16.0

  public enum Repetition: Hashable, Sendable {
    /// It stops at the end.
    case once
    /// It begins again at the start.
    case loop
  }

  public let start: Timestamp
  public let end: Timestamp
  public private(set) var speed = 1.0
  public private(set) var repetition = Repetition.once
  /// The instant that was shown at `since`; it is shown still where that is nothing.
  private var anchor: Timestamp
  private var since: Timestamp?

  /// Stands at the start, paused.
  public init(from start: Timestamp, to end: Timestamp) {
    self.start = start
    self.end = max(start, end)
    anchor = start
  }

  /// Whether time goes on. At the end it does not, unless it loops.
  public func isPlaying(at now: Timestamp) -> Bool { since != nil && !(repetition == .once && shown(at: now) >= end) }

  /// The instant of the recording that is shown.
  public func shown(at now: Timestamp) -> Timestamp {
    guard let since else { return anchor }
    let passed = max(now.since(since).seconds, 0) * speed
    let reached = anchor.since(start).seconds + passed
    let length = end.since(start).seconds
    guard reached >= length else { return min(anchor.advanced(by: TimeSpan(seconds: passed)), end) }
    guard repetition == .loop, length > 0 else { return end }
    return start.advanced(by: TimeSpan(seconds: reached.truncatingRemainder(dividingBy: length)))
  }

  /// Where of 0…1 of the recording that is.
  public func fraction(at now: Timestamp) -> Double {
    let length = end.since(start).seconds
    return length > 0 ? shown(at: now).since(start).seconds / length : 0
  }

  /// Goes on; from the start where it stands at the end.
  public mutating func play(at now: Timestamp) {
    let place = shown(at: now)
    anchor = place >= end ? start : place
    since = now
  }

  public mutating func pause(at now: Timestamp) {
    anchor = shown(at: now)
    since = nil
  }

  public mutating func toggle(at now: Timestamp) {
    if isPlaying(at: now) { pause(at: now) } else { play(at: now) }
  }

  /// Shows another instant, and goes on from there if it plays.
  public mutating func scrub(to instant: Timestamp, at now: Timestamp) {
    let isPlaying = isPlaying(at: now)
    anchor = min(max(instant, start), end)
    since = isPlaying ? now : nil
  }

  /// Shows a place of 0…1 of the recording.
  public mutating func scrub(toFraction fraction: Double, at now: Timestamp) {
    scrub(to: start.advanced(by: TimeSpan(seconds: min(max(fraction, 0), 1) * end.since(start).seconds)), at: now)
  }

  /// Pauses at a frame, as `SeekableReplay.frameTime(after:)` and `frameTime(before:)` give it; where there is none, where it stands.
  public mutating func step(to frame: Timestamp?, at now: Timestamp) {
    pause(at: now)
    if let frame { anchor = min(max(frame, start), end) }
  }

  /// - Parameter speed: held to ``speeds``; what is no number changes nothing.
  public mutating func setSpeed(_ new: Double, at now: Timestamp) {
    guard !new.isNaN else { return }
    reanchor(at: now)
    speed = min(max(new, Self.speeds.lowerBound), Self.speeds.upperBound)
  }

  public mutating func setRepetition(_ new: Repetition, at now: Timestamp) {
    reanchor(at: now)
    repetition = new
  }

  private mutating func reanchor(at now: Timestamp) {
    let isPlaying = isPlaying(at: now)
    anchor = shown(at: now)
    since = isPlaying ? now : nil
  }
}
