public import ByteStreams
public import Canvas
public import DrawingBoard
public import Drawings
import DrawingFiles
public import EvdevDevices
public import InputEvents
public import Recordings
public import Replaying
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
  private var writer: SessionWriter
  var player: EntryPlayer
  private var sink: BoardSink
  var entry = RecordingEntry()
  private var input = SurfaceInput()
  private var devices = SessionDevices()
  var recognition: GestureRecognition?
  /// Surface units for each board point, as the board is seen: how far a finger goes is judged on the surface.
  public var zoom = 1.0 {
    didSet { recognition?.zoom = zoom }
  }
  /// From the clock of whoever calls to that of the recording, which differ where a recording from before goes on.
  private var shift = TimeSpan.zero
  /// Of what was recorded last, on the recording's clock.
  private(set) var reached: Timestamp
  private var events: [TouchEvent] = []
  private var refusals = WarningList()
  private var growth: Growth?
  /// What devices of the kernel cover, from their next touch on; recorded when that comes.
  public var screenArea: ScreenArea?
  private var mapping: SurfaceMapping.Options?
  private var images: Set<ImageID> = []

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
  private init(_ setup: SessionSetup, plan: BoardLayout, to output: (any SessionOutput)?, at start: Timestamp)
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
  private func advance(to time: Timestamp) -> Timestamp {
    reached = max(reached, time)
    return reached
  }

  /// Writes and plays the entry at hand.
  private func play(_ noting: GestureNoting = .now) {
    writer.write(entry)
    let command = player.play(entry, into: &events)
    for event in events { sink.handle(event) }
    if noting == .now { recognition?.note(entry, events) }
    events.removeAll(keepingCapacity: true)
    if let command { sink.handle(command, at: entry.time) }
    if entry.kind == .attachment { sink.handle(entry.attachment) }
    player.apply(sink.takeReport(), of: entry, into: &events)
    for event in events { sink.handle(event) }
    events.removeAll(keepingCapacity: true)
  }

  /// Nothing is down, or what is has been taken back for good.
  public var isResting: Bool { openTouches.isEmpty && pinch == nil }

  /// When the board grows, if nothing is down then.
  private var growthTime: Timestamp? { isResting ? growth?.due : nil }

  private func grow() {
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

extension LiveDrawing {
  /// A board with a drawing on it, all of which can be undone; the recording begins with it.
  ///
  /// - Parameter setup: its size does not count, the drawing's does.
  /// - Throws: where the drawing's size is not usable.
  public convenience init(
    _ drawing: Drawing, _ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp
  ) throws(BoardError) {
    var sized = setup
    sized.size = drawing.size
    try self.init(sized, to: output, at: now)
    record(.drawing(drawing), at: now)
  }

  /// Draws on from any point of a recording: the new one begins with everything of the old one up to and with an instant, and goes on from
  /// there on the old one's clock. Touches that are down then end where they are; settings, undo and redo are as they were.
  ///
  /// - Parameters:
  ///   - survey: of all of the recording.
  ///   - setup: its size, settings and rules do not count, the recording's do.
  ///   - now: corresponds to the instant from here on.
  /// - Throws: where the recording cannot be read up to there, or gives no board; the output then has a part of it.
  /// - Complexity: that of playing everything up to the instant.
  public convenience init(
    branchOf recording: Recording, survey: RecordingSurvey, through instant: Timestamp, _ setup: SessionSetup,
    to output: (any SessionOutput)?, at now: Timestamp
  ) throws(FileError) {
    var source = try recording.makeSource()
    let plan = survey.plan()
    var setup = setup
    var first = RecordingEntry()
    let hasEntries = try source.next(into: &first)
    setup.epochOffset = source.epochOffset
    do throws(BoardError) {
      try self.init(setup, plan: plan, to: output, at: min(first.occurrence ?? survey.start, survey.start))
    } catch {
      throw FileError(
        file: recording.name, message: "its surface gives a board of \(plan.board.width)x\(plan.board.height)")
    }
    // Nobody watches until the instant is reached.
    sink.board.pace = .batch(threads: max(setup.threads, 1))
    defer { sink.board.pace = .live }
    // Whatever devices come to it, the new recording's board is the old one's.
    record(.size(plan.board), at: reached)
    entry = first
    var isWithin = hasEntries
    while isWithin, entry.occurrence.map({ $0 <= instant }) ?? true {
      copy()
      isWithin = try source.next(into: &entry)
    }
    entry = RecordingEntry()
    liftAll(at: instant)
    shift = reached.since(now)
    note(RecorderNote.resumed.payload, at: reached)
  }

  /// The beginning took its time: what comes from now on follows what was recorded last without a gap.
  public func resume(at now: Timestamp) { shift = reached.since(now) }

  private func copy() {
    devices.follow(entry)
    if entry.kind == .attachment { images.insert(ImageID(rawValue: entry.attachment.name)) }
    reached = max(reached, entry.occurrence ?? reached)
    play()
  }

  /// Nobody else will lift what is down.
  private func liftAll(at instant: Timestamp) {
    // What the survey saw of devices that came later is of no use: others will come.
    player.forgetOpenings(after: devices.openingCount)
    reached = max(reached, instant)
    for lift in devices.lifts(at: reached) { record(lift.frame, of: lift.device, as: .frame) }
    cancel(openTouches, .recordingEnded, at: reached)
  }
}

extension LiveDrawing {
  /// Takes a step of the desktop's fingers, pen or mouse. What several fingers do at one time waits for the next event of another time,
  /// or for ``settle()``.
  public func handle(_ event: PointerEvent) {
    var event = event
    event.time = max(event.time.advanced(by: shift), reached)
    input.take(event) { take($0) }
  }

  /// All of the desktop's events at hand have been handled: to be called before the picture is drawn.
  public func settle() { input.settle { take($0) } }

  /// Takes what a pump has read from a device of the kernel.
  ///
  /// - Parameter now: when a device went away that did.
  public func handle(_ input: DeviceInput, at now: Timestamp) {
    switch input.step {
    case .opened(let description): open(description, as: devices.open(pumped: input.device))
    case .frame(let frame): devices.channel(ofPumped: input.device).map { handle(frame, from: $0) }
    case .synced(let frame): devices.channel(ofPumped: input.device).map { handleSync(frame, from: $0) }
    case .removed: devices.channel(ofPumped: input.device).map { remove($0, at: now) }
    }
  }

  /// Opens a device, as it is at the start.
  public func open(_ description: DeviceDescription) -> DeviceChannel {
    settle()
    flushHeldFrames()
    return open(description, as: devices.open())
  }

  /// Takes a frame of a device that was opened.
  public func handle(_ frame: Frame, from device: DeviceChannel) {
    settle()
    take(shifted(frame), of: device)
  }

  /// Takes the state of all slots, keys and axes, after events of the device were lost.
  public func handleSync(_ frame: Frame, from device: DeviceChannel) {
    settle()
    flushHeldFrames()
    record(shifted(frame), of: device, as: .sync)
  }

  /// The device went away: its touches are cancelled.
  public func remove(_ device: DeviceChannel, at now: Timestamp) {
    settle()
    flushHeldFrames()
    note(RecorderNote.deviceRemoved(device).payload, at: now.advanced(by: shift))
  }
}

extension LiveDrawing {
  @discardableResult
  private func open(_ description: DeviceDescription, as place: (channel: DeviceChannel, number: Int)) -> DeviceChannel
  {
    entry.kind = .opening
    entry.channel = place.channel
    entry.opening = DeviceOpening(number: place.number, description: description)
    play()
    return place.channel
  }

  private func note(_ payload: [UInt8], at time: Timestamp) {
    entry.kind = .note
    entry.time = advance(to: time)
    entry.payload = payload
    play()
  }

  private func take(_ step: SurfaceStep) {
    switch step {
    case .frame(let frame, of: let device): take(frame, of: channel(of: device))
    case .cancel(let device, let slot, at: let time):
      flushHeldFrames()
      let index = channel(of: device)
      cancel(openTouches.filter { $0.device == index && $0.slot == slot }, .window, at: time)
    }
  }

  /// A device that the desktop never tells of is not recorded.
  private func channel(of device: SurfaceDevice) -> DeviceChannel {
    if let channel = devices.surfaces[device] { return channel }
    flushHeldFrames()
    return open(device.description(of: sink.board.raster.board), as: devices.open(device))
  }

  private func shifted(_ frame: Frame) -> Frame {
    guard shift != .zero else { return frame }
    return Frame(
      events: frame.events.map { event in
        var moved = event
        moved.time = event.time.advanced(by: shift)
        return moved
      })
  }
}

extension LiveDrawing {
  /// Whether the session is being recorded.
  public var isRecorded: Bool { writer.isWriting }

  /// When ``tick(_:)`` has something to do.
  public var deadline: Timestamp? {
    let due = [writer.deadline, recognition?.deadline, growthTime].compactMap { $0 }.min()
    return due?.advanced(by: TimeSpan(nanoseconds: -shift.nanoseconds))
  }

  /// Hands on what is due to be written, and what waited for a gesture that did not come.
  public func tick(_ now: Timestamp) {
    let now = now.advanced(by: shift)
    settle()
    if recognition?.expire(at: now) == true { flushHeldFrames() }
    if let growthTime, now >= growthTime { grow() }
    writer.closeChunk(ifDueAt: now)
  }

  /// Ends the recording, and waits until it is on the disk. What is drawn later is not recorded.
  public func finish() {
    settle()
    flushHeldFrames()
    writer.finish()
  }

  /// Why the recording ended too early; told once.
  public func takeFailure() -> FileError? { writer.takeFailure() }
}
