import ByteStreams
import InputEvents
import Recordings
import TouchTracking

/// A recording in progress: what devices gave becomes entries of a file, and is counted.
///
/// It knows no device and no clock, and allocates nothing for a frame.
struct LiveRecording {
  /// What is kept between a chunk's closing and the promise that a killed recorder loses at most 100 ms: compressing,
  /// writing, and being late.
  private static let margin = TimeSpan(nanoseconds: -20_000_000)

  private let output: HeldOutput
  private let writer: RecordingWriter
  private var session = TouchSession()
  private var touchEvents: [TouchEvent] = []
  private var counts = RecorderStatus()
  private var openings = 0
  private var rateStart: (time: Timestamp, events: Int)
  private let start: Timestamp
  /// Of the last event; of the start before there is one.
  private(set) var lastEvent: Timestamp

  /// - Parameters:
  ///   - start: on the devices' clock.
  ///   - epochOffset: what puts that clock on the Unix epoch.
  init(to output: any ByteOutput, start: Timestamp, epochOffset: TimeSpan, schemas: MessageSchemas)
    throws(FileError)
  {
    self.output = HeldOutput(output)
    writer = try RecordingWriter(to: self.output, policy: .live, epochOffset: epochOffset, schemas: schemas)
    self.start = start
    lastEvent = start
    rateStart = (start, 0)
  }

  /// - Parameter number: the same for each opening of one device.
  mutating func open(_ description: DeviceDescription, number: Int) throws(FileError) -> DeviceChannel {
    let channel = DeviceChannel(rawValue: openings)
    openings += 1
    try writer.write(.opening(DeviceOpening(number: number, description: description), as: channel))
    let board = SurfaceMapping.defaultBoard(for: description).size
    _ = session.open(description, mapping: SurfaceMapping(device: description, board: board))
    // What the device is stands in the file before its first event.
    try writer.closeChunk()
    try output.release()
    return channel
  }

  mutating func add(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    try writer.write(.frame(frame, of: channel))
    counts.events += frame.events.count
    if frame.hasDrop { counts.drops += 1 }
    if let time = frame.time { lastEvent = max(lastEvent, time) }
    session.handle(frame, from: channel, into: &touchEvents)
    countTouches()
  }

  /// The state after a drop, once the kernel's buffer was read to its end.
  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) throws(FileError) {
    let frame = device.syncFrame(at: lastEvent)
    try writer.write(.sync(frame, of: channel))
    session.handleSync(frame, from: channel, into: &touchEvents)
    countTouches()
  }

  /// The device went away; a note says so, since the kernel lifts nothing.
  mutating func remove(_ channel: DeviceChannel, at now: Timestamp) throws(FileError) {
    let time = max(now, lastEvent)
    try write(.deviceRemoved(channel), at: time)
    session.remove(channel, at: time, into: &touchEvents)
    countTouches()
  }

  mutating func noteReturn(of channel: DeviceChannel, at now: Timestamp) throws(FileError) {
    try write(.deviceReturned(channel), at: max(now, lastEvent))
  }

  /// When `closeChunk` has something to do.
  var deadline: Timestamp? { writer.chunkDeadline?.advanced(by: Self.margin) }

  func closeChunk(ifDueAt now: Timestamp) throws(FileError) {
    if let deadline, now >= deadline { try writer.closeChunk() }
  }

  func finish() throws(FileError) {
    try writer.finish()
    try output.release()
  }

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

  private func write(_ note: RecorderNote, at time: Timestamp) throws(FileError) {
    try writer.write(.note(note.payload, at: time))
  }

  private mutating func countTouches() {
    for event in touchEvents where event.phase == .began { counts.touches += 1 }
    touchEvents.removeAll(keepingCapacity: true)
  }
}
