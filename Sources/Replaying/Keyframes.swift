import DrawingBoard
public import InputEvents
import TouchTracking

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

/// Copies of a replay at instants, in order.
struct Keyframes {
  private var policy: KeyframePolicy
  private var all: [(time: Timestamp, position: SeekableReplay.Position, bytes: Int)] = []
  private(set) var byteCount = 0

  init(policy: KeyframePolicy) { self.policy = policy }

  var count: Int { all.count }
  var last: SeekableReplay.Position? { all.last?.position }

  func last(notAfter instant: Timestamp) -> SeekableReplay.Position? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].time <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : all[low - 1].position
  }

  /// Keeps a copy where it is time for one.
  mutating func note(_ position: SeekableReplay.Position) {
    guard let time = position.replayer.reached else { return }
    if let last = all.last, time.since(last.time) < policy.spacing { return }
    add(position, at: time)
    while byteCount > policy.bytes, all.count > 1 { thinOut() }
  }

  private mutating func add(_ position: SeekableReplay.Position, at time: Timestamp) {
    let kept = SeekableReplay.Position(replayer: position.replayer, sink: position.sink.lean)
    let size = kept.sink.board.byteCount(inKeyframeAfter: all.last?.position.sink.board)
    all.append((time, kept, size))
    byteCount += size
  }

  private mutating func thinOut() {
    let kept = all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    policy.spacing = TimeSpan(nanoseconds: policy.spacing.nanoseconds.multipliedReportingOverflow(by: 2).partialValue)
    all = []
    byteCount = 0
    for keyframe in kept { add(keyframe.position, at: keyframe.time) }
  }
}

extension Board {
  /// What a copy takes at least: its tables of tiles, and the state of the touches.
  private static let leastBytes = 16 << 10
  /// Of a stroke in progress: its points, its pieces and its line are copied once the copy shares them no more.
  private static let bytesPerPoint = 160

  /// - Parameter other: the copy before.
  fileprivate func byteCount(inKeyframeAfter other: Board?) -> Int {
    let points = lines.linesInProgress.values.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } }
    let finished = lines.finishedLines.count * MemoryLayout<Line>.stride
    return Self.leastBytes + byteCount(notSharedWith: other) + points * Self.bytesPerPoint + finished
  }
}
