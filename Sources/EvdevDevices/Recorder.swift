public import ByteStreams
import Glibc
public import InputEvents
import SystemPackage

/// Records one or more devices into one file, on one thread that waits for all of them at once.
///
/// A device that was named so that its name outlives a replug is waited for when it goes away, and recorded on a new channel when
/// it is back.
///
///     let recorder = try Recorder([.name("ELAN Touchscreen")])
///     let end = try recorder.run(into: RecorderFile(path: "session.mcap"), until: SignalWatch())
public final class Recorder {
  private let devices: [RecordedDevice]
  private let options: RecorderOptions
  private var openings: [(device: RecordedDevice, description: DeviceDescription)] = []
  private var epoll: Epoll
  private var timer: DeadlineTimer
  private var watch: DeviceWatch
  private var nextStatus: Timestamp?

  /// Opens the devices, and grabs them where that is asked for; what happens from here on will be recorded.
  public init(_ selectors: [DeviceSelector], options: RecorderOptions = RecorderOptions()) throws(DeviceError) {
    self.options = options
    devices = selectors.enumerated().map { RecordedDevice($1, number: $0, options: options) }
    do throws(Errno) {
      epoll = try Epoll()
      timer = try DeadlineTimer()
      watch = try DeviceWatch(options.folders)
      try epoll.add(timer.readiness, token: Token.timer)
      try epoll.add(watch.readiness, token: Token.watch)
    } catch {
      throw Self.failure(error)
    }
    for device in devices { openings.append((device, try open(device))) }
  }

  /// The descriptions of the devices, as they were opened.
  public var descriptions: [DeviceDescription] { openings.map(\.description) }

  /// Records until a signal, a limit, or the last device's end.
  /// - Parameter report: told the status in the options' interval, and at the end.
  /// - Returns: why it ended. The file is finished, but where the output failed, and can be read in either case.
  /// - Throws: where the system cannot wait for devices.
  public func run(
    into output: RecorderFile, until signals: borrowing SignalWatch, report: (RecorderStatus) -> Void = { _ in }
  ) throws(DeviceError) -> RecordingEnd {
    do throws(RecorderFailure) {
      try waiting { () throws(Errno) in try epoll.add(signals.readiness, token: Token.signals) }
      return try record(into: output, until: signals, report)
    } catch {
      switch error {
      case .output(let error): return .output(error)
      case .device(let error): throw error
      }
    }
  }

  private func record(
    into output: RecorderFile, until signals: borrowing SignalWatch, _ report: (RecorderStatus) -> Void
  ) throws(RecorderFailure) -> RecordingEnd {
    let start = MonotonicClock.now
    nextStatus = options.statusInterval.map(start.advanced(by:))
    var recording = try writing { () throws(FileError) in
      try LiveRecording(to: output, start: start, epochOffset: options.epochOffset, schemas: options.schemas)
    }
    defer { report(recording.status(at: MonotonicClock.now)) }
    let end = try loop(&recording, start: start, until: signals, report)
    try writing { () throws(FileError) in
      try recording.finish()
      try output.close()
    }
    return end
  }

  private func loop(
    _ recording: inout LiveRecording, start: Timestamp, until signals: borrowing SignalWatch,
    _ report: (RecorderStatus) -> Void
  ) throws(RecorderFailure) -> RecordingEnd {
    for (device, description) in openings { try begin(device, description, in: &recording) }
    var tokens: [UInt64] = []
    while true {
      let now = MonotonicClock.now
      try writing { () throws(FileError) in try recording.closeChunk(ifDueAt: now) }
      tell(&recording, at: now, report)
      if let end = try end(at: now, start: start, &recording) { return end }
      let limit = options.limits.deadline(start: start, lastEvent: recording.lastEvent)
      try wait(until: [recording.deadline, nextStatus, limit], into: &tokens)
      for token in tokens where token >= Token.signals {
        if let end = try handle(token, signals, &recording) { return end }
      }
      if let end = try read(tokens.devices(of: devices), into: &recording) { return end }
    }
  }

