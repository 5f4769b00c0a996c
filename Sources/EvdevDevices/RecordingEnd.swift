public import ByteStreams
public import InputEvents

/// Why a recording ended.
public enum RecordingEnd: Hashable, Sendable {
  /// SIGINT, SIGTERM, SIGHUP.
  case signal(Int32)
  /// As long as it was to be.
  case duration
  /// No device had said anything for so long.
  case idle
  /// The last device is gone, and none is waited for.
  case unplugged
  /// The disk is full, the reader closed the pipe. What was written before can be read.
  case output(FileError)
}

/// How long a recording goes on.
public struct RecordingLimits: Hashable, Sendable {
  /// From the start.
  public var duration: TimeSpan?
  /// Without an event.
  public var idle: TimeSpan?

  public init(duration: TimeSpan? = nil, idle: TimeSpan? = nil) {
    self.duration = duration
    self.idle = idle
  }

  /// The limit that a recording has met.
  func end(at now: Timestamp, start: Timestamp, lastEvent: Timestamp) -> RecordingEnd? {
    if let duration, now.since(start) >= duration { return .duration }
    if let idle, now.since(lastEvent) >= idle { return .idle }
    return nil
  }

  /// When the next limit will be met if nothing happens.
  func deadline(start: Timestamp, lastEvent: Timestamp) -> Timestamp? {
    [duration.map(start.advanced(by:)), idle.map(lastEvent.advanced(by:))].compactMap { $0 }.min()
  }
}
