public import TouchReelByteStreams
public import TouchReelCanvas
public import TouchReelDrawingBoard
import TouchReelDrawings
public import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// A recording of which any instant can be shown, forward and back: what a player with a timeline is built on.
///
/// While it plays it keeps copies of the board and of the touches, with packed pixels, from which a jump continues: the
/// state after `seek(to: t)` is the one after playing everything from the beginning up to and with t, pixel for pixel.
///
/// ```
/// var replay = try SeekableReplay(recording, facts: facts, options: RenderOptions())
/// let damage = try replay.seek(to: replay.instant(.fraction(0.5)))
/// replay.board.compose(damage, into: target)
/// if let next = try replay.frameTime(after: replay.time) { try replay.seek(to: next) }
/// while try replay.prepare(1000) {}  // in idle time: from then on every jump is a short one
/// ```
///
/// Its memory is bounded whatever the recording's length: by the policy's budget for copies, and by 64 MiB of events,
/// beyond which they lie in an unlinked temporary file. The recording is read once, as far as is wanted.
public struct SeekableReplay {
  private let stage: ReplayStage
  private let tape: ReplayTape
  private var position: Position
  /// Plays ahead of what is shown.
  private var lookahead: Position?
  private var isPrepared = false
  private var keyframes: Keyframes
  /// The instant that is shown: the one last sought, first the start.
  public private(set) var time: Timestamp

  struct Position {
    var replayer: Replayer
    var sink: BoardSink
  }

  /// Stands at the start, where the first frame is shown.
  ///
  /// - Parameters:
  ///   - recording: what is played.
  ///   - facts: of all of the recording.
  ///   - options: their times and what they say of open touches and undone ink do not count here.
  ///   - policy: how many copies are kept.
  /// - Throws: where the recording cannot be read, or its surface gives no board.
  package init(
    _ recording: Recording, facts: RecordingFacts, options: RenderOptions, policy: KeyframePolicy = KeyframePolicy()
  ) throws(FileError) {
    var whole = options
    whole.from = nil
    stage = ReplayStage(recording, facts: facts, options: whole)
    tape = ReplayTape(try recording.makeSource())
    keyframes = Keyframes(policy: policy, threads: options.threads)
    position = try Self.beginning(of: stage, on: tape)
    time = facts.start
    try seek(to: time)
  }

  /// The board as it was at ``time``.
  public var board: Board { position.sink.board }
  /// The time of the first event.
  public var start: Timestamp { stage.facts.start }
  /// The latest time of all events.
  public var end: Timestamp { stage.facts.end }
  /// The time from the first event to the latest.
  public var duration: TimeSpan { end.since(start) }
  /// How many copies are kept.
  package var keyframeCount: Int { keyframes.count }
  /// The memory that the copies take besides what they share, in bytes, roughly; within the policy's budget.
  package var keyframeByteCount: Int { keyframes.byteCount }
  /// What the user should know of what was read up to ``time``, one line each.
  public var warnings: [String] { stage.plan.warnings + position.replayer.warnings + position.sink.allWarnings }

  /// A time in the recording as an instant.
  package func instant(_ time: ReplayTime) -> Timestamp { stage.facts.instant(time) }

  /// Shows the board as it was at an instant, with everything up to and with it. Before the start that is a blank
  /// board, from the end on the last one.
  ///
  /// - Returns: where the picture may differ from the one that was shown.
  /// - Throws: where the recording is damaged before the instant. The board is then as it was just before the damage,
  ///   and every instant before it can still be sought.
  /// - Complexity: what there is to play between the instant and the last copy before it, or the instant that is shown
  ///   where that is nearer.
  @discardableResult
  public mutating func seek(to instant: Timestamp) throws(FileError) -> Damage {
    try seek(instant, limit: .max).damage
  }

  /// Seeks as ``seek(to:)`` does, but plays only so much at once: called again with the same instant it continues, so
  /// that a window never waits for long. In between the board is as it was at ``time``, which lies before the instant.
  ///
  /// - Parameters:
  ///   - instant: the recording's time to show.
  ///   - count: frames and commands to play, at most.
  ///   - isWanted: asked every now and then whether to go on. What was played is drawn once, in the end: a limit on
  ///     time costs less here than as many calls.
  /// - Returns: where the picture differs from the one that was shown, and whether it is that of the instant.
  /// - Throws: as ``seek(to:)`` does.
  public mutating func seek(
    _ instant: Timestamp, limit count: Int = .max, while isWanted: () -> Bool = { true }
  ) throws(FileError) -> (damage: Damage, isComplete: Bool) {
    let bound = stage.facts.bound(through: instant)
    let shown = try jump(to: bound)
    time = instant
    let isComplete = try play(through: bound, limit: count, while: isWanted)
    if !isComplete { time = min(position.replayer.reached ?? start, instant) }
    let damage = position.sink.drainDamage()
    return (shown.map(position.sink.picture.difference) ?? damage, isComplete)
  }

