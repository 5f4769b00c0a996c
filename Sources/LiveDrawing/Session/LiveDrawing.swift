public import Canvas
public import DrawingBoard
import DrawingFiles
public import InputEvents
import Recordings
import Replaying
public import TouchTracking

/// Drawing as it happens, and its recording: devices' frames and commands in, a board out.
///
/// Each is written to the recording, then played by what plays recordings. So the picture that a replay of the recording gives is the one
/// on the board, pixel for pixel. It is owned by one thread, knows no clock, and never waits: times are those of one clock that only goes
/// forward (CLOCK_MONOTONIC, as the kernel's events have it).
///
/// ```
/// let file = try SessionFile(creating: "drawing.mcap")
/// let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 1280, height: 800)), to: file, at: now)
/// drawing.handle(PointerEvent(.mouse, .began, at: point, time: time))
/// drawing.perform(.undo, at: now)
/// drawing.tick(now)
/// drawing.board.compose(drawing.takeDamage(), into: target)
/// ```
public final class LiveDrawing {
  var writer: SessionWriter
  var player: EntryPlayer
  var sink: BoardSink
  var entry = RecordingEntry()
  var input = SurfaceInput()
  var devices = SessionDevices()
  var recognition: GestureRecognition?
  /// Surface units for each board point, as the board is seen: how far a finger goes is judged on the surface.
  public var zoom = 1.0 {
    didSet { recognition?.zoom = zoom }
  }
  /// From the clock of whoever calls to that of the recording, which differ where a recording from before goes on.
  var shift = TimeSpan.zero
  /// Of what was recorded last, on the recording's clock.
  var reached: Timestamp
  private var events: [TouchEvent] = []
  private var refusals = WarningList()
  private var growth: Growth?
  /// What devices of the kernel cover, from their next touch on; recorded when that comes.
  public var screenArea: ScreenArea?
  private var mapping: SurfaceMapping.Options?
  var images: Set<ImageID> = []

  private struct Growth {
    var size: BoardSize
    var due: Timestamp
  }

  /// From the last wish of a larger board to its growth, which draws everything again: a window that is being resized wishes many times.
  private static let growthDelay = TimeSpan(nanoseconds: 150_000_000)

  /// A blank board.
  ///
  /// - Parameters:
  ///   - output: nothing for a session that is not recorded.
  ///   - now: the start.
  /// - Throws: where the board's size is not usable.
  public convenience init(
    _ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp
  ) throws(BoardError) {
    try self.init(setup, plan: BoardLayout([], recorded: setup.size), to: output, at: now)
    for command in setup.commands { record(command, at: now) }
  }

  /// A board of which nothing is recorded yet.
  init(_ setup: SessionSetup, plan: BoardLayout, to output: (any SessionOutput)?, at start: Timestamp)
    throws(BoardError)
  {
    sink = BoardSink(board: Board(raster: try Raster(board: plan.board, scale: setup.scale), undo: setup.undo))
    player = EntryPlayer(plan: plan)
    writer = SessionWriter(to: output, epochOffset: setup.epochOffset)
    recognition = setup.gestures == .severalFingers ? GestureRecognition(zoom: zoom) : nil
    reached = start
  }

  public var board: Board { sink.board }

  /// What of the picture has changed since it was last taken.
  public func takeDamage() -> Damage { sink.board.takeDamage() }

  /// The touches that are down, in order of beginning; those that the rules have taken back are left out.
  public var openTouches: [Touch] { player.openTouches }

  /// Of what was recorded last.
  public var time: Timestamp { reached.advanced(by: TimeSpan(nanoseconds: -shift.nanoseconds)) }

  /// What could not be carried out or shown, one line a kind.
  public var warnings: [String] { player.warnings.lines + sink.warnings.lines + refusals.lines }

  /// Records a command and carries it out.
  public func perform(_ command: BoardCommand, at now: Timestamp) {
    settle()
    flushHeldFrames()
    record(command, at: now.advanced(by: shift))
  }

  /// Takes back every touch that is down, as where the window loses its grab. The desktop's fingers, pen and mouse count as lifted from
  /// then on, since it may not tell of their lifts; a finger draws again when it touches anew.
  public func cancelAll(_ reason: CancelReason, at now: Timestamp) {
    settle()
    flushHeldFrames()
    let time = advance(to: now.advanced(by: shift))
    cancel(openTouches, reason, at: time)
    input.liftAll(at: time) { take($0) }
  }

