public import InputEvents
public import Recordings
public import TouchTracking

/// How devices are recorded.
public struct RecorderOptions: Hashable, Sendable {
  public enum Grab: Hashable, Sendable {
    /// Other programs go on receiving the events.
    case shared
    /// Nobody else receives them (EVIOCGRAB).
    case exclusive
  }

  public var grab = Grab.shared
  public var admission: DeviceAdmission = []
  public var limits = RecordingLimits()
  /// What puts CLOCK_MONOTONIC on the Unix epoch.
  public var epochOffset = TimeSpan.zero
  /// Of the messages that the file may hold, for other programs that read it.
  public var schemas = MessageSchemas()
  /// How often the status is told; never where there is none.
  public var statusInterval: TimeSpan?
  public var folders = DeviceFolders()
  /// How far the devices' screen is turned, recorded with each; `nil` if it is not known.
  public var rotation: QuarterTurn?

  public init() {}
}
