import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking

@testable import TouchReelExporting

/// The timeline of a window, which is the plot's.
struct RecordingTimelineTests {
  private static let fixtures = [
    "ten-fingers", "pen-tilt-eraser", "palm-mid-stroke", "protocol-a", "overrun", "unplug-mid-touch", "pen-and-touch",
  ]

  private func timeline(_ name: String) throws -> (timeline: RecordingTimeline, plot: TimelineCollector) {
    let recording = try Recording.open(FilePath(Checkout.path("Fixtures/\(name).mcap")))
    let facts = try RecordingFacts(recording, wanting: [.anomalies, .touchesOnBoard])
    let reading = try PlotReading(PlotInput(recording, facts), PlotOptions())
    let timeline = try RecordingTimeline(recording, facts: facts)
    var plot = TimelineCollector(reading, timeline.window)
    try reading.play(into: &plot)
    plot.finish()
    return (timeline, plot)
  }

  @Test(arguments: fixtures)
  func `Rows and marks are those of the plot, in order`(name: String) throws {
    let (timeline, plot) = try timeline(name)
    #expect(timeline.rows.map(\.lane) == plot.lanes.all.sorted())
    for row in timeline.rows {
      let index = try #require(plot.lanes.all.firstIndex(of: row.lane))
      #expect(row.content == plot.rows[index])
    }
    func named(_ mark: TimelineMarks.Mark, _ lanes: [PlotLane]) -> String {
      if case .lane(let lane) = mark.row { return "\(mark.kind) \(mark.time) \(lanes[lane])" }
      return "\(mark.kind) \(mark.time) \(mark.row)"
    }
    let own = timeline.marks.map { named($0, timeline.rows.map(\.lane)) }
    #expect(own.sorted() == plot.marks.all.map { named($0, plot.lanes.all) }.sorted())
    #expect(timeline.marks.map(\.time) == timeline.marks.map(\.time).sorted())
  }

  @Test(arguments: fixtures)
  func `One goes from touch to touch, forth and back, at their exact times`(name: String) throws {
    let (timeline, plot) = try timeline(name)
    let before = timeline.start.advanced(by: TimeSpan(nanoseconds: -1))
    var forth: [Timestamp] = []
    while let next = timeline.time(after: forth.last ?? before, of: [.touch]) { forth.append(next) }
    var back: [Timestamp] = []
    while let next = timeline.time(before: back.last ?? timeline.end, of: [.touch]) { back.append(next) }
    let starts = plot.rows.flatMap { $0.bars.map(\.start) }
    #expect(Set(forth.map { $0.since(timeline.start).seconds }).isSuperset(of: starts))
    #expect(Set(back) == Set(forth.filter { $0 < timeline.end }))
  }

  @Test func `Cancelled touches and lost events are instants of their own`() throws {
    let palm = try timeline("palm-mid-stroke").timeline
    // The touch is cancelled 0.375669 s after the first event.
    let cancel = try #require(palm.time(after: palm.start, of: [.cancel]))
    #expect(cancel.since(palm.start).seconds == 0.375669)
    #expect(palm.time(after: cancel, of: [.cancel, .drop]) == nil && palm.time(before: cancel, of: [.drop]) == nil)
    let lost = try timeline("overrun").timeline
    let drop = try #require(lost.time(after: lost.start, of: [.drop]))
    #expect(drop.since(lost.start).seconds == 0.756164)
    // Touches that the end of a recording ends are none that were cancelled.
    #expect(lost.time(after: lost.start, of: [.cancel]) == nil)
  }

  @Test func `A recording without touches has a timeline without rows`() throws {
    let description = Array("# EVEMU 1.3\nN: None\nI: 0003 1 1 1\nE: 1.000000 0000 0000 0\n".utf8)
    let recording = try Recording.open(MemoryBytes(description))
    let timeline = try RecordingTimeline(recording, facts: RecordingFacts(recording, wanting: .anomalies))
    #expect(timeline.rows.isEmpty && timeline.marks.map(\.kind) == [.fault(.emptyFrame)])
    #expect(timeline.time(after: timeline.start, of: [.touch]) == nil)
  }
}
