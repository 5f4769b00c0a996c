public import TouchReelByteStreams
public import TouchReelCanvas
public import TouchReelDrawingBoard
import TouchReelDrawingFiles
public import TouchReelDrawings
public import TouchReelInputEvents
package import TouchReelRecordings
import TouchReelReplaying
public import TouchReelTouchTracking

/// A drawing session: frames of devices and commands come in, are recorded, and change a board.
///
/// Each entry is written to the recording and then played by the code that plays recordings, so a replay gives the same
/// picture, pixel for pixel. A session belongs to one thread, has no clock and never blocks: times are from one
/// monotonic clock (CLOCK_MONOTONIC, like those of kernel events).
///
/// ```
/// let file = try SessionFile(creating: "drawing.mcap")
/// let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 1280, height: 800)), to: file, at: now)
/// drawing.handle(PointerEvent(.mouse, .began, at: point, time: time))
/// drawing.perform(.undo, at: now)
/// drawing.tick(now)
/// drawing.board.compose(drawing.drainDamage(), into: target)
/// ```
public final class LiveDrawing {
  private var writer: SessionWriter
  var player: EntryPlayer
  var sink: BoardSink
  var input = SurfaceInput()
  var devices = SessionDevices()
  var recognition: GestureRecognition?
  /// Surface units for each board point in the current view: gestures are judged by distances on the surface.
  package var zoom = 1.0 {
    didSet { recognition?.zoom = zoom }
  }
  /// The shift from the caller's clock to that of the recording, which differ if an older recording is continued.
  var shift = TimeSpan.zero
  /// The time of the latest entry, on the recording's clock.
  var reached: Timestamp
  private var events: [TouchEvent] = []
  private var refusals = WarningList()
  private var growth: Growth?
  /// The area under devices that are read from the kernel. It is recorded and used from their next touch on.
  package var screenArea: ScreenArea?
  private var mapping: SurfaceMapping.Options?
  var images: Set<ImageID> = []
  var prediction: StrokePrediction?
  /// The touches that have begun.
  package private(set) var touchCount = 0
  /// What was duplicated, by the numbers of the operations that did.
  private var originals: [ElementID: Set<ElementID>] = [:]

  private struct Growth {
    var size: BoardSize
    var due: Timestamp
  }

  /// The time from the last request for a larger board until it grows, which redraws everything: while a window is
  /// being resized, there are many requests.
  private static let growthDelay = TimeSpan(nanoseconds: 150_000_000)

  /// A blank board.
  ///
  /// - Parameters:
  ///   - setup: the board's size, its settings and the rules of touches.
  ///   - output: `nil` for a session that is not recorded.
  ///   - now: the start time.
  /// - Throws: `BoardError` if the board's size is not supported.
  public convenience init(
    _ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp
  ) throws(BoardError) {
    try self.init(setup, plan: BoardLayout([], recorded: setup.size), to: output, at: now)
    for command in setup.commands { record(command, at: now) }
  }

  /// A board with nothing recorded yet.
  init(_ setup: SessionSetup, plan: BoardLayout, to output: (any SessionOutput)?, at start: Timestamp)
    throws(BoardError)
  {
    sink = BoardSink(board: Board(raster: try Raster(board: plan.board, scale: setup.scale), undo: setup.undo))
    sink.board.forgetFinishedLines()
    sink.board.hurryLimit = LiftedShapes.frameLimit
    player = EntryPlayer(plan: plan)
    writer = SessionWriter(to: output, epochOffset: setup.epochOffset)
    recognition = setup.gestures == .severalFingers ? GestureRecognition(zoom: zoom) : nil
    reached = start
  }

  /// The board that is drawn on.
  public var board: Board { sink.board }

  /// Returns what has changed in the picture since the previous call.
  public func drainDamage() -> Damage { sink.board.drainDamage() }

  /// The touches that are down, in the order in which they began, except those that the rules have cancelled.
  public var openTouches: [Touch] { player.openTouches }

  /// Which touches count.
  public var rules: TouchRules { player.touchRules }

  /// The time of the latest entry, on the caller's clock.
  package var time: Timestamp { reached.advanced(by: TimeSpan(nanoseconds: -shift.nanoseconds)) }

