public import DrawingBoard
public import InputEvents
public import Recordings

/// A recording of which any instant can be shown, forward and back.
///
/// While it plays it keeps copies of the board and of the touches, every few seconds, from which a jump goes on: the state
/// after `seek(to: t)` is the one after playing everything from the beginning up to and with t, pixel for pixel.
///
/// ```
/// var replay = try SeekableReplay(recording, survey: survey, options: RenderOptions())
/// try replay.seek(to: survey.instant(.fraction(0.5)))
/// let picture = replay.board.picture.composed()
/// ```
public struct SeekableReplay {
  private let stage: ReplayStage
  private var position: Position
  private var keyframes: Keyframes

  struct Position {
    var replayer: Replayer
    var sink: BoardSink
  }

  /// - Parameters:
  ///   - options: their times and what they say of open touches and undone ink do not count here.
  ///   - policy: how many copies are kept.
  public init(
    _ recording: Recording, survey: RecordingSurvey, options: RenderOptions, policy: KeyframePolicy = KeyframePolicy()
  ) throws(RecordingError) {
    var whole = options
    whole.from = nil
    stage = ReplayStage(recording, survey: survey, options: whole)
    keyframes = Keyframes(policy: policy)
    position = try Self.beginning(of: stage)
  }

  public var board: Board { position.sink.board }
  /// How many copies are kept.
  public var keyframeCount: Int { keyframes.count }
  public var warnings: [String] { stage.plan.warnings + position.replayer.warnings + position.sink.warnings.lines }

  /// Shows the board as it was at an instant.
  ///
  /// - Complexity: what there is to play between the last copy before the instant and the instant; of what lies before the
  ///   copy, the events are read and passed over.
  public mutating func seek(to instant: Timestamp) throws(RecordingError) {
    try jump(to: instant)
    while try position.replayer.step(through: instant, into: &position.sink) { keyframes.note(position) }
  }

  private mutating func jump(to instant: Timestamp) throws(RecordingError) {
    let keyframe = keyframes.last(notAfter: instant)
    let isHere = position.replayer.isWithin(instant)
    if isHere && (keyframe.map { $0.isWithin(position.replayer) } ?? true) { return }
    guard let keyframe else {
      position = try Self.beginning(of: stage)
      return
    }
    position = Position(
      replayer: try keyframe.replayer.resumed(on: try stage.recording.makeSource()), sink: keyframe.sink)
  }

  private static func beginning(of stage: ReplayStage) throws(RecordingError) -> Position {
    Position(replayer: try stage.makeReplayer(), sink: try stage.makeSink())
  }
}

/// How many copies of the board a replay keeps.
public struct KeyframePolicy: Hashable, Sendable {
  /// The least time of the recording between two.
  public var spacing: TimeSpan
  /// The memory that they take together; beyond it every second one is given up and the spacing doubled.
  public var bytes: Int

  public init(spacing: TimeSpan = TimeSpan(nanoseconds: 2_000_000_000), bytes: Int = 256 << 20) {
    self.spacing = spacing
    self.bytes = bytes
  }
}

extension SeekableReplay.Position {
  /// Whether the other has played all of this and more, or as much.
  fileprivate func isWithin(_ other: Replayer) -> Bool { replayer.playedCount <= other.playedCount }
}

extension Replayer {
  /// Whether nothing later than an instant was played.
  fileprivate func isWithin(_ instant: Timestamp) -> Bool { reached.map { $0 <= instant } ?? true }
}

/// Copies of a replay at instants, in order.
private struct Keyframes {
  private var policy: KeyframePolicy
  private var all: [(time: Timestamp, position: SeekableReplay.Position, bytes: Int)] = []
  private var bytes = 0

  init(policy: KeyframePolicy) { self.policy = policy }

  var count: Int { all.count }

  func last(notAfter instant: Timestamp) -> SeekableReplay.Position? {
    all.last { $0.time <= instant }?.position
  }

  /// Keeps a copy where it is time for one.
  mutating func note(_ position: SeekableReplay.Position) {
    guard let time = position.replayer.reached else { return }
    if let last = all.last, time.since(last.time) < policy.spacing { return }
    add(position, at: time)
    while bytes > policy.bytes, all.count > 1 { thinOut() }
  }

  private mutating func add(_ position: SeekableReplay.Position, at time: Timestamp) {
    let kept = SeekableReplay.Position(replayer: position.replayer, sink: position.sink.lean)
    let size = kept.sink.board.byteCount(notSharedWith: all.last?.position.sink.board)
    all.append((time, kept, size))
    bytes += size
  }

  private mutating func thinOut() {
    let kept = all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    policy.spacing = TimeSpan(nanoseconds: policy.spacing.nanoseconds.multipliedReportingOverflow(by: 2).partialValue)
    all = []
    bytes = 0
    for keyframe in kept { add(keyframe.position, at: keyframe.time) }
  }
}
