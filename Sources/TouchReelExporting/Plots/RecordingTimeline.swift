package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordingFormats
package import TouchReelReplaying
package import TouchReelTouchTracking

/// What a plot of a timeline shows of all of a recording, for a window that shows it at any scale; and the instants
/// that one can go to.
package struct RecordingTimeline: Sendable {
  /// What happens at an instant that one can go to.
  package enum Event: Hashable, Sendable {
    case touch, cancel, drop
  }

  /// A slot or a tool, and when it touched.
  package struct Row: Sendable {
    package let lane: PlotLane
    package let content: TimelineCollector.Lane
  }

  /// How finely values are thinned: beyond that, touches and marks have their exact times.
  private static let columnCount = 16_384

  package let start: Timestamp
  package let end: Timestamp
  package let window: PlotWindow
  /// The rows in the order of devices and slots.
  package private(set) var rows: [Row] = []
  /// The marks in order of time; lanes are those of ``rows``.
  package private(set) var marks: [TimelineMarks.Mark] = []
  private var moments: [Moment] = []

  /// - Parameters:
  ///   - recording: what is read, once.
  ///   - facts: those of the whole recording; with its anomalies, they are marked.
  ///   - mapping: how devices lie on the board, where the recording does not say it.
  ///   - rules: rules for touches that replace those of the recording.
  package init(
    _ recording: Recording, facts: RecordingFacts, mapping: SurfaceMapping.Options = SurfaceMapping.Options(),
    rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    (start, end) = (facts.start, max(facts.start, facts.end))
    window = PlotWindow(from: 0, to: end.since(start).seconds, columns: Self.columnCount)
    var options = PlotOptions()
    (options.mapping, options.rules) = (mapping, rules)
    let reading = PlotReading(ofAll: PlotInput(recording, facts), options)
    var collector = MomentCollector(TimelineCollector(reading, window))
    try reading.play(into: &collector)
    collector.timeline.finish()
    moments = collector.moments.sorted { $0.time < $1.time }
    arrange(collector.timeline)
  }

  private mutating func arrange(_ collector: TimelineCollector) {
    let lanes = collector.lanes.all
    let order = lanes.indices.sorted { lanes[$0] < lanes[$1] }
    rows = order.map { Row(lane: lanes[$0], content: collector.rows[$0]) }
    var places = Array(repeating: 0, count: lanes.count)
    for (place, lane) in order.enumerated() { places[lane] = place }
    marks = collector.marks.all.map { mark in
      guard case .lane(let lane) = mark.row else { return mark }
      return TimelineMarks.Mark(kind: mark.kind, row: .lane(places[lane]), time: mark.time, text: mark.text)
    }
    marks.sort { $0.time < $1.time }
  }

  /// The length in seconds.
  package var length: Double { end.since(start).seconds }

  /// The next instant at which something of a kind happens.
  package func time(after instant: Timestamp, of events: Set<Event>) -> Timestamp? {
    let seconds = instant.since(start).nanoseconds
    return moments.first { $0.time > seconds && events.contains($0.event) }.map { time(of: $0) }
  }

  /// The last one before.
  package func time(before instant: Timestamp, of events: Set<Event>) -> Timestamp? {
    let seconds = instant.since(start).nanoseconds
    return moments.last { $0.time < seconds && events.contains($0.event) }.map { time(of: $0) }
  }

  private func time(of moment: Moment) -> Timestamp { start.advanced(by: TimeSpan(nanoseconds: moment.time)) }
}

/// An instant, in nanoseconds since the first event, and what happens there.
private struct Moment: Sendable {
  let time: Int64
  let event: RecordingTimeline.Event
}

/// A timeline's collector, and the instants that one can go to.
private struct MomentCollector: PlotCollector {
  /// More are not kept: a recording may be of days.
  private static let limit = 1 << 20

  var timeline: TimelineCollector
  private(set) var moments: [Moment] = []

  init(_ timeline: TimelineCollector) { self.timeline = timeline }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    timeline.handle(event, at: time)
    switch event.phase {
    case .began: add(.touch, at: time)
    case .cancelled(let reason): if reason != .recordingEnded { add(.cancel, at: time) }
    case .moved, .ended: break
    }
  }

  mutating func handle(_ incident: PlotIncident, at time: Double) {
    timeline.handle(incident, at: time)
    if case .loss = incident { add(.drop, at: time) }
  }

  private mutating func add(_ event: RecordingTimeline.Event, at time: Double) {
    // Seconds hold the nanoseconds of 50 days.
    guard moments.count < Self.limit, let nanoseconds = Int64(exactly: (time * 1e9).rounded()) else { return }
    moments.append(Moment(time: nanoseconds, event: event))
  }
}
