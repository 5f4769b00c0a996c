import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelTouchTracking

/// Copies of a replay at instants, in order.
///
/// They are as close as the memory allows, by what there is to do from one to the next: entries to play and touches'
/// steps to draw. Beyond the budget, the copy is given up whose neighbours are closest to each other.
struct Keyframes {
  private let policy: KeyframePolicy
  /// How many pack pixels.
  private let threads: Int
  /// How much there is to do between two at least.
  private var leastWork = 0
  private var all: [Keyframe] = []
  private(set) var byteCount = 0
  /// The ink that was unpacked last: many tiles of the next are the same, and shown already.
  private var unpacked: (packed: PackedImage, image: TiledImage)?

  init(policy: KeyframePolicy, threads: Int) { (self.policy, self.threads) = (policy, threads) }

  var count: Int { all.count }
  var last: Keyframe? { all.last }

  func last(notAfter instant: Timestamp) -> Keyframe? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].time <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : all[low - 1]
  }

  /// The replay without its ink, as it was at the last copy before an instant; `nil` if there is none.
  func stateWithoutInk(before instant: Timestamp) -> SeekableReplay.Position? {
    last(notAfter: instant.advanced(by: TimeSpan(nanoseconds: -1)))?.state
  }

  /// The replay as it was at a copy.
  mutating func position(at keyframe: Keyframe) -> SeekableReplay.Position {
    let image = keyframe.ink.unpacked(reusing: unpacked, threads: threads)
    unpacked = (keyframe.ink, image)
    return keyframe.position(with: image)
  }

  /// Keeps a copy where it is time for one. What waits to be drawn is drawn first, once for all that go on from it.
  mutating func record(_ position: inout SeekableReplay.Position) {
    guard let time = position.replayer.reached, isDue(time, position.replayer.workCount) else { return }
    position.sink.settle()
    let keyframe = Keyframe(position, at: time, after: all.last, threads: threads)
    all.append(keyframe)
    byteCount += keyframe.byteCount
    while byteCount > policy.bytes, all.count > 1 { thinOut() }
  }

  private func isDue(_ time: Timestamp, _ work: Int) -> Bool {
    guard let last = all.last else { return true }
    return time.since(last.time) >= policy.spacing && work - last.work >= leastWork
  }

  /// Copies are from then on made as far apart as those that are kept are on average.
  private mutating func thinOut() {
    let span = all[all.count - 1].work - all[0].work
    // The first and the last stay, so that every time has one before it, and playing ahead goes on from the last.
    let inner = all.indices.dropFirst().dropLast()
    let closest = inner.min { all[$0 + 1].work - all[$0 - 1].work < all[$1 + 1].work - all[$1 - 1].work }
    remove(at: closest ?? all.count - 1)
    leastWork = max(leastWork, all.count > 1 ? span / (all.count - 1) : 2 * span)
  }

  private mutating func remove(at index: Int) {
    byteCount -= all.remove(at: index).byteCount
    guard index < all.count else { return }
    byteCount -= all[index].byteCount
    all[index].findByteCount(after: all[index - 1])
    byteCount += all[index].byteCount
  }
}

/// A copy of a replay.
struct Keyframe {
  let time: Timestamp
  let playedCount: Int
  let work: Int
  /// Memory that it takes besides what it shares with the one before, in bytes, roughly.
  private(set) var byteCount = 0
  /// The state without its ink.
  fileprivate let state: SeekableReplay.Position
  fileprivate let ink: PackedImage

  fileprivate init(_ position: SeekableReplay.Position, at time: Timestamp, after previous: Keyframe?, threads: Int) {
    self.time = time
    playedCount = position.replayer.playedCount
    work = position.replayer.workCount
    var sink = position.sink.compact
    ink = PackedImage(sink.board.removeInk(), sharing: previous?.ink, threads: threads)
    state = SeekableReplay.Position(replayer: position.replayer, sink: sink)
    findByteCount(after: previous)
  }

  /// The replay as it was.
  ///
  /// - Parameter image: the ink, unpacked.
  fileprivate func position(with image: TiledImage) -> SeekableReplay.Position {
    var position = state
    position.sink.board.putBackInk(image)
    return position
  }

  mutating func findByteCount(after previous: Keyframe?) {
    let drawing = state.sink.board.byteCountOfDrawing(notSharedWith: previous?.state.sink.board)
    byteCount = state.sink.board.leastByteCount + drawing + ink.byteCount(notSharedWith: previous?.ink)
  }
}

extension Board {
  /// What a copy takes at least: its tables of tiles, and the state of the touches.
  private static let leastBytes = 16 << 10
  /// The bytes of a stroke in progress: its points, its pieces and its line are copied once the copy shares them no
  /// more.
  private static let bytesPerPoint = 160

  /// What a copy takes besides its ink and what is finished.
  fileprivate var leastByteCount: Int {
    let points = lines.linesInProgress.values.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } }
    return Self.leastBytes + points * Self.bytesPerPoint
  }
}
