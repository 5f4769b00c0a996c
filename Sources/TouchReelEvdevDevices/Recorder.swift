import SystemPackage
public import TouchReelByteStreams
public import TouchReelInputEvents
package import TouchReelRecordings

/// Records one or more devices into one file, on one thread that waits for all of them at once.
///
/// A device whose name outlives a replug is awaited when it goes away, and recorded on a new channel when it is back.
///
///     let recorder = try Recorder([.name("ELAN Touchscreen")])
///     let end = try recorder.run(into: RecorderFile(path: "session.mcap"), until: SignalWatch())
public final class Recorder {
  private let loop: DeviceLoop
  private let options: RecorderOptions
  private var timer: DeadlineTimer
  private var nextStatus: Timestamp?

  private enum Token {
    static let timer = UInt64.max - 1
    static let signals = UInt64.max - 2
  }

  /// Opens the devices, and grabs them if the options ask for that; what happens from here on will be recorded.
  public init(_ selectors: [DeviceSelector], options: RecorderOptions = RecorderOptions()) throws(DeviceError) {
    self.options = options
    loop = try DeviceLoop(selectors, options: options, name: "recorder")
    do throws(Errno) {
      timer = try DeadlineTimer()
      try loop.add(timer.readiness, as: Token.timer)
    } catch {
      throw loop.failure(error)
    }
  }

  /// The descriptions of the devices, as they were opened.
  public var descriptions: [DeviceDescription] { loop.descriptions }

  /// Records until a signal, a limit, or the removal of the last device.
  /// - Parameters:
  ///   - output: the file.
  ///   - signals: those that end the recording.
  ///   - report: receives the status in the options' interval, and at the end.
  /// - Returns: why it ended. The file can be read in any case, and is finished unless the output failed.
  /// - Throws: if the system cannot wait for devices; the file is finished then as well.
  public func run(
    into output: RecorderFile, until signals: borrowing SignalWatch, report: (RecorderStatus) -> Void = { _ in }
  ) throws(DeviceError) -> RecordingEnd {
    try run(into: output, as: nil, until: signals, report: report)
  }

  /// Records in any format.
  ///
  /// - Parameter sink: what writes to the output; an MCAP file is written if it is `nil`.
  package func run(
    into output: RecorderFile, as sink: (any LiveSink)?, until signals: borrowing SignalWatch,
    report: (RecorderStatus) -> Void
  ) throws(DeviceError) -> RecordingEnd {
    do throws(RecorderFailure) {
      try waiting { () throws(Errno) in try loop.add(signals.readiness, as: Token.signals) }
      let sink = try writing { () throws(FileError) in try self.sink(sink, for: output) }
      return try record(into: sink, of: output, until: signals, report)
    } catch {
      switch error {
      case .output(let error): return .output(error)
      case .device(let error): throw error
      }
    }
  }

  private func sink(_ given: (any LiveSink)?, for output: RecorderFile) throws(FileError) -> any LiveSink {
    if let given { return given }
    return try LiveWriter(to: output, epochOffset: options.epochOffset, schemas: options.schemas)
  }

  private func record(
    into sink: any LiveSink, of output: RecorderFile, until signals: borrowing SignalWatch,
    _ report: (RecorderStatus) -> Void
  ) throws(RecorderFailure) -> RecordingEnd {
    let start = MonotonicClock.now
    nextStatus = options.statusInterval.map(start.advanced(by:))
    var recording = LiveRecording(to: sink, start: start)
    defer { report(recording.status(at: MonotonicClock.now)) }
    try loop.begin(into: &recording)
    let end: RecordingEnd
    do throws(RecorderFailure) {
      end = try follow(&recording, start: start, until: signals, report)
    } catch {
      // What was read until the devices failed belongs to the recording.
      if case .device = error { try finish(&recording, output) }
      throw error
    }
    try finish(&recording, output)
    return end
  }

  private func finish(_ recording: inout LiveRecording, _ output: RecorderFile) throws(RecorderFailure) {
    try writing { () throws(FileError) in
      try recording.finish()
      try output.close()
    }
  }

  private func follow(
    _ recording: inout LiveRecording, start: Timestamp, until signals: borrowing SignalWatch,
    _ report: (RecorderStatus) -> Void
  ) throws(RecorderFailure) -> RecordingEnd {
    while true {
      let now = MonotonicClock.now
      try writing { () throws(FileError) in try recording.closeChunk(ifDueAt: now) }
      self.report(&recording, at: now, to: report)
      if let end = try end(at: now, start: start, &recording) { return end }
      let limit = options.limits.deadline(start: start, lastEvent: recording.lastEvent)
      try wait(until: [recording.deadline, nextStatus, limit])
      if loop.isReady(Token.signals), let signal = signals.next() {
        // What happened before the signal belongs to the recording.
        try loop.readAll(into: &recording)
        return .signal(signal)
      }
      try loop.readReady(into: &recording)
      guard loop.isAlive else { return .unplugged }
    }
  }

  /// What happened before a limit was met belongs to the recording, however late the recorder is; an event may postpone
  /// the end.
  private func end(
    at now: Timestamp, start: Timestamp, _ recording: inout LiveRecording
  ) throws(RecorderFailure) -> RecordingEnd? {
    let limits = options.limits
    guard limits.end(at: now, start: start, lastEvent: recording.lastEvent) != nil else { return nil }
    try loop.readAll(into: &recording)
    guard loop.isAlive else { return .unplugged }
    return limits.end(at: now, start: start, lastEvent: recording.lastEvent)
  }

  private func wait(until deadlines: [Timestamp?]) throws(RecorderFailure) {
    try waiting { () throws(Errno) in
      try timer.set(deadlines.compactMap { $0 }.min()?.nanoseconds)
      try loop.wait()
    }
    if loop.isReady(Token.timer) { timer.acknowledge() }
  }

  private func report(_ recording: inout LiveRecording, at now: Timestamp, to report: (RecorderStatus) -> Void) {
    guard let due = nextStatus, let interval = options.statusInterval, now >= due else { return }
    nextStatus = now.advanced(by: interval)
    report(recording.status(at: now))
  }

  private func waiting(_ body: () throws(Errno) -> Void) throws(RecorderFailure) {
    do throws(Errno) { try body() } catch { throw .device(loop.failure(error)) }
  }
}

/// Why a recording ended.
public enum RecordingEnd: Hashable, Sendable {
  /// SIGINT, SIGTERM, SIGHUP.
  case signal(Int32)
  /// The limit of its duration was reached.
  case duration
  /// The idle timeout was reached.
  case idle
  /// The last device is gone, and none is awaited.
  case unplugged
  /// The disk is full, or the reader closed the pipe. What was written before can be read.
  case output(FileError)
}

/// The state of a recording in progress.
public struct RecorderStatus: Hashable, Sendable {
  /// Since the recording began.
  public var elapsed = TimeSpan.zero
  /// Openings of devices: a device that was plugged in again counts anew.
  public var openings = 0
  /// Fingers and pens that are down now, without palms and hovering tools.
  public var contacts = 0
  /// Recorded so far, SYN_REPORTs included.
  public var events = 0
  /// Begun so far, without palms.
  public var touches = 0
  /// Overflows of the kernel's buffer (SYN_DROPPED).
  public var drops = 0
  /// Since the status before.
  public var eventsPerSecond = 0.0
  /// Handed on to the file.
  public var bytes: UInt64 = 0

  package init() {}
}
