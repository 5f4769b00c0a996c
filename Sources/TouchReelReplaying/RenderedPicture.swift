public import TouchReelByteStreams
public import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// A picture of a recording, and what the user should know of it.
public struct RenderedPicture {
  /// The picture, whose pixels are computed when they are asked for.
  public var picture: Picture
  /// The page that it shows.
  package var page = ShownPage()
  /// How many touches began in the part of the recording that was read.
  public var touchCount: Int
  /// Whether commands brought shapes onto the board.
  package var drawsWithoutTouches: Bool
  /// Whether the recording was read to its end.
  public var isOfWhole: Bool
  /// What the user should know, one line each.
  public var warnings: [String]
}

extension Renderer {
  /// Draws a recording of one device in one reading: its beginning says already how the device lies on the board.
  ///
  /// - Parameters:
  ///   - recording: what is drawn.
  ///   - options: which part of it is shown, and how.
  ///   - progress: called with the share of the file read so far, 0…1, if known.
  /// - Returns: `nil` if only the facts of all of it say what the picture is: there are other devices, the board gets
  ///   another size, or an option asks for what comes at the end.
  package static func pictureInOneReading(
    of recording: Recording, options: RenderOptions, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> RenderedPicture? {
    guard options.crop == nil, options.choice.isOfAll, options.needsNoLength,
      let beginning = try RecordingFacts.ofBeginning(recording)
    else { return nil }
    // What comes after the picture's time counts too where it gives the board a size.
    if options.to != nil, try !recording.isOfOneDevice() { return nil }
    let stage = ReplayStage(recording, facts: beginning, options: options)
    let isFinal = try !recording.mayHaveBoardMessages()
    var sink = OneDeviceSink(board: try stage.makeSinkForOnePicture(isFinal: isFinal), expectsCommands: !isFinal)
    var replayer = try stage.makeReplayer()
    guard try replayer.playOneDevice(through: options.to.map(stage.facts.instant), into: &sink, progress) else {
      return nil
    }
    let isOfWhole = !replayer.isPending
    if options.openTouches == .dropped { replayer.finish(into: &sink) }
    sink.settle()
    let length = isOfWhole ? replayer.reached?.since(stage.facts.start) : nil
    let plan = beginning.counting(touches: sink.touchCount)
      .plan(aspect: options.size.map(BoardSize.init), options: options.mapping)
    let warnings =
      plan.warnings + replayer.allWarnings + options.warnings(ofLength: length)
      + sink.board.allWarnings
    return RenderedPicture(
      picture: sink.board.picture, page: sink.board.shownPage, touchCount: sink.touchCount,
      drawsWithoutTouches: sink.drawsWithoutTouches, isOfWhole: isOfWhole,
      warnings: replayer.readingWarnings + warnings)
  }

  /// Renders as ``picture(progress:)`` does, and says what the scan found.
  public func renderedPicture(progress: (Double) -> Void = { _ in }) throws(FileError) -> RenderedPicture {
    guard options.crop == nil else { return try renderedPages(progress: progress).picture() }
    let (sink, warnings) = try playedForOnePicture(progress: progress)
    return RenderedPicture(
      picture: sink.picture, page: sink.shownPage, touchCount: stage.facts.touches.began,
      drawsWithoutTouches: stage.facts.drawsWithoutTouches, isOfWhole: stage.facts.isOfWhole,
      warnings: stage.facts.readingWarnings + warnings)
  }
}

extension Renderer {
  /// Draws the picture while the recording is played into a sink.
  ///
  /// - Parameters:
  ///   - sink: what else the recording is played for, up to the picture's time.
  ///   - undone: what is left out of the picture; `nil` if nothing is.
  ///   - progress: called with the share played so far, 0…1.
  package func renderedPicture<Sink: ReplaySink>(
    playingInto sink: inout Sink, leavingOut undone: UndoneFacts?, progress: (Double) -> Void
  ) throws(FileError) -> RenderedPicture {
    guard options.crop == nil else {
      _ = try play(into: &sink) { progress($0 / 2) }
      return try renderedPicture { progress(0.5 + $0 / 2) }
    }
    let isFinal = stage.facts.statistics.boardMessageCount == 0
    var both = PictureSink(sink: sink, picture: try stage.makeSinkForOnePicture(isFinal: isFinal))
    let warnings = try play(into: &both, progress: progress)
    if let undone { both.picture.board = undone.clean(both.picture.board) }
    both.picture.settle()
    sink = both.sink
    return RenderedPicture(
      picture: both.picture.picture, page: both.picture.shownPage, touchCount: stage.facts.touches.began,
      drawsWithoutTouches: stage.facts.drawsWithoutTouches, isOfWhole: stage.facts.isOfWhole,
      warnings: stage.facts.readingWarnings + warnings + both.picture.allWarnings)
  }
}

/// A sink, and a board beside it that is drawn as a picture.
private struct PictureSink<Sink: ReplaySink>: ReplaySink {
  var sink: Sink
  var picture: BoardSink

  mutating func beginEntry(at time: Timestamp?) { sink.beginEntry(at: time) }

  mutating func handle(_ event: TouchEvent) {
    sink.handle(event)
    picture.handle(event)
  }

  mutating func handle(_ events: [TouchEvent]) {
    sink.handle(events)
    picture.handle(events)
  }

  mutating func handle(_ event: HoverEvent) {
    sink.handle(event)
    picture.handle(event)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    sink.handle(command, at: time)
    picture.handle(command, at: time)
  }

  mutating func handle(_ attachment: RecordingAttachment) {
    sink.handle(attachment)
    picture.handle(attachment)
  }

  /// Both handle the same, and so have the same to report.
  mutating func drainReport() -> BoardReport {
    _ = sink.drainReport()
    return picture.drainReport()
  }
}

extension RenderOptions {
  /// Whether nothing depends on how long the recording is or on what it undoes later.
  fileprivate var needsNoLength: Bool {
    if tint?.needsLength == true { return false }
    return switch to {
    case nil, .span: from == nil && undone == .shownUntilUndone
    case .fraction, .end: false
    }
  }
}

extension Replayer {
  /// - Returns: false if something came that changes how the device lies on the board, or that was not expected.
  fileprivate mutating func playOneDevice(
    through end: Timestamp?, into sink: inout OneDeviceSink, _ progress: (Double) -> Void
  ) throws(FileError) -> Bool {
    while try step(through: end, into: &sink) {
      if hasOutgrownBeginning || sink.isSurprised { return false }
      if playedCount & 15 == 0 { progress(shareRead) }
    }
    return true
  }
}

/// A board that counts its touches.
private struct OneDeviceSink: ReplaySink {
  var board: BoardSink
  private(set) var touchCount = 0
  private(set) var drawsWithoutTouches = false
  /// Whether a command came though none was expected: the file's summary does not say all.
  private(set) var isSurprised = false
  private let expectsCommands: Bool

  init(board: BoardSink, expectsCommands: Bool) {
    self.board = board
    self.expectsCommands = expectsCommands
  }

  @inline(__always)
  mutating func handle(_ event: TouchEvent) {
    if case .began = event.phase { touchCount += 1 }
    board.handle(event)
  }

  mutating func handle(_ event: HoverEvent) { board.handle(event) }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    isSurprised = !expectsCommands
    if command.bringsShapes { drawsWithoutTouches = true }
    board.handle(command, at: time)
  }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }

  mutating func settle() { board.settle() }
}
