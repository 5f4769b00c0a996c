/// What the events of a device with slots do not say by themselves of its contacts: a tracker found it.
///
/// Positions are numbers of the device's frames: those of one opening, synced states among them, from 0.
package struct ContactCourse: Hashable, Sendable {
  /// Contacts that begin with a frame that gives them no id: their ids were lost, or were never recorded.
  package var beginnings: [Int: [TouchFilter.Beginning]] = [:]
  /// The slots whose contact is gone with a frame.
  package var ends: [Int: Set<Int32>] = [:]
  /// Frames that lost events while several contacts were down, and the slot of what follows before one is named;
  /// `nil` where that is not known.
  package var slotsAfterLoss: [Int: Int32?] = [:]

  package init() {}
}
