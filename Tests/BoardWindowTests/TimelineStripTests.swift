import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// A player's timeline as it lies in a strip of pixels.
struct TimelineStripTests {
  private func strip(
    _ name: String, _ range: TimelineRange = TimelineRange(), width: Double = 966
  ) throws -> TimelineStrip {
    let recording = try Recording.open(FilePath(Checkout.path("Fixtures/\(name).mcap")))
    let timeline = try RecordingTimeline(recording, facts: RecordingFacts(recording, wanting: .anomalies))
    return TimelineStrip(timeline: timeline, range: range, width: width, height: 56)
  }

  @Test func `A row has pixels where its touches were down`() throws {
    let strip = try strip("ten-fingers")
    #expect(strip.timeline.rows.count == 10)
    // Ten rows share 56 − 8 − 14 points.
    #expect(abs(strip.rowHeight - 3.4) < 1e-9 && strip.y(ofRow: 9) == 8 + 9 * strip.rowHeight)
    for (index, row) in strip.timeline.rows.enumerated() {
      let runs = strip.runs(ofRow: index)
      let pixels = runs.flatMap { Array($0.pixels) }
      #expect(pixels == Array(Set(pixels)).sorted())
      for bar in row.content.bars {
        #expect(pixels.contains(Int(strip.x(of: bar.start))) && pixels.contains(Int(strip.x(of: bar.end).nextDown)))
      }
      // All fingers are up at 3.18 s: pixel 600.
      #expect(!pixels.contains(600))
    }
  }

  @Test func `What is under the pointer is the mark, then the touch, then nothing`() throws {
    let strip = try strip("palm-mid-stroke")
    let x = strip.x(of: 0.375669)
    guard case .mark(let mark)? = strip.pointed(atX: x + 3, y: 2) else { throw Failure(description: "no mark") }
    #expect(mark.kind == .cancelled)
    #expect(TimelineText.text(of: .mark(mark)) == "0:00.376  A touch was cancelled: it was a palm")
    guard case .touch(let bar, let lane)? = strip.pointed(atX: x - 60, y: 10) else {
      throw Failure(description: "no touch")
    }
    let text = TimelineText.text(of: .touch(bar, lane))
    #expect(text.contains("Touch \(bar.touch.rawValue), slot \(lane.slot.rawValue)"), "\(text)")
    #expect(strip.pointed(atX: x - 60, y: 2) == nil && strip.pointed(atX: x - 60, y: 55) == nil)
  }

  @Test func `What is wrong with events is under the pointer as well`() throws {
    let text = """
      # EVEMU 1.3
      N: One
      I: 0003 1 1 1
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 1000 0 0 10
      A: 36 0 1000 0 0 10
      A: 39 0 65535 0 0 0
      E: 5.000000 0003 0039 1
      E: 5.000000 0003 0035 10
      E: 5.000000 0000 0000 0
      E: 5.500000 0003 0035 20
      E: 5.500000 0000 0000 0
      E: 4.500000 0003 0035 30
      E: 4.500000 0000 0000 0
      E: 6.000000 0003 0035 40
      E: 6.000000 0000 0000 0

      """
    let recording = try Recording.open(MemoryBytes(Array(text.utf8)))
    let timeline = try RecordingTimeline(recording, facts: RecordingFacts(recording, wanting: .anomalies))
    let strip = TimelineStrip(timeline: timeline, range: TimelineRange(), width: 1000, height: 56)
    // The clock is set back at half a second of one.
    guard case .mark(let mark)? = strip.pointed(atX: strip.x(of: 0.5), y: 2) else {
      throw Failure(description: "no mark")
    }
    #expect(TimelineText.text(of: .mark(mark)) == "0:00.500  The time goes backwards")
    guard case .mark(let end)? = strip.pointed(atX: strip.x(of: 1), y: 10) else { throw Failure(description: "no end") }
    #expect(TimelineText.text(of: .mark(end)) == "0:01.000  A touch was cancelled: the recording ended")
  }

  @Test(arguments: PropertySeeds.from(0x57A1, count: 24))
  func `Whatever is shown, pixels are within the strip and touches at the pointer are the row's`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let name = ["ten-fingers", "overrun", "pen-and-touch", "protocol-a"][Int(seed % 4)]
    var range = TimelineRange()
    range.zoom(by: Double.random(in: 1e-4...1, using: &random), around: Double.random(in: 0...1, using: &random))
    let strip = try strip(name, range, width: Double(Int.random(in: 0...1200, using: &random)))
    for index in strip.timeline.rows.indices {
      for run in strip.runs(ofRow: index) {
        #expect(run.pixels.lowerBound >= 0 && Double(run.pixels.upperBound) <= strip.width && !run.pixels.isEmpty)
      }
    }
    let (x, y) = (Double.random(in: -5...1205, using: &random), Double.random(in: -5...60, using: &random))
    if case .touch(let bar, let lane)? = strip.pointed(atX: x, y: y) {
      let row = strip.timeline.rows.first { $0.lane == lane }
      #expect(row?.content.bars.contains(bar) == true)
      #expect(bar.start <= strip.seconds(at: x) && bar.end >= strip.seconds(at: x))
    }
  }

  @Test(arguments: [
    (0.0, "0:00.000"), (65.2504, "1:05.250"), (3600, "60:00.000"), (-1, "0:00.000"), (0.0006, "0:00.001"),
  ])
  func `A time has minutes, seconds and milliseconds`(seconds: Double, text: String) {
    #expect(TimelineText.time(seconds) == text)
  }
}