  /// What happened before a limit was met belongs to the recording, however late the recorder is; an event may put the end off.
  private func end(
    at now: Timestamp, start: Timestamp, _ recording: inout LiveRecording
  ) throws(RecorderFailure) -> RecordingEnd? {
    let limits = options.limits
    guard limits.end(at: now, start: start, lastEvent: recording.lastEvent) != nil else { return nil }
    if let end = try read(devices.filter(\.isOpen), into: &recording) { return end }
    return limits.end(at: now, start: start, lastEvent: recording.lastEvent)
  }

  private func wait(until deadlines: [Timestamp?], into tokens: inout [UInt64]) throws(RecorderFailure) {
    try waiting { () throws(Errno) in
      try timer.set(deadlines.compactMap { $0 }.min()?.nanoseconds)
      try epoll.wait(into: &tokens)
    }
  }

  private func tell(_ recording: inout LiveRecording, at now: Timestamp, _ report: (RecorderStatus) -> Void) {
    guard let due = nextStatus, let interval = options.statusInterval, now >= due else { return }
    nextStatus = now.advanced(by: interval)
    report(recording.status(at: now))
  }

  private func handle(
    _ token: UInt64, _ signals: borrowing SignalWatch, _ recording: inout LiveRecording
  ) throws(RecorderFailure) -> RecordingEnd? {
    switch token {
    case Token.timer: timer.acknowledge()
    case Token.watch:
      watch.acknowledge()
      try returnAwaited(to: &recording)
    default:
      guard let signal = signals.next() else { return nil }
      // What happened before the signal belongs to the recording.
      _ = try read(devices.filter(\.isOpen), into: &recording)
      return .signal(signal)
    }
    return nil
  }

  private func read(
    _ ready: [RecordedDevice], into recording: inout LiveRecording
  ) throws(RecorderFailure) -> RecordingEnd? {
    let gone = try ready.readInOrder(into: &recording)
    for device in gone {
      device.close()
      try writing { () throws(FileError) in try recording.remove(device.channel, at: MonotonicClock.now) }
    }
    guard !gone.isEmpty else { return nil }
    // It may be back already.
    try returnAwaited(to: &recording)
    return devices.contains { $0.isOpen || $0.isAwaited } ? nil : .unplugged
  }

  private func returnAwaited(to recording: inout LiveRecording) throws(RecorderFailure) {
    for device in devices where device.isAwaited {
      guard let description = reopened(device) else { continue }
      try begin(device, description, in: &recording)
      try writing { () throws(FileError) in try recording.noteReturn(of: device.channel, at: MonotonicClock.now) }
    }
  }

  /// Nothing where it is not back yet, or may not be read until udev has come round to it: the watch will tell.
  private func reopened(_ device: RecordedDevice) -> DeviceDescription? {
    do throws(DeviceError) { return try open(device) } catch { return nil }
  }

  private func begin(
    _ device: RecordedDevice, _ description: DeviceDescription, in recording: inout LiveRecording
  ) throws(RecorderFailure) {
    device.channel = try writing { () throws(FileError) in
      try recording.open(description, number: device.number)
    }
  }

  private func open(_ device: RecordedDevice) throws(DeviceError) -> DeviceDescription {
    let opened = try device.open()
    do throws(Errno) { try epoll.add(opened.readiness, token: UInt64(device.number)) } catch {
      throw Self.failure(error)
    }
    return opened.description
  }

  private static func failure(_ error: Errno) -> DeviceError {
    DeviceError(device: "recorder", problem: .failed(operation: "cannot wait for devices", error))
  }

  private func waiting<Result>(_ body: () throws(Errno) -> Result) throws(RecorderFailure) -> Result {
    do throws(Errno) { return try body() } catch { throw .device(Self.failure(error)) }
  }
}

/// What is waited for; a device by its number.
private enum Token {
  static let timer = UInt64.max
  static let watch = UInt64.max - 1
  static let signals = UInt64.max - 2
}

extension [UInt64] {
  fileprivate func devices(of all: [RecordedDevice]) -> [RecordedDevice] {
    filter { $0 < Token.signals }.map { all[Int($0)] }
  }
}
