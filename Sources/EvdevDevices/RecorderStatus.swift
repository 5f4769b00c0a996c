public import InputEvents

/// What a recording has come to.
public struct RecorderStatus: Hashable, Sendable {
  public var elapsed = TimeSpan.zero
  /// Openings of devices: a device that was plugged in again counts anew.
  public var openings = 0
  /// Fingers and pens that are down now; palms and what hovers are not.
  public var contacts = 0
  public var events = 0
  public var touches = 0
  /// Overflows of the kernel's buffer (SYN_DROPPED).
  public var drops = 0
  /// Since the status before.
  public var eventsPerSecond = 0.0
  /// Handed on to the file.
  public var bytes: UInt64 = 0

  public init() {}
}
