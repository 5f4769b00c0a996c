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

  /// None if all touches are kept.
  func filters() throws -> [any EntryTransform] {
    guard !kept.isEmpty || !leftOut.isEmpty || !ids.isEmpty else { return [] }
    let (wanted, unwanted) = (try chosen(kept), try chosen(leftOut))
    // What is left out of one device leaves all others as they are.
    let slots = TouchFilter(
      others: kept.isEmpty && ids.isEmpty ? .kept : .leftOut, exempt: Set(wanted.spans.keys)
    ) { [ids, isOfAll = kept.isEmpty] beginning in
      !unwanted.beginnings.contains(beginning) && (isOfAll || wanted.beginnings.contains(beginning))
        && (ids.isEmpty || ids.contains(beginning.trackingID))
    }
    let spans = [TouchSpanFilter(.kept, wanted.spans), TouchSpanFilter(.leftOut, unwanted.spans)]
    return [slots] + spans
  }

  /// From the touch's first frame to behind its last.
  func span(around number: Int) throws -> (start: Timestamp, end: Timestamp) {
    let entry = try entry(number)
    return (entry.began, (entry.ended ?? survey.end).advanced(by: TimeSpan(nanoseconds: 1)))
  }

  /// Touches as filters take them.
  private struct Chosen: Sendable {
    var beginnings: Set<TouchFilter.Beginning> = []
    /// Of those of devices without slots.
    var spans: [DeviceChannel: [ClosedRange<Timestamp>]] = [:]
  }

  private func chosen(_ numbers: [Int]) throws -> Chosen {
    var chosen = Chosen()
    for number in numbers {
      let entry = try entry(number)
      if let beginning = entry.beginning {
        chosen.beginnings.insert(beginning)
      } else {
        try refuse(entry, among: numbers)
        chosen.spans[entry.touch.device, default: []].append(time(of: entry))
      }
    }
    return chosen
  }

  private func time(of entry: TouchCatalog.Entry) -> ClosedRange<Timestamp> {
    entry.began...max(entry.began, entry.ended ?? survey.end)
  }

  /// Refuses a touch that a device without slots has at the same time as another.
  private func refuse(_ wanted: TouchCatalog.Entry, among numbers: [Int]) throws {
    let span = time(of: wanted)
    let other = catalog.entries.values.first { entry in
      entry.touch.device == wanted.touch.device && !numbers.contains(entry.touch.id.rawValue)
        && time(of: entry).overlaps(span)
    }
    guard let other else { return }
    throw Failure(
      message:
        "\(file): touch \(wanted.touch.id.rawValue) is of a device without slots, whose events are also of touch "
        + "\(other.touch.id.rawValue), which is down at the same time; use --around-touch \(wanted.touch.id.rawValue)")
  }

  private func entry(_ number: Int) throws -> TouchCatalog.Entry {
    if let entry = catalog.entries[Touch.ID(rawValue: number)] { return entry }
    let count = catalog.entries.count
    let known =
      count == 0 ? "it has no touches" : count == 1 ? "its only touch is 0" : "its touches are 0 to \(count - 1)"
    throw Failure(message: "\(file): has no touch \(number); \(known)")
  }
}
