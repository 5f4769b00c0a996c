import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct TimedInkTests {
  /// The touches that draw: number, and every position with its time.
  private func traces(_ recording: Recording) throws -> [[[Double]]] {
    let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: RenderOptions())
    let rendered = try renderer.renderedDrawing(keepsSamples: true)
    let drawn = rendered.drawing.elements.filter { $0.shape != nil }.compactMap { rendered.origins[$0.id] }
    return drawn.sorted {
      ($0.began.nanoseconds, $0.samples[0].point.x) < ($1.began.nanoseconds, $1.samples[0].point.x)
    }
    .map { $0.samples.map { [$0.time.seconds, $0.point.x, $0.point.y, $0.pressure ?? 1] } }
  }

  private func written(_ recording: Recording, as kind: DrawingKind) throws -> Recording {
    let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: RenderOptions())
    let ink = try TimedInk(try renderer.renderedDrawing(keepsSamples: true), as: kind)
    return try Recording.open(MemoryBytes(ink.bytes, name: "ink"))
  }

  @Test(arguments: ["ten-fingers", "pen-and-touch", "palm-mid-stroke", "protocol-a"])
  func `A recording as InkML has the same strokes at the same times and places`(name: String) throws {
    let recording = try Recording.open(FilePath(Fixture.path("\(name).mcap")))
    let (before, after) = (try traces(recording), try traces(try written(recording, as: .inkml)))
    try #require(before.count == after.count && !before.isEmpty)
    // Recordings count from their first frame, ink from its first stroke.
    let start = before[0][0][0] - after[0][0][0]
    for (old, new) in zip(before, after) {
      #expect(old.count == new.count)
      for (one, two) in zip(old, new) {
        // A microsecond, and the three decimals of a device unit on a board of 1920 points.
        #expect(abs(one[0] - two[0] - start) < 2e-6 && abs(one[1] - two[1]) < 0.01 && abs(one[2] - two[2]) < 0.01)
        #expect(abs(one[3] - two[3]) < 1e-3, "\(one) became \(two)")
      }
    }
  }

  @Test(arguments: [DrawingKind.inkml, .quickdraw])
  func `A loss of events ends a trace and begins another`(kind: DrawingKind) throws {
    let text = """
      E: 1.000000 0003 002f 0
      E: 1.000000 0003 0039 7
      E: 1.000000 0003 0035 100
      E: 1.000000 0003 0036 100
      E: 1.000000 0000 0000 0
      E: 1.010000 0003 0035 150
      E: 1.010000 0000 0000 0
      E: 1.500000 0000 0003 0
      E: 1.500000 0000 0000 0
      E: 1.510000 0003 0035 800
      E: 1.510000 0003 0036 900
      E: 1.510000 0000 0000 0
      E: 1.520000 0003 0035 850
      E: 1.520000 0000 0000 0
      E: 1.530000 0003 0039 -1
      E: 1.530000 0000 0000 0

      """
    let recording = try Recording.open(MemoryBytes(Array(text.utf8), name: "gap"))
    let (before, after) = (try traces(recording), try traces(try written(recording, as: kind)))
    // The one touch has 5 samples: its end is one, at the position of the last.
    #expect(before.map(\.count) == [5])
    #expect(after.map(\.count) == [2, 3], "\(after)")
  }

  @Test(arguments: PropertySeeds.from(0x71A3, count: 8))
  func `A seeded pen's strokes come back, as InkML and as a line of Quick, Draw!`(seed: UInt64) throws {
    let ink = SeededInkML(seed: seed)
    let recording = try Recording.open(MemoryBytes(Array(ink.text.utf8), name: "seeded.inkml"))
    #expect(recording.format == .inkml)
    for kind in [DrawingKind.inkml, .quickdraw] {
      let again = try written(recording, as: kind)
      #expect(again.format.rawValue == kind.rawValue)
      let (before, after) = (try traces(recording), try traces(again))
      #expect(before.map { $0.map { $0[0] } } == after.map { $0.map { $0[0] } }, "seed \(seed) as \(kind)")
      #expect(before.count == ink.strokes)
    }
  }
}

/// Strokes of a pen, one after another, with a time for each point.
private struct SeededInkML {
  var text = """
    <ink><traceFormat><channel name="X" min="0" max="9000" units="himetric"/><channel name="Y" min="0" max="7000"/>\
    <channel name="F" min="0" max="4095"/><channel name="T"/></traceFormat>
    """
  var strokes = 0

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var time = 0
    strokes = 1 + random.next(below: 9)
    for _ in 0..<strokes {
      time += 1 + random.next(below: 500)
      let points = (0...random.next(below: 30)).map { _ in
        time += 1 + random.next(below: 20)
        return "\(random.next(below: 9000)) \(random.next(below: 7000)) \(1 + random.next(below: 4095)) \(time)"
      }
      text += "<trace>\(points.joined(separator: ", "))</trace>\n"
    }
    text += "</ink>"
  }
}