  /// Commands and content that could not be handled, one line for each kind of problem.
  public var warnings: [String] { player.warnings.lines + sink.warnings.lines + refusals.lines }

  /// Records and performs a command.
  public func perform(_ command: BoardCommand, at now: Timestamp) {
    settle()
    flushBufferedFrames()
    record(command, at: now.advanced(by: shift))
  }

  /// Cancels every touch that is down, as when the window loses its grab. The desktop may not report the lifts of its
  /// fingers, pen and mouse then, so they are considered lifted; a finger draws again when it touches the next time.
  public func cancelAll(_ reason: CancelReason, at now: Timestamp) {
    settle()
    flushBufferedFrames()
    let time = advance(to: now.advanced(by: shift))
    cancel(openTouches, reason, at: time)
    input.liftAll(at: time) { perform($0) }
  }

  /// Requests a board of at least this size. It never shrinks, so nothing that was drawn is lost.
  ///
  /// The board grows when nothing is down and nothing larger was requested for 150 ms, or before the next touch.
  package func grow(to size: BoardSize, at now: Timestamp) {
    // The page that is shown may have a size of its own, smaller than the board.
    let requested = growth?.size ?? sink.board.size
    let larger = BoardSize(width: max(requested.width, size.width), height: max(requested.height, size.height))
    guard larger != requested else { return }
    growth = Growth(size: larger, due: now.advanced(by: shift).advanced(by: Self.growthDelay))
  }

  /// Grows the board as it was requested, unless something is down, so that what touches now is placed on it.
  package func growNow() { grow() }

  /// Redraws everything with another number of pixels for each board point, as when the window moves to another
  /// display. That is not recorded.
  ///
  /// - Throws: `BoardError` if that makes too many pixels; the board is unchanged then.
  public func redraw(atScale scale: Double) throws(BoardError) { try sink.board.redraw(atScale: scale) }

  /// Says something of the recording within it, which replays ignore.
  package func note(_ metadata: ForeignMetadata) {
    settle()
    flushBufferedFrames()
    play(.foreignMetadata(metadata))
  }

  /// Stores an image in the recording, for use as a background.
  ///
  /// - Parameters:
  ///   - png: the content of a PNG file. One that cannot be decoded is stored, but not shown.
  ///   - now: when it is stored.
  /// - Returns: the id of the image.
  package func provide(png: [UInt8], at now: Timestamp) -> ImageID {
    let name = ImageID(of: png)
    provide(png: png, as: name, at: now)
    return name
  }

  /// Stores an image in the recording under the name that a background has for it already.
  package func provide(png: [UInt8], as name: ImageID, at now: Timestamp) {
    provide(png, mediaType: "image/png", as: name, at: now)
  }

  /// Stores a PDF in the recording, for backgrounds that cite its pages by this name.
  package func provide(_ document: PDFDocument, as name: ImageID, at now: Timestamp) {
    provide(document.bytes, mediaType: PDFDocument.mediaType, as: name, at: now)
  }

  private func provide(_ bytes: [UInt8], mediaType: String, as name: ImageID, at now: Timestamp) {
    guard images.insert(name).inserted else { return }
    settle()
    flushBufferedFrames()
    var file = RecordingAttachment()
    file.name = name.rawValue
    file.mediaType = mediaType
    file.time = advance(to: now.advanced(by: shift))
    file.bytes = bytes
    play(.attachment(file))
  }
}

extension LiveDrawing {
  func cancel(
    _ touches: [Touch], _ reason: CancelReason, at time: Timestamp, noting: GestureNoting = .now
  ) {
    for touch in touches { record(.cancel(touch.device, touch.trackingID, reason), at: time, noting: noting) }
  }

  func record(_ command: BoardCommand, at time: Timestamp, noting: GestureNoting = .now) {
    let (before, selected) = (board.latestOperation, board.selection)
    write(command, at: time, noting)
    switch command {
    case .duplicate:
      guard let made = board.latestOperation, made.id != before?.id, case .insert = made.operation else { return }
      originals[made.id] = selected
    case .undo:
      let duplicated = before.flatMap { originals[$0.id] }
      guard let shapes = board.shapesToSelect(afterUndoOf: before, duplicating: duplicated) else { return }
      write(.select(shapes), at: reached, noting)
    case .redo:
      if let shapes = board.shapesToSelect(afterRedoUpon: before) { write(.select(shapes), at: reached, noting) }
    default: break
    }
  }

