import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// A recording in progress: what devices sent becomes entries of a file, and is counted.
///
/// It knows no device and no clock, and allocates nothing for a frame.
struct LiveRecording {
  private let writer: any LiveSink
  private var session = TouchSession()
  private var touchEvents: [TouchEvent] = []
  private var counts = RecorderStatus()
  private var openings = 0
  private var rateStart: (time: Timestamp, events: Int)
  private let start: Timestamp
  /// The time of the last event; the start if there was none.
  private(set) var lastEvent: Timestamp

  /// - Parameter start: on the devices' clock.
  init(to writer: any LiveSink, start: Timestamp) {
    self.writer = writer
    self.start = start
    lastEvent = start
    rateStart = (start, 0)
  }

  /// When `closeChunk` has something to do.
  var deadline: Timestamp? { writer.deadline }

  func closeChunk(ifDueAt now: Timestamp) throws(FileError) { try writer.closeChunk(ifDueAt: now) }

  func finish() throws(FileError) { try writer.finish() }

  mutating func status(at now: Timestamp) -> RecorderStatus {
    var status = counts
    status.elapsed = now.since(start)
    status.openings = openings
    status.contacts = session.openTouches.count
    status.bytes = writer.byteCount
    let span = now.since(rateStart.time).seconds
    if span > 0 { status.eventsPerSecond = Double(counts.events - rateStart.events) / span }
    rateStart = (now, counts.events)
    return status
  }

  private func write(_ annotation: RecorderNote, at time: Timestamp) throws(FileError) {
    try writer.write(.note(annotation.payload, at: time))
  }

  private mutating func countTouches() {
    for event in touchEvents where event.phase == .began { counts.touches += 1 }
    touchEvents.removeAll(keepingCapacity: true)
  }
}

extension LiveRecording: DeviceReceiver {
  mutating func open(_ description: DeviceDescription, number: Int) throws(FileError) -> DeviceChannel {
    let channel = DeviceChannel(rawValue: openings)
    openings += 1
    try writer.write(.opening(DeviceOpening(number: number, description: description), as: channel))
    let board = SurfaceMapping.defaultBoard(for: description).size
    _ = session.open(description, mapping: SurfaceMapping(device: description, board: board))
    return channel
  }

  mutating func add(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    // What cannot be written was read all the same.
    counts.events += frame.events.count
    try writer.write(.frame(frame, of: channel))
    if frame.hasDrop { counts.drops += 1 }
    if let time = frame.time { lastEvent = max(lastEvent, time) }
    session.handle(frame, from: channel, into: &touchEvents)
    countTouches()
  }

  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) throws(FileError) {
    let frame = device.syncFrame(at: lastEvent)
    try writer.write(.sync(frame, of: channel))
    session.handleSync(frame, from: channel, into: &touchEvents)
    countTouches()
  }

  /// An annotation records the removal, since the kernel lifts nothing.
  mutating func remove(_ channel: DeviceChannel, at now: Timestamp) throws(FileError) {
    let time = max(now, lastEvent)
    try write(.deviceRemoved(channel), at: time)
    session.remove(channel, at: time, into: &touchEvents)
    countTouches()
  }

  mutating func recordReturn(of channel: DeviceChannel, at now: Timestamp) throws(FileError) {
    try write(.deviceReturned(channel), at: max(now, lastEvent))
  }
}
