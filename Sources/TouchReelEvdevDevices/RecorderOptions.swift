public import TouchReelInputEvents
package import TouchReelRecordings
public import TouchReelTouchTracking

/// How devices are recorded.
public struct RecorderOptions: Hashable, Sendable {
  /// Whether other programs receive what is recorded.
  public enum Grab: Hashable, Sendable {
    /// Other programs go on receiving the events.
    case shared
    /// No other program receives them (EVIOCGRAB).
    case exclusive
  }

  /// Whether other programs receive the events as well.
  public var grab = Grab.shared
  /// Which devices are recorded that have no touch, or have keys.
  public var admission: DeviceAdmission = []
  /// When the recording ends by itself.
  public var limits = RecordingLimits()
  /// What puts CLOCK_MONOTONIC on the Unix epoch.
  public var epochOffset = TimeSpan.zero
  /// The schemas of the messages that the file may hold, for other programs that read it.
  package var schemas = MessageSchemas()
  /// How often the status is reported; `nil` for never.
  public var statusInterval: TimeSpan?
  /// Where devices are looked for.
  public var folders = DeviceFolders()
  /// How far the devices' screen is turned, recorded with each; `nil` if it is not known.
  public var rotation: QuarterTurn?

  /// All touches, until a signal.
  public init() {}
}

/// How long a recording goes on.
public struct RecordingLimits: Hashable, Sendable {
  /// The longest time from the start.
  public var duration: TimeSpan?
  /// The longest time without an event.
  public var idle: TimeSpan?

  /// Limits in time; `nil` for none.
  public init(duration: TimeSpan? = nil, idle: TimeSpan? = nil) {
    self.duration = duration
    self.idle = idle
  }

  /// The limit that a recording has reached; `nil` if it has reached none.
  func end(at now: Timestamp, start: Timestamp, lastEvent: Timestamp) -> RecordingEnd? {
    if let duration, now.since(start) >= duration { return .duration }
    if let idle, now.since(lastEvent) >= idle { return .idle }
    return nil
  }

  /// When the next limit will be reached if nothing happens; `nil` if there is none.
  func deadline(start: Timestamp, lastEvent: Timestamp) -> Timestamp? {
    [duration.map(start.advanced(by:)), idle.map(lastEvent.advanced(by:))].compactMap { $0 }.min()
  }
}

/// Which devices may be recorded, besides touch devices that cannot type.
public struct DeviceAdmission: OptionSet, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Devices without a surface.
  public static let notTouch = DeviceAdmission(rawValue: 1)
  /// Devices that can type, whatever else they are.
  public static let keyboards = DeviceAdmission(rawValue: 2)

  /// Why a device may not be recorded; `nil` if it may.
  package func refusal(of device: DeviceDescription) -> DeviceError.Problem? {
    if device.canType { return contains(.keyboards) ? nil : .keyboard }
    return device.isTouch || contains(.notTouch) ? nil : .notTouch(device.kind)
  }
}

extension DeviceDescription {
  /// Whether fingers or a pen draw on it.
  package var isTouch: Bool {
    switch kind {
    case .touchscreen, .touchpad, .pen, .penAndTouch: true
    case .mouse, .keyboard, .other: false
    }
  }

  /// Whether it has a keyboard's letters, also beside a surface: more than a few of KEY_Q to KEY_P.
  var canType: Bool {
    let letters = (16...25).filter { hasKey(EventCode(rawValue: $0)) }
    return letters.count > 3
  }
}
