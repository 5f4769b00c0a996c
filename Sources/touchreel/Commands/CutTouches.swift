import InputEvents
import Recordings
import Replaying
import TouchTracking

/// Which touches a cut keeps, by the numbers that `dump --touches` and the player show.
struct CutTouches {
  var kept: [Int] = []
  var leftOut: [Int] = []
  /// Of the kernel.
  var ids: Set<Int32> = []
  private let file: String
  private let catalog: TouchCatalog
  private let survey: RecordingSurvey

  init(_ file: String, _ catalog: TouchCatalog, _ survey: RecordingSurvey) {
    (self.file, self.catalog, self.survey) = (file, catalog, survey)
  }

  /// `nil` if all touches are kept.
  func filter() throws -> TouchFilter? {
    guard !kept.isEmpty || !leftOut.isEmpty || !ids.isEmpty else { return nil }
    let (wanted, unwanted) = (Set(try kept.map(beginning)), Set(try leftOut.map(beginning)))
    // What is left out of one device leaves all others as they are.
    return TouchFilter(others: kept.isEmpty && ids.isEmpty ? .kept : .leftOut) { [ids] beginning in
      !unwanted.contains(beginning) && (wanted.isEmpty || wanted.contains(beginning))
        && (ids.isEmpty || ids.contains(beginning.trackingID))
    }
  }

  /// From the touch's first frame to behind its last.
  func span(around number: Int) throws -> (start: Timestamp, end: Timestamp) {
    let entry = try entry(number)
    return (entry.began, (entry.ended ?? survey.end).advanced(by: TimeSpan(nanoseconds: 1)))
  }

  private func beginning(_ number: Int) throws -> TouchFilter.Beginning {
    guard let beginning = try entry(number).beginning else {
      throw Failure(
        message: "\(file): touch \(number) is of a device without slots, whose events are of all its touches; "
          + "use --around-touch \(number)")
    }
    return beginning
  }

  private func entry(_ number: Int) throws -> TouchCatalog.Entry {
    if let entry = catalog.entries[Touch.ID(rawValue: number)] { return entry }
    let count = catalog.entries.count
    let known =
      count == 0 ? "it has no touches" : count == 1 ? "its only touch is 0" : "its touches are 0 to \(count - 1)"
    throw Failure(message: "\(file): has no touch \(number); \(known)")
  }
}
