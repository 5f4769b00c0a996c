public import ByteStreams
public import Canvas
import DrawingBoard
import Drawings
public import InputEvents
import RecordingFormats
import Recordings

/// The picture of a recording as it is played: kept in memory, of which only what changes is drawn again.
public struct MovingPicture {
  private var replayer: Replayer
  private var sink: BoardSink
  private let stage: ReplayStage
  public private(set) var pixels: PixelBuffer
  public let start: Timestamp
  /// Of the part that is shown.
  public let length: TimeSpan

  /// Stands at the start, before the first frame.
  ///
  /// - Throws: if the recording cannot be read, or its surface gives no board.
  public init(_ renderer: Renderer) throws(FileError) {
    stage = renderer.stage
    let survey = stage.survey
    start = stage.options.from.map(survey.instant) ?? survey.start
    length = (stage.options.to.map(survey.instant) ?? survey.end).since(start)
    sink = try stage.makeSink()
    replayer = try stage.makeReplayer()
    pixels = PixelBuffer(size: sink.board.raster.pixels)
    compose()
  }

  /// Shows the state at a time from the start: after everything up to and with it, as ``Renderer/picture(progress:)``
  /// has it. Times do not fall.
  ///
  /// - Returns: whether a pixel may have changed.
  @discardableResult
  public mutating func advance(to time: TimeSpan) throws(FileError) -> Bool {
    try replayer.play(through: start.advanced(by: time), into: &sink)
    return compose()
  }

  /// Takes back strokes in progress, if the options want that of a picture's last instant.
  public mutating func finish() {
    guard stage.options.openTouches == .dropped else { return }
    replayer.finish(into: &sink)
    compose()
  }

  /// What the user should know of what has been played.
  public var warnings: [String] { stage.plan.warnings + replayer.warnings + sink.warnings.lines }

  @discardableResult
  private mutating func compose() -> Bool {
    let damage = sink.takeDamage()
    guard !damage.isEmpty else { return false }
    let (board, threads) = (sink.board, stage.options.threads)
    if board.raster.pixels != pixels.size { pixels = PixelBuffer(size: board.raster.pixels) }
    pixels.withTarget { board.compose(damage, into: $0, threads: threads) }
    return true
  }
}

/// Where nothing happens in a recording.
public struct RecordedPauses {
  /// Longer ones than was asked for, in order, from the recording's first frame.
  public private(set) var spans: [(start: TimeSpan, end: TimeSpan)] = []

  /// - Parameter length: of the shortest.
  public init(in renderer: Renderer, longerThan length: TimeSpan) throws(FileError) {
    let stage = renderer.stage
    let start = stage.options.from.map(stage.survey.instant) ?? stage.survey.start
    var source = try stage.recording.makeSource()
    var entry = RecordingEntry()
    var last = TimeSpan.zero
    while try source.next(into: &entry) {
      guard let time = entry.occurrence?.since(start), time > last else { continue }
      if time.nanoseconds - last.nanoseconds > length.nanoseconds { spans.append((last, time)) }
      last = time
    }
  }
}