  /// - Parameter instant: `nil` for the end of the file.
  /// - Returns: whether all was played up to and with an instant.
  private mutating func play(
    through instant: Timestamp?, limit count: Int, while isWanted: () -> Bool
  ) throws(FileError) -> Bool {
    var left = count
    while left > 0, try position.replayer.step(through: instant, into: &position.sink) {
      keyframes.record(&position)
      left -= 1
      if left % Self.framesBetweenLooks == 0, !isWanted() { return false }
    }
    return left > 0
  }

  private static let framesBetweenLooks = 100

  /// The first instant after one at which the recording has a frame or a command; `nil` at the end.
  ///
  /// - Complexity: some thousand events are looked through, and the recording read on where it was not read so far.
  public func frameTime(after instant: Timestamp) throws(FileError) -> Timestamp? {
    try tape.instant(after: instant)
  }

  /// The last instant before one at which the recording has a frame or a command; `nil` at the start.
  ///
  /// - Complexity: as ``frameTime(after:)``.
  public func frameTime(before instant: Timestamp) throws(FileError) -> Timestamp? {
    try tape.instant(before: instant)
  }

  /// Plays on out of sight from the last copy, and makes more of them; what is shown does not change.
  ///
  /// - Parameter count: frames and commands to play, at most.
  /// - Returns: false where all of the recording has its copies.
  /// - Complexity: that of playing so much.
  public mutating func prepare(_ count: Int) throws(FileError) -> Bool {
    guard !isPrepared else { return false }
    var ahead = furthest()
    lookahead = nil
    for _ in 0..<count {
      guard try ahead.replayer.step(into: &ahead.sink) else {
        isPrepared = true
        return false
      }
      keyframes.record(&ahead)
    }
    lookahead = ahead
    return true
  }

  private mutating func furthest() -> Position {
    let played = lookahead.map { $0.isWithin(position.replayer) ? position : $0 } ?? position
    guard let last = keyframes.last, last.playedCount > played.replayer.playedCount else { return played }
    return keyframes.position(at: last)
  }

  /// - Returns: what was shown, if something else is now.
  private mutating func jump(to instant: Timestamp?) throws(FileError) -> Picture? {
    let keyframe = instant.map { keyframes.last(notAfter: $0) } ?? keyframes.last
    let isHere = instant.map(position.replayer.isWithin) ?? true
    if isHere && (keyframe.map { $0.playedCount <= position.replayer.playedCount } ?? true) { return nil }
    let shown = position.sink.picture
    if let keyframe {
      position = keyframes.position(at: keyframe)
    } else {
      position = try Self.beginning(of: stage, on: tape)
    }
    return shown
  }

  /// A position before an instant that shows no ink, to look something up from there.
  func lightPosition(before instant: Timestamp) throws(FileError) -> Position {
    if let state = keyframes.stateWithoutInk(before: instant) { return state }
    return try Self.beginning(of: stage, on: tape)
  }

  private static func beginning(of stage: ReplayStage, on tape: ReplayTape) throws(FileError) -> Position {
    Position(replayer: stage.makeReplayer(of: TapeSource(tape)), sink: try stage.makeSink())
  }
}

extension SeekableReplay.Position {
  /// Whether the other has played all of this and more, or as much.
  fileprivate func isWithin(_ other: Replayer) -> Bool { replayer.playedCount <= other.playedCount }
}

extension Replayer {
  /// Whether everything played lies at or before an instant.
  fileprivate func isWithin(_ instant: Timestamp) -> Bool { reached.map { $0 <= instant } ?? true }
}

/// How many copies of the board a replay keeps.
package struct KeyframePolicy: Hashable, Sendable {
  /// The least time of the recording between two.
  package var spacing: TimeSpan
  /// The memory that they take together; beyond it those are given up without which the longest way to play from one to
  /// the next stays shortest.
  package var bytes: Int

  package init(spacing: TimeSpan = TimeSpan(nanoseconds: 2_000_000_000), bytes: Int = 256 << 20) {
    self.spacing = spacing
    self.bytes = bytes
  }
}
