import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording whose first device gets the caller's description, if the recording does not describe it itself.
struct SuppliedSource: RecordingSource {
  private var base: any RecordingSource
  private var supply: DescriptionResolver
  private let issues: ReadingIssues
  private var isSettled = false

  init(_ base: any RecordingSource, _ supply: DescriptionResolver, issues: ReadingIssues) {
    (self.base, self.supply, self.issues) = (base, supply, issues)
  }

  var format: RecordingFormat { base.format }
  var epochOffset: TimeSpan { base.epochOffset }
  var isTruncated: Bool { base.isTruncated }
  var losses: [String] { base.losses }
  var progress: Double { base.progress }
  var warnings: WarningList {
    var warnings = base.warnings
    for line in issues.warnings.lines { warnings.add(line) }
    return warnings
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    guard try base.next(into: &entry) else { return false }
    if case .opening(let opening, let channel) = entry { entry = .opening(try described(opening), as: channel) }
    return true
  }

  /// Every opening of a device that is not described gets it: there is one such device.
  private mutating func described(_ opening: DeviceOpening) throws(FileError) -> DeviceOpening {
    guard !opening.description.isComplete, !opening.description.hasOwnRanges else {
      if !isSettled { supply.noteUnused() }
      isSettled = true
      return opening
    }
    isSettled = true
    guard opening.number == 0, let description = try supply.supplied() else { return opening }
    return DeviceOpening(number: opening.number, description: description)
  }
}
