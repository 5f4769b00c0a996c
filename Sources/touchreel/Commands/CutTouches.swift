import InputEvents
import Recordings
import Replaying
import TouchTracking

/// Which touches a cut keeps, by the numbers that `dump --touches` and the player show.
struct CutTouches {
  var kept: [Int] = []
  var leftOut: [Int] = []
  /// Tracking ids of the kernel.
  var ids: Set<Int32> = []
  private let file: String
  private let contacts: RecordedContacts

  init(_ file: String, _ contacts: RecordedContacts) { (self.file, self.contacts) = (file, contacts) }

  /// None if all touches are kept.
  func filters() throws -> [any EntryTransform] {
    contacts.filters(keeping: try entries(kept), leavingOut: try entries(leftOut), ids: ids)
  }

  /// From the touch's first frame to behind its last.
  func span(around number: Int) throws -> (start: Timestamp, end: Timestamp) {
    let span = try entry(number).span
    return (span.lowerBound, span.upperBound.advanced(by: TimeSpan(nanoseconds: 1)))
  }

  /// Refuses a touch that a device without slots has at the same time as another.
  private func entries(_ numbers: [Int]) throws -> [RecordedContacts.Entry] {
    try numbers.map { number in
      let wanted = try entry(number)
      guard let other = contacts.sharer(of: wanted, notAmong: Set(numbers)) else { return wanted }
      throw Failure(
        message:
          "\(file): touch \(number) is of a device without slots, whose events are also of touch "
          + "\(other.touch.id.rawValue), which is down at the same time; use --around-touch \(number)")
    }
  }

  private func entry(_ number: Int) throws -> RecordedContacts.Entry {
    if let entry = contacts.entries[Touch.ID(rawValue: number)] { return entry }
    throw Failure(message: "\(file): \(TouchChoice.missing(number, among: contacts.entries.count))")
  }
}
