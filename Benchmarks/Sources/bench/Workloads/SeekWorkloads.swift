import SeededCases
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Minutes of ten fingers, sought at random, once a player has made its keyframes in idle time.
final class SeekableDrawing {
  private var replay: SeekableReplay
  private var target: PixelBuffer
  private var random = SplitMix64(seed: 0x5EE4)

  private let threads: Int

  /// - Parameter threads: how many draw; a player uses all.
  convenience init(seconds: Int, threads: Int) throws {
    let bytes = try SessionFiles(seconds: seconds).bytes(.mcap)
    let recording = try Recording.open(MemoryBytes(bytes, name: "ten fingers"))
    var options = RenderOptions()
    options.threads = threads
    var replay = try SeekableReplay(recording, facts: RecordingFacts(recording), options: options)
    while try replay.prepare(10_000) {}
    self.init(replay, threads: threads)
  }

  /// - Parameter replay: with its keyframes.
  init(_ replay: SeekableReplay, threads: Int) {
    (self.replay, self.threads) = (replay, threads)
    target = replay.board.picture.composed()
  }

  /// Milliseconds of each jump, from the place until the picture is composed.
  func times(jumps: Int = 100) throws -> [Double] {
    try (0..<jumps).map { _ in
      let place = ReplayTime.fraction(Double(random.next() >> 11) * 0x1p-53)
      return try nanoseconds {
        let damage = try replay.seek(to: replay.instant(place))
        target.withTarget { replay.board.compose(damage, into: $0, threads: threads) }
      } / 1e6
    }
  }

  var keyframeMegabytes: Double { Double(replay.keyframeByteCount) / 1e6 }
}

extension Workload {
  static func seeking(_ peers: Peers, isQuick: Bool) -> [Workload] {
    seeking(in: "ten minutes", seconds: 600, peers) + (isQuick ? [] : seeking(in: "an hour", seconds: 3600, peers))
  }

  /// A jump is interactive up to 50 ms, on a machine where Cairo draws W1 in 200.
  private static func seeking(in length: String, seconds: Int, _ peers: Peers) -> [Workload] {
    var made: SeekableDrawing?
    func drawing() throws -> SeekableDrawing {
      let drawing = try made ?? SeekableDrawing(seconds: seconds, threads: 2)
      made = drawing
      return drawing
    }
    let runs = SharedRuns<Statistic, [Double]> { try drawing().times() }
    return [
      Workload("seek in \(length), median", .milliseconds, goal: .ratioAtLeast(4)) {
        percentile(0.5, of: try runs.run(for: .median))
      }.againstW1(peers),
      Workload("seek in \(length), 99th percentile", .milliseconds, goal: .ratioAtLeast(4)) {
        percentile(0.99, of: try runs.run(for: .percentile))
      }.againstW1(peers),
      Workload("seek in \(length), keyframes", .megabytes, rounds: 1) { try drawing().keyframeMegabytes },
    ]
  }
}
