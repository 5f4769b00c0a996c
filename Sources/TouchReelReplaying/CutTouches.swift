package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings
import TouchReelTouchTracking

/// Which touches a cut keeps, by the numbers that `dump --touches` and the player show.
package struct CutTouches {
  /// The numbers of touches that are kept; all if there are none.
  package var kept: [Int] = []
  /// The numbers of touches that are left out.
  package var leftOut: [Int] = []
  /// The kernel's tracking ids of touches that are kept; all if there are none.
  package var ids: Set<Int32> = []
  private let file: String
  private let contacts: RecordedContacts
  /// Whether a recording has a tracking id, be it that of a palm.
  private let isSent: (Int32) throws(FileError) -> Bool

  /// - Parameters:
  ///   - file: its name, for errors.
  ///   - contacts: the touches of the recording.
  ///   - isSent: whether the recording has a tracking id, be it that of a palm.
  package init(
    _ file: String, _ contacts: RecordedContacts, isSent: @escaping (Int32) throws(FileError) -> Bool
  ) {
    (self.file, self.contacts, self.isSent) = (file, contacts, isSent)
  }

  /// What keeps those touches; none if all are kept.
  ///
  /// - Throws: if the recording has no such touch, or its device cannot say which events are its own.
  package func filters() throws(FileError) -> [any EntryTransform] {
    try requireIDs()
    return contacts.filters(keeping: try entries(kept), leavingOut: try entries(leftOut), ids: ids)
  }

  /// Refuses a tracking id that no contact has.
  private func requireIDs() throws(FileError) {
    let known = Set(contacts.entries.values.map(\.touch.trackingID.rawValue))
    for id in ids.sorted() {
      guard !known.contains(id), try !isSent(id) else { continue }
      let shown = known.sorted().prefix(20).map(String.init).joined(separator: ", ") + (known.count > 20 ? ", …" : "")
      let names = contacts.entries.isEmpty ? "it has no touches" : "its tracking ids are \(shown)"
      throw FileError(file: file, message: "has no touch with tracking id \(id); \(names)")
    }
  }

  /// The times of the touch's first frame and behind its last.
  ///
  /// - Throws: if the recording has no such touch.
  package func span(around number: Int) throws(FileError) -> (start: Timestamp, end: Timestamp) {
    let span = try entry(number).span
    return (span.lowerBound, span.upperBound.advanced(by: TimeSpan(nanoseconds: 1)))
  }

  /// Refuses a touch that a device without slots has at the same time as another.
  private func entries(_ numbers: [Int]) throws(FileError) -> [RecordedContacts.Entry] {
    try numbers.map { number throws(FileError) in
      let wanted = try entry(number)
      guard let other = contacts.sharer(of: wanted, notAmong: Set(numbers)) else { return wanted }
      throw FileError(
        file: file,
        message:
          "touch \(number) is of a device without slots, whose events are also of touch "
          + "\(other.touch.id.rawValue), which is down at the same time",
        advice: .keepTime(ofTouch: number))
    }
  }

  private func entry(_ number: Int) throws(FileError) -> RecordedContacts.Entry {
    if let entry = contacts.entries[Touch.ID(rawValue: number)] { return entry }
    throw FileError(file: file, message: TouchChoice.missing(number, among: contacts.entries.count))
  }
}
