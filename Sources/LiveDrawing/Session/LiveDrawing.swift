public import Canvas
public import DrawingBoard
import DrawingFiles
import EvdevDevices
public import InputEvents
public import Recordings
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
  private var writer: SessionWriter
  private var player: EntryPlayer
  private var sink: BoardSink
  private var entry = RecordingEntry()
  private var events: [TouchEvent] = []
  private var input = SurfaceInput()
  private var surfaces: [SurfaceDevice: DeviceChannel] = [:]
  private var openings = 0
  private var deviceNumbers = 0
  private var refusals = WarningList()
  private var awaitedSize: BoardSize?
  /// Of what was recorded last.
  public private(set) var time: Timestamp

  /// - Parameters:
  ///   - output: nothing for a session that is not recorded.
  ///   - now: the start.
  /// - Throws: where the board's size is not usable.
  public init(_ setup: SessionSetup, to output: (any SessionOutput)?, at now: Timestamp) throws(BoardError) {
    let board = Board(
      raster: try Raster(board: setup.size, scale: setup.scale), settings: setup.settings, undo: setup.undo)
    sink = BoardSink(board: board)
    player = EntryPlayer(plan: SurfacePlan([], recorded: setup.size), rules: setup.rules)
    writer = SessionWriter(to: output, epochOffset: setup.epochOffset)
    time = now
    for command in setup.commands { perform(command, at: now) }
  }

  public var board: Board { sink.board }

  /// What of the picture has changed since it was last taken.
  public func takeDamage() -> Damage { sink.board.takeDamage() }

  /// The touches that are down and draw, in order of beginning.
  public var openTouches: [Touch] { player.openTouches }

  /// What could not be carried out or shown, one line a kind.
  public var warnings: [String] { player.warnings.lines + sink.warnings.lines + refusals.lines }

  /// Takes a step of the desktop's fingers, pen or mouse. What several fingers do at one time waits for the next event of another time,
  /// or for ``settle()``.
  public func handle(_ event: PointerEvent) {
    var event = event
    event.time = max(event.time, time)
    input.take(event) { take($0) }
  }

  /// All of the desktop's events at hand have been handled: to be called before the picture is drawn.
  public func settle() { input.settle { take($0) } }

  /// Opens a device of the kernel, or one that came back.
  ///
  /// - Parameter number: the one that it had before it went away.
  public func open(_ description: DeviceDescription, number: Int? = nil) -> DeviceChannel {
    let channel = DeviceChannel(rawValue: openings)
    openings += 1
    entry.kind = .opening
    entry.channel = channel
    entry.opening = DeviceOpening(number: number ?? deviceNumbers, description: description)
    deviceNumbers = max(deviceNumbers, entry.opening.number + 1)
    play()
    return channel
  }

  /// Takes a frame of a device that was opened.
  public func handle(_ frame: Frame, from device: DeviceChannel) {
    settle()
    play(frame, of: device, as: .frame)
  }

  /// Takes the state of all slots, keys and axes, after events of the device were lost.
  public func handleSync(_ frame: Frame, from device: DeviceChannel) {
    settle()
    play(frame, of: device, as: .sync)
  }

  /// The device went away: its touches are cancelled.
  public func remove(_ device: DeviceChannel, at now: Timestamp) {
    settle()
    entry.kind = .note
    entry.time = advance(to: now)
    entry.payload = RecorderNote.deviceRemoved(device).payload
    play()
  }

  /// Records a command and carries it out.
  public func perform(_ command: BoardCommand, at now: Timestamp) {
    settle()
    record(command, at: now)
  }

  /// Takes back every touch that is down, as where the window loses its grab.
  public func cancelAll(_ reason: CancelReason, at now: Timestamp) {
    settle()
    for touch in openTouches { record(.cancel(touch.device, touch.trackingID, reason), at: now) }
  }

  /// Lets the board show at least so much. It never shrinks, so nothing that was drawn is lost, and it grows only while nothing is down.
  public func grow(to size: BoardSize, at now: Timestamp) {
    let board = awaitedSize ?? sink.board.raster.board
    awaitedSize = BoardSize(width: max(board.width, size.width), height: max(board.height, size.height))
    growIfPossible()
  }
}

extension LiveDrawing {
  /// Whether the session is being recorded.
  public var isRecorded: Bool { writer.isWriting }

  /// When ``tick(_:)`` has something to do.
  public var deadline: Timestamp? { writer.deadline }

  /// Hands on what is due to be written.
  public func tick(_ now: Timestamp) {
    settle()
    writer.closeChunk(ifDueAt: now)
  }

  /// Ends the recording, and waits until it is on the disk. What is drawn later is not recorded.
  public func finish() {
    settle()
    writer.finish()
  }

  /// Why the recording ended too early; told once.
  public func takeFailure() -> RecordingError? { writer.takeFailure() }
}

extension LiveDrawing {
  private func take(_ step: SurfaceStep) {
    switch step {
    case .frame(let frame, of: let device): play(frame, of: channel(of: device), as: .frame)
    case .cancel(let device, let slot):
      let index = DeviceIndex(rawValue: channel(of: device).rawValue)
      guard let touch = openTouches.first(where: { $0.device == index && $0.slot == slot }) else { return }
      record(.cancel(index, touch.trackingID, .window), at: time)
    }
  }

  /// A device that the desktop never tells of is not recorded.
  private func channel(of device: SurfaceDevice) -> DeviceChannel {
    if let channel = surfaces[device] { return channel }
    let channel = open(device.description(of: sink.board.raster.board))
    surfaces[device] = channel
    return channel
  }

  private func play(_ frame: Frame, of device: DeviceChannel, as kind: RecordingEntry.Kind) {
    entry.kind = kind
    entry.channel = device
    entry.frame = frame
    play()
    // A frame that is held here would be copied by whoever fills it next.
    entry.frame = Frame()
    if let latest = frame.time { time = max(time, latest) }
    growIfPossible()
  }

  private func record(_ command: BoardCommand, at now: Timestamp) {
    do {
      entry.payload = try BoardMessage.encode(command)
    } catch {
      // What a replay would not do is not done.
      return refusals.add("\(error)")
    }
    entry.kind = .board
    entry.time = advance(to: now)
    play()
  }

  private func advance(to now: Timestamp) -> Timestamp {
    time = max(time, now)
    return time
  }

  private func growIfPossible() {
    guard let size = awaitedSize, openTouches.isEmpty else { return }
    awaitedSize = nil
    if size != sink.board.raster.board { record(.size(size), at: time) }
  }

  /// Writes and plays the entry at hand.
  private func play() {
    writer.write(entry)
    let command = player.play(entry, into: &events)
    for event in events { sink.handle(event) }
    events.removeAll(keepingCapacity: true)
    if let command { sink.handle(command, at: entry.time) }
  }
}
