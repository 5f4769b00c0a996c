import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

@testable import TouchReelExporting

/// What plots gather, compared with every step of every touch.
struct PlotCollectorTests {
  private static let fixtures = [
    "ten-fingers", "pen-tilt-eraser", "palm-mid-stroke", "protocol-a", "overrun", "unplug-mid-touch", "pen-and-touch",
  ]

  private struct Steps: ReplaySink {
    var events: [TouchEvent] = []
    /// The times of the events in the recording, which never fall.
    var times: [Timestamp] = []
    private var clock = ReachedTime()

    mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }
    mutating func handle(_ event: TouchEvent) {
      events.append(event)
      times.append(clock.time(of: event.time))
    }
    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }

  private func reading(_ name: String, _ options: PlotOptions = PlotOptions()) throws -> PlotReading {
    let recording = try Recording.open(FilePath(Checkout.path("Fixtures/\(name).mcap")))
    let facts = try RecordingFacts(recording, wanting: [.anomalies, .touchesOnBoard])
    return try PlotReading(PlotInput(recording, facts), options)
  }

  private func steps(_ reading: PlotReading) throws -> [TouchEvent] { try timedSteps(reading).map(\.event) }

  /// The steps with their times in seconds; what ends later than the last event counts as of its time.
  private func timedSteps(_ reading: PlotReading) throws -> [(event: TouchEvent, time: Double)] {
    var steps = Steps()
    var replayer = Replayer(try reading.input.recording.makeSource(), plan: reading.input.facts.plan())
    try replayer.play(into: &steps)
    replayer.finish(into: &steps)
    let facts = reading.input.facts
    let end = facts.end.since(facts.start).seconds
    return zip(steps.events, steps.times).map { ($0, min($1.since(facts.start).seconds, end)) }
  }

  private func window(_ reading: PlotReading) -> PlotWindow {
    PlotWindow(from: reading.from.seconds, to: reading.to.seconds, columns: 77)
  }

  @Test(arguments: fixtures) func `Series have the extremes of all samples in every column`(name: String) throws {
    let reading = try reading(name)
    let window = window(reading)
    var collector = AxisCollector(reading, window)
    try reading.play(into: &collector)
    let samples = try timedSteps(reading).filter { $0.event.phase.isFirstSample != nil }
    #expect(!collector.series.isEmpty)
    for series in collector.series {
      let lane = collector.lanes.all[series.lane]
      let own = samples.filter { PlotLane(of: $0.event.touch, reading.numbers) == lane }.compactMap { event, time in
        let device = reading.devices[event.touch.device.rawValue]
        return device.value(of: series.axis, in: event.sample).map {
          (column: window.column(at: time), value: $0)
        }
      }
      let grouped = Dictionary(grouping: own, by: \.column)
      #expect(series.values.columns.count == grouped.count)
      for column in series.values.columns {
        let values = grouped[column.index]?.map(\.value) ?? []
        #expect(column.least == values.min() && column.greatest == values.max())
      }
    }
  }

  @Test(arguments: fixtures) func `A timeline has a bar for each touch, from its beginning to its end`(
    name: String
  ) throws {
    let reading = try reading(name)
    var collector = TimelineCollector(reading, window(reading))
    try reading.play(into: &collector)
    collector.finish()
    let bars = collector.rows.flatMap(\.bars)
    #expect(bars.reduce(0) { $0 + $1.count } == reading.input.facts.touches.began)
    let steps = try timedSteps(reading)
    for bar in bars where bar.count == 1 {
      let own = steps.filter { $0.event.touch.id == bar.touch }
      #expect(bar.start == own.first?.time && bar.end == own.last?.time && bar.ending == own.last?.event.phase)
    }
  }

  @Test(arguments: fixtures) func `Marks are as many as the facts say`(name: String) throws {
    let reading = try reading(name)
    var collector = TimelineCollector(reading, window(reading))
    try reading.play(into: &collector)
    collector.finish()
    let (facts, counts) = (reading.input.facts, collector.marks.counts)
    #expect(counts[.loss] ?? 0 == facts.statistics.dropCount)
    #expect(counts[.palm] ?? 0 == facts.palms)
    #expect(counts[.cancelled] ?? 0 == facts.touches.cancelled.values.reduce(0, +))
    let faults = facts.findings.filter { EventFault($0.kind) != nil }.reduce(0) { $0 + $1.count }
    #expect(EventFault.allCases.reduce(0) { $0 + (counts[.fault($1)] ?? 0) } == faults)
    for kind in TouchAnomaly.Kind.allCases {
      let found = facts.anomalies.filter { $0.kind == kind }.reduce(0) { $0 + max($1.occurrences.count, 1) }
      #expect(counts[.anomaly(kind)] ?? 0 == found, "\(kind)")
    }
  }

  @Test func `Each finding that has a place in time has a mark, but losses, which have their own`() {
    let others: Set<LintFinding.Kind> = [
      .missingDescription, .emptyRange, .invertedRange, .missingResolution, .droppedAndSynced, .dropped,
    ]
    for kind in LintFinding.Kind.allCases { #expect((EventFault(kind) == nil) == others.contains(kind), "\(kind)") }
  }

  @Test func `Speed is the way by the time, and none is known across lost events`() throws {
    let reading = try reading("overrun")
    // A column is a microsecond, so that each has a single sample.
    let columns = Int(exactly: (reading.to.seconds * 1e6).rounded()) ?? 1
    let window = PlotWindow(from: 0, to: reading.to.seconds, columns: columns)
    var collector = SpeedCollector(reading, window)
    try reading.play(into: &collector)
    var last: [Touch.ID: TouchEvent] = [:]
    var expected: [Double] = []
    for event in try steps(reading) {
      guard let isFirst = event.phase.isFirstSample else { continue }
      defer { last[event.touch.id] = event }
      guard !isFirst, let before = last[event.touch.id], event.time > before.time else { continue }
      let scale = try #require(reading.devices[0].scale)
      let way = scale.point(event.sample.position) - scale.point(before.sample.position)
      expected.append((way * way).sum().squareRoot() / event.time.since(before.time).seconds)
    }
    let drawn = collector.series.flatMap { $0.columns.flatMap { [$0.first, $0.last] } }
    #expect(
      Set(drawn).isSubset(of: Set(expected))
        && collector.series.compactMap(\.range).map(\.upperBound).max() == expected.max())
  }

  @Test func `More lanes than can be told apart are counted, not shown`() {
    var lanes = PlotLanes()
    let numbers = DeviceNumbers()
    for slot in 0..<100 {
      let touch = Touch(
        id: Touch.ID(rawValue: slot), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: Int32(slot)),
        trackingID: TrackingID(rawValue: Int32(slot)), tool: .finger)
      if lanes.index(of: touch, numbers) == nil { lanes.leaveOut() }
    }
    #expect(lanes.all.count == PlotLanes.limit && lanes.leftOutCount == 36)
  }

  @Test func `A chosen touch is plotted alone`() throws {
    var options = PlotOptions()
    options.touches = [Touch.ID(rawValue: 3)]
    let reading = try reading("ten-fingers", options)
    var collector = TimelineCollector(reading, window(reading))
    try reading.play(into: &collector)
    #expect(collector.rows.flatMap(\.bars).map(\.touch.rawValue) == [3])
  }

  @Test(arguments: [(PlotTheme.light, 0.0), (.dark, 1.0)])
  func `A mixed colour lies between both`(theme: PlotTheme, share: Double) {
    let color = theme.color(ofSeries: 0)
    #expect(color.mixed(share, into: theme.paper) == (share == 1 ? color : theme.paper))
  }

  @Test func `Jitter is not joined across lost events`() throws {
    let reading = try reading("overrun")
    let resumed = try timedSteps(reading).filter { $0.event.phase == .moved(gap: true) }
    let (event, time) = try #require(resumed.first)
    let window = PlotWindow(from: reading.from.seconds, to: reading.to.seconds, columns: 4000)
    var options = PlotOptions()
    options.touches = [event.touch.id]
    let chosen = try self.reading("overrun", options)
    var resting = RestCollector(chosen, window)
    try chosen.play(into: &resting)
    resting.finish()
    var deviations = DeviationCollector(resting.touches, chosen, window)
    try chosen.play(into: &deviations)
    let series = try #require(deviations.series.first)
    for values in [series.x, series.y, series.distance] {
      let lines = values.lines(in: window)
      #expect(lines.count == 2, "\(lines.count)")
      #expect(lines.last?.first.map { abs($0.time - time) < 0.01 } == true)
    }
  }

  @Test func `Paths are in board points where they share axes with a device without a size`() throws {
    let reading = try reading("ten-fingers")
    let scale = try #require(reading.pointsPerMillimetre)
    var (measured, plain) = (
      PathCollector(reading, window(reading)), PathCollector(reading, window(reading), isMeasured: false)
    )
    try reading.play(into: &measured)
    try reading.play(into: &plain)
    let (small, large) = (try #require(measured.extent), try #require(plain.extent))
    let difference = large.upper - small.upper * scale
    #expect(abs(difference.x) < 1 && abs(difference.y) < 1 && scale > 2, "\(difference)")
  }
}
