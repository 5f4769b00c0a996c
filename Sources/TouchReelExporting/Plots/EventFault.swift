import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

/// What is wrong with a device's events, as far as it has a place in time. Losses have marks of their own, and what
/// cancels touches marks these.
package enum EventFault: Hashable, Sendable, CaseIterable {
  case timeWentBack, unfinishedFrame, emptyFrame, outOfRange, oddID, unannouncedCode, downAtStart, downAtEnd

  init?(_ kind: LintFinding.Kind) {
    switch kind {
    case .timeWentBack: self = .timeWentBack
    case .unfinishedFrame, .endlessFrame: self = .unfinishedFrame
    case .emptyFrame: self = .emptyFrame
    case .slotOutOfRange, .valueOutOfRange: self = .outOfRange
    case .idWithoutLift, .idsInOneFrame, .strangeID: self = .oddID
    case .unannouncedCode: self = .unannouncedCode
    case .downAtStart: self = .downAtStart
    case .contactDownAtEnd, .keyDownAtEnd: self = .downAtEnd
    case .missingDescription, .emptyRange, .invertedRange, .missingResolution, .droppedAndSynced, .dropped: return nil
    }
  }

  /// One, and several.
  var names: (String, String) {
    switch self {
    case .timeWentBack: ("step back in time", "steps back in time")
    case .unfinishedFrame: ("frame without SYN_REPORT", "frames without SYN_REPORT")
    case .emptyFrame: ("frame without events", "frames without events")
    case .outOfRange: ("value out of range", "values out of range")
    case .oddID: ("odd tracking id", "odd tracking ids")
    case .unannouncedCode: ("event not announced", "events not announced")
    case .downAtStart: ("contact down before the start", "contacts down before the start")
    case .downAtEnd: ("contact or key down at the end", "contacts or keys down at the end")
    }
  }
}

/// A fault of a device's events, with the times of its occurrences.
struct RecordedFault: Sendable {
  let kind: EventFault
  /// The device's number.
  let device: Int
  private let times: [SpacedTimes.Time]
  /// The time in seconds, and how often it occurs, of what is known at the end alone.
  private let end: (time: Double, count: Int)?

  /// - Parameter length: the recording's.
  init?(_ finding: LintFinding, length: TimeSpan) {
    guard let kind = EventFault(finding.kind) else { return nil }
    (self.kind, device, times) = (kind, finding.deviceNumber, finding.times.all)
    end = finding.location == nil ? (length.seconds, finding.count) : nil
  }

  func mark(in window: PlotWindow, on marks: inout TimelineMarks) {
    let all = times.map { (time: $0.first.seconds, count: $0.count) } + (end.map { [$0] } ?? [])
    for (time, count) in all { marks.add(.fault(kind), on: .device(device), at: time, in: window, count: count) }
  }
}

extension PlotReading {
  /// What is wrong with the events of the chosen devices.
  var faults: [RecordedFault] {
    let (facts, devices) = (input.facts, choice.devices)
    return facts.findings.lazy.filter { devices.isEmpty || devices.contains($0.deviceNumber) }
      .compactMap { RecordedFault($0, length: facts.end.since(facts.start)) }
  }
}