  /// Lets the board show at least so much. It never shrinks, so nothing that was drawn is lost.
  ///
  /// It grows once nothing is down and nothing larger was wished for 150 ms, or before the next touch.
  public func grow(to size: BoardSize, at now: Timestamp) {
    let board = sink.board.raster.board
    let wish = growth?.size ?? board
    let larger = BoardSize(width: max(wish.width, size.width), height: max(wish.height, size.height))
    guard larger != wish else { return }
    growth = Growth(size: larger, due: now.advanced(by: shift).advanced(by: Self.growthDelay))
  }

  /// Draws everything again with another number of pixels for each board point, as where the window is on another display; that is not
  /// recorded.
  ///
  /// - Throws: where that makes too many pixels; the board is as it was.
  public func redraw(atScale scale: Double) throws(BoardError) { try sink.board.redraw(atScale: scale) }

  /// Keeps an image in the recording, for backgrounds to cite.
  ///
  /// - Parameter png: the file. One that cannot be read is kept, and not shown.
  /// - Returns: its name.
  public func provide(png: [UInt8], at now: Timestamp) -> ImageID {
    let name = ImageID(of: png)
    guard images.insert(name).inserted else { return name }
    settle()
    flushHeldFrames()
    entry.kind = .attachment
    entry.attachment.name = name.rawValue
    entry.attachment.mediaType = "image/png"
    entry.attachment.time = advance(to: now.advanced(by: shift))
    entry.attachment.bytes = png
    play()
    entry.attachment = RecordingAttachment()
    return name
  }
}

extension LiveDrawing {
  func cancel(
    _ touches: [Touch], _ reason: CancelReason, at time: Timestamp, noting: GestureNoting = .now
  ) {
    for touch in touches { record(.cancel(touch.device, touch.trackingID, reason), at: time, noting: noting) }
  }

  func record(_ command: BoardCommand, at time: Timestamp, noting: GestureNoting = .now) {
    do {
      entry.payload = try BoardMessage.encode(command)
    } catch {
      // What a replay would not do is not done.
      return refusals.add("\(error)")
    }
    entry.kind = .board
    entry.time = advance(to: time)
    play(noting)
  }

  func record(
    _ frame: Frame, of device: DeviceChannel, as kind: RecordingEntry.Kind, noting: GestureNoting = .now
  ) {
    grow()
    mapDevices()
    fill(frame, of: device, as: kind)
    play(noting)
    // A frame that is held here would be copied by whoever fills it next.
    entry.frame = Frame()
    if let latest = frame.time { reached = max(reached, latest) }
  }

  func fill(_ frame: Frame, of device: DeviceChannel, as kind: RecordingEntry.Kind) {
    entry.kind = kind
    entry.channel = device
    entry.frame = frame
  }

  /// The time of what is recorded next.
  func advance(to time: Timestamp) -> Timestamp {
    reached = max(reached, time)
    return reached
  }

  /// Writes and plays the entry at hand.
  func play(_ noting: GestureNoting = .now) {
    writer.write(entry)
    let command = player.play(entry, into: &events)
    for event in events { sink.handle(event) }
    if noting == .now { recognition?.note(entry, events) }
    events.removeAll(keepingCapacity: true)
    if let command { sink.handle(command, at: entry.time) }
    if entry.kind == .attachment { sink.handle(entry.attachment) }
    player.heed(sink.takeReport(), of: entry, into: &events)
    for event in events { sink.handle(event) }
    events.removeAll(keepingCapacity: true)
  }

  /// Nothing is down, or what is has been taken back for good.
  public var isResting: Bool { openTouches.isEmpty && pinch == nil }

  /// When the board grows, if nothing is down then.
  var growthTime: Timestamp? { isResting ? growth?.due : nil }

  func grow() {
    guard let wish = growth, isResting else { return }
    growth = nil
    record(.size(wish.size), at: reached)
  }

  /// Devices that are down stay where they are: a view that changes under them does not tear their lines.
  private func mapDevices() {
    guard let options = screenArea?.mapping(to: sink.board.raster.board), options != mapping else { return }
    guard pinch == nil, openTouches.allSatisfy({ devices.isSurface($0.device) }) else { return }
    mapping = options
    record(.mapping(options), at: reached)
  }
}
