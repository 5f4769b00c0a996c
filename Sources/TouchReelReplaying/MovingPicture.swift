package import TouchReelByteStreams
package import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
package import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// The picture of a recording as it is played: kept in memory, of which only what changes is drawn again.
package struct MovingPicture {
  private var replayer: Replayer
  private var chosen: ChosenSink<BoardSink>
  private let stage: ReplayStage
  /// What is left out at any time, and the last board without it.
  private let undone: UndoneFacts?
  private var cleaned: Board?
  package private(set) var pixels: PixelBuffer
  /// What the pixels are like.
  package private(set) var content = PNGEncoder.Content.any
  private var damage: Damage
  /// The damage of the last instant; its storage is used again.
  private var fresh: Damage
  /// The marks that are shown, and their pixels.
  private var marks: (shapes: [Shape], layers: [InkLayer]) = ([], [])
  package let start: Timestamp
  /// The length of the part that is shown.
  package let length: TimeSpan

  /// Stands at the start, before the first frame.
  ///
  /// - Throws: if the recording cannot be read, or its surface gives no board.
  package init(_ renderer: Renderer) throws(FileError) {
    stage = renderer.stage
    let facts = stage.facts
    start = stage.options.from.map(facts.instant) ?? facts.start
    length = (facts.bound(stage.options.to) ?? facts.end).since(start)
    undone = stage.options.undone == .leftOut ? try UndoneFacts(stage) : nil
    chosen = ChosenSink(try stage.makeSink(), stage.options.choice, facts.deviceNumbers)
    // All frames are of one size, whatever the pages are.
    chosen.sink.board.frame = chosen.sink.board.raster.pixels
    replayer = try stage.makeReplayer()
    pixels = PixelBuffer(size: chosen.sink.board.raster.pixels)
    (damage, fresh) = (.everything(of: pixels.size), Damage(size: pixels.size))
    compose()
  }

  /// Shows the state at a time from the start: after everything up to and with it, as ``Renderer/picture(progress:)``
  /// has it; at the end of the whole, after everything. Times do not fall.
  package mutating func advance(to time: TimeSpan) throws(FileError) {
    let last = stage.facts.bound(stage.options.to)
    try replayer.play(through: time < length ? start.advanced(by: time) : last, into: &chosen)
    compose()
  }

  /// Takes back strokes in progress, if the options want that of a picture's last instant.
  package mutating func finish() {
    guard stage.options.openTouches == .dropped else { return }
    replayer.finish(into: &chosen)
    compose()
  }

  /// What the user should know of the recording and of what has been played.
  package var warnings: [String] {
    let ofChoice = stage.options.choice.warnings(
      ofNone: chosen.touchCount == 0, inPart: stage.options.isOfPart)
    let length = stage.facts.isOfWhole ? stage.facts.end.since(stage.facts.start) : nil
    let ofTimes = stage.options.warnings(ofLength: length)
    return stage.facts.readingWarnings + stage.plan.warnings + replayer.allWarnings + ofTimes
      + chosen.sink.allWarnings + ofChoice
  }

  private mutating func compose() {
    chosen.sink.drainDamage(into: &fresh)
    updateMarks()
    guard !fresh.isEmpty else { return }
    let threads = stage.options.threads
    var picture = shownBoard().picture
    picture.marks += marks.layers
    content = picture.content
    let fresh = fresh
    if fresh.size != pixels.size { (pixels, damage) = (PixelBuffer(size: fresh.size), .everything(of: fresh.size)) }
    pixels.withTarget { picture.compose(fresh, into: $0, threads: threads) }
    damage.formUnion(fresh)
  }

  /// The board, or one without what is undone later, of which only new strokes are drawn where nothing else has
  /// changed.
  private mutating func shownBoard() -> Board {
    guard let undone else { return chosen.sink.board }
    if let cleaned, let board = undone.clean(chosen.sink.board, continuing: cleaned) {
      self.cleaned = board
      return board
    }
    let board = undone.clean(chosen.sink.board)
    cleaned = board
    fresh = .everything(of: fresh.size)
    return board
  }

  private mutating func updateMarks() {
    let shapes = chosen.sink.markShapes
    guard shapes != marks.shapes || marks.layers.first.map({ $0.coverage.size != fresh.size }) == true else { return }
    let layers = chosen.sink.markLayers
    for layer in marks.layers + layers { fresh.formUnion(layer.coverage) }
    marks = (shapes, layers)
  }

  /// What has changed since it was last taken; everything at first.
  package mutating func drainDamage() -> Damage {
    defer { damage = Damage(size: pixels.size) }
    return damage
  }
}

/// Where nothing happens in a recording.
package struct RecordedPauses {
  /// Longer ones than was asked for, in order, from the recording's first frame.
  package private(set) var spans: [(start: TimeSpan, end: TimeSpan)] = []

  /// - Parameters:
  ///   - renderer: its recording is read.
  ///   - length: of the shortest.
  package init(in renderer: Renderer, longerThan length: TimeSpan) throws(FileError) {
    let stage = renderer.stage
    let start = stage.options.from.map(stage.facts.instant) ?? stage.facts.start
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
