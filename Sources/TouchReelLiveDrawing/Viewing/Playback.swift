package import TouchReelInputEvents

/// Which instant of a recording a player shows: playing and pausing, speed, looping, stepping and scrubbing, and the
/// part of it that is marked.
///
/// It has no clock and no recording, only the recording's start and end: given a time of the clock, it returns the
/// instant to show.
///
/// ```
/// var playback = Playback(from: replay.start, to: replay.end)
/// playback.play(at: now)
/// let damage = try replay.seek(to: playback.shown(at: laterNow))
/// ```
package struct Playback: Sendable {
  /// Speed factors.
  package static let speeds = 0.1...16.0

  package enum Repetition: Hashable, Sendable {
    /// It stops at the end.
    case once
    /// It begins again at the start.
    case loop
  }

  package let start: Timestamp
  package let end: Timestamp
  /// The part between the marks, which is played to its end, and over and over in a loop: all, where nothing is marked.
  package private(set) var part: (first: Timestamp, last: Timestamp)
  package private(set) var speed = 1.0
  package private(set) var repetition = Repetition.once
  /// The instant that was shown at `since`, or is shown now if that is `nil`.
  private var anchor: Timestamp
  private var since: Timestamp?

  /// A player that is paused at the start.
  package init(from start: Timestamp, to end: Timestamp) {
    self.start = start
    self.end = max(start, end)
    part = (start, max(start, end))
    anchor = start
  }

  /// Where playing stops, or begins again: what is behind the part is played to the end of the recording.
  private var limit: Timestamp { anchor < part.last ? part.last : end }

  /// Whether it is playing. At the end it is not, unless it loops.
  package func isPlaying(at now: Timestamp) -> Bool {
    since != nil && !(repetition == .once && shown(at: now) >= limit)
  }

  /// The instant of the recording that is shown.
  package func shown(at now: Timestamp) -> Timestamp {
    guard let since else { return anchor }
    let passed = max(now.since(since).seconds, 0) * speed
    let beyond = passed - limit.since(anchor).seconds
    guard beyond >= 0 else { return min(anchor.advanced(by: TimeSpan(seconds: passed)), limit) }
    let length = part.last.since(part.first).seconds
    guard repetition == .loop, length > 0 else { return limit }
    return part.first.advanced(by: TimeSpan(seconds: beyond.truncatingRemainder(dividingBy: length)))
  }

  /// The instant that is shown as a fraction of the recording, from 0 to 1.
  package func fraction(at now: Timestamp) -> Double {
    let length = end.since(start).seconds
    return length > 0 ? shown(at: now).since(start).seconds / length : 0
  }

  /// Starts playing, from the part's start if it is at its end or at that of the recording.
  package mutating func play(at now: Timestamp) {
    let position = shown(at: now)
    anchor = position >= end || position == part.last ? part.first : position
    since = now
  }

  package mutating func pause(at now: Timestamp) {
    anchor = shown(at: now)
    since = nil
  }

  package mutating func toggle(at now: Timestamp) {
    if isPlaying(at: now) { pause(at: now) } else { play(at: now) }
  }

  /// Jumps to another instant, and keeps playing if it is playing.
  package mutating func scrub(to instant: Timestamp, at now: Timestamp) {
    let isPlaying = isPlaying(at: now)
    anchor = min(max(instant, start), end)
    since = isPlaying ? now : nil
  }

  /// Jumps to a fraction of the recording, from 0 to 1.
  package mutating func scrub(toFraction fraction: Double, at now: Timestamp) {
    scrub(to: start.advanced(by: TimeSpan(seconds: min(max(fraction, 0), 1) * end.since(start).seconds)), at: now)
  }

  /// Pauses at a frame found by `SeekableReplay.frameTime(after:)` or `frameTime(before:)`; if there is none, where it
  /// is.
  package mutating func step(to frame: Timestamp?, at now: Timestamp) {
    pause(at: now)
    if let frame { anchor = min(max(frame, start), end) }
  }

  /// What can be marked.
  package enum Mark: Hashable, Sendable {
    case first, last
  }

  /// Lets the part begin or end at the instant that is shown. Where it would end before it begins, the other mark goes.
  package mutating func set(_ mark: Mark, at now: Timestamp) {
    reanchor(at: now)
    switch mark {
    case .first: part = (anchor, part.last > anchor ? part.last : end)
    case .last: part = (part.first < anchor ? part.first : start, anchor)
    }
  }

  package mutating func removeMarks(at now: Timestamp) {
    reanchor(at: now)
    part = (start, end)
  }

  package var isMarked: Bool { part.first > start || part.last < end }

  /// - Parameters:
  ///   - new: the speed, clamped to ``speeds``; NaN is ignored.
  ///   - now: from when on.
  package mutating func setSpeed(_ new: Double, at now: Timestamp) {
    guard !new.isNaN else { return }
    reanchor(at: now)
    speed = min(max(new, Self.speeds.lowerBound), Self.speeds.upperBound)
  }

  package mutating func setRepetition(_ new: Repetition, at now: Timestamp) {
    reanchor(at: now)
    repetition = new
  }

  private mutating func reanchor(at now: Timestamp) {
    let isPlaying = isPlaying(at: now)
    anchor = shown(at: now)
    since = isPlaying ? now : nil
  }
}
