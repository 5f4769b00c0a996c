/// What the events of a device with slots do not say by themselves of its contacts: a tracker found it.
///
/// Places are numbers of the device's frames: those of one opening, synced states among them, from 0.
public struct ContactCourse: Hashable, Sendable {
  /// Contacts that begin with a frame that gives them no id: their ids were lost, or were never recorded.
  public var beginnings: [Int: [TouchFilter.Beginning]] = [:]
  /// The slots whose contact is gone with a frame.
  public var ends: [Int: Set<Int32>] = [:]
  /// Frames that lost events while several contacts were down, and the slot of what follows before one is named;
  /// `nil` where that is not known.
  public var slotsAfterLoss: [Int: Int32?] = [:]

  public init() {}
}
