public import TouchReelInputEvents
package import TouchReelRecordings
public import TouchReelTouchTracking

/// The touches of a recording by their numbers, with the contacts that they came of.
public struct RecordedContacts: Sendable {
  /// A touch, when it was down, and the contact.
  public struct Entry: Sendable {
    /// The touch.
    public var touch: Touch
    /// The time of its first frame.
    public var began: Timestamp
    /// `nil` if it was down at the recording's end.
    public var ended: Timestamp?
    /// `nil` if the device has no slots.
    package var beginning: TouchFilter.Beginning?
    /// The first and the last of the device's frames in which it was down, by their numbers: those of one opening,
    /// synced states among them, from 0.
    public internal(set) var frames = 0...0
    /// The span from its beginning to its end, as times of the recording.
    public internal(set) var span: ClosedRange<Timestamp>
    /// Whether the device lifted it.
    var isLifted = false
  }

  /// The touches by their numbers, which count them from 0 in the order in which they began.
  public internal(set) var entries: [Touch.ID: Entry] = [:]
  /// What the events of devices with slots do not say of their contacts.
  package internal(set) var courses: [DeviceChannel: ContactCourse] = [:]
}