  private func write(_ command: BoardCommand, at time: Timestamp, _ noting: GestureNoting) {
    do {
      let message = try BoardMessage.encode(command)
      play(.board(message, at: advance(to: time)), noting)
    } catch {
      // A command that a replay could not perform is not performed.
      refusals.add("\(error)")
    }
  }

  /// - Parameter frame: a frame or a synced state.
  func record(_ frame: RecordingEntry, noting: GestureNoting = .now) {
    grow()
    mapDevices()
    play(frame, noting)
    if let latest = frame.occurrence { reached = max(reached, latest) }
  }

  /// The time of the next entry.
  func advance(to time: Timestamp) -> Timestamp {
    reached = max(reached, time)
    return reached
  }

  /// Writes and plays an entry.
  func play(_ entry: RecordingEntry, _ noting: GestureNoting = .now) {
    writer.write(entry)
    let command = player.play(entry, into: &events)
    for event in events { handle(event) }
    if noting == .now { recognition?.follow(entry, events) }
    events.removeAll(keepingCapacity: true)
    if let command, let time = entry.occurrence { sink.handle(command, at: time) }
    if case .attachment(let attachment) = entry { sink.handle(attachment) }
    player.apply(sink.drainReport(), of: entry, into: &events)
    for event in events { handle(event) }
    events.removeAll(keepingCapacity: true)
  }

  private func handle(_ event: TouchEvent) {
    if event.phase == .began { touchCount += 1 }
    prediction?.handle(event, board.settings)
    sink.handle(event)
  }

  /// Whether nothing is drawing, now or after a pinch ends.
  package var isResting: Bool { openTouches.isEmpty && pinch == nil }

  /// When the board grows, if nothing is down by then.
  private var growthTime: Timestamp? { isResting ? growth?.due : nil }

  private func grow() {
    guard let requested = growth, isResting else { return }
    growth = nil
    record(.size(requested.size), at: reached)
  }

  /// Records the screen area if it has changed, but not while one of its devices is down: that would tear its lines.
  private func mapDevices() {
    guard let options = screenArea?.mapping(to: sink.board.deviceBoard), options != mapping else { return }
    guard pinch == nil, openTouches.allSatisfy({ devices.isSurface($0.device) }) else { return }
    mapping = options
    record(.mapping(options), at: reached)
  }
}

extension LiveDrawing {
  /// Whether the session is being recorded.
  package var isRecorded: Bool { writer.isWriting }

  /// Whether all of the session is in its file, which has ended.
  package var isKept: Bool { writer.isWhole }

  /// Looks whether its file is still where it was made; if not, it is no longer recorded.
  package func checkFile() { writer.check() }

  /// When to call ``tick(_:)``; `nil` if there is nothing to do.
  public var deadline: Timestamp? {
    let due = [writer.deadline, recognition?.deadline, growthTime].compactMap { $0 }.min()
    return due?.advanced(by: TimeSpan(nanoseconds: -shift.nanoseconds))
  }

  /// Writes what is due, and records frames buffered for a gesture that did not happen.
  public func tick(_ now: Timestamp) {
    let now = now.advanced(by: shift)
    settle()
    if recognition?.expire(at: now) == true { flushBufferedFrames() }
    if let growthTime, now >= growthTime { grow() }
    writer.closeChunk(ifDueAt: now)
  }

  /// Ends the recording, and waits until it is on disk. What is drawn later is not recorded.
  public func finish() { finish(with: nil) }

  /// Ends the recording with metadata that it has only if all else is on the disk.
  package func finish(noting metadata: ForeignMetadata) { finish(with: .foreignMetadata(metadata)) }

  private func finish(with last: RecordingEntry?) {
    settle()
    flushBufferedFrames()
    writer.finish(last)
  }

  /// Why recording failed; returned once.
  public func drainFailure() -> FileError? { writer.drainFailure() }
}
