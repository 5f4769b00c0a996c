import SeededCases
import TestSupport
import Testing
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// The touch under a pointer, and its values.
struct TouchIndexTests {
  private struct Player {
    var recording: Recording
    var facts: RecordingFacts
    var index: TouchIndex
    var replay: SeekableReplay

    init(_ recording: Recording, limit: Int = TouchIndex.sampleLimit) throws {
      self.recording = recording
      facts = try RecordingFacts(recording)
      let options = RenderOptions()
      index = try TouchIndex(recording, facts: facts, options: options, limit: limit)
      replay = try SeekableReplay(recording, facts: facts, options: options)
    }

    /// All samples of the recording up to an instant.
    func events(through instant: Timestamp) throws -> [TouchEvent] {
      try recording.touchEvents(on: facts.plan()).map { try $0.get() }.filter { $0.time <= instant }
    }
  }

  private static func distance(_ first: BoardPoint, _ second: BoardPoint) -> Double {
    let (dx, dy) = (first.x - second.x, first.y - second.y)
    return dx * dx + dy * dy
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `The touch that is found was there, and its sample is the nearest of all`(seed: UInt64) throws {
    var player = try Player(ScriptedSession(seed: seed, frames: 200).recording())
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let instant = player.facts.instant(.fraction(Double(random.next(below: 1001)) / 1000))
      try player.replay.seek(to: instant)
      let events = try player.events(through: instant)
      guard !events.isEmpty else { continue }
      let point = events[random.next(below: events.count)].sample.boardPoint
      guard let found = player.index.touch(at: point, on: player.replay.board, at: instant, reach: 8) else { continue }
      let samples = try player.replay.samples(of: found.touch, in: found.span)
      let nearest = samples.map { Self.distance($0.boardPoint, point) }.min()
      let all = events.filter { $0.touch.id == found.touch }.map { Self.distance($0.sample.boardPoint, point) }
      #expect(nearest == all.min(), "seed \(seed), touch \(found.touch.rawValue) at \(instant)")
      #expect(player.index.isDrawn(found.touch, on: player.replay.board, at: instant))
    }
  }

  @Test func `A touch is found once it has begun, and not before`() throws {
    var player = try Player(Recording.open(Fixture.path("ten-fingers.mcap")))
    for (id, entry) in player.index.entries.sorted(by: { $0.key < $1.key }) {
      let point = try #require(player.index.points(of: id, through: player.facts.end).first)
      try player.replay.seek(to: entry.began.advanced(by: TimeSpan(nanoseconds: -1)))
      #expect(!player.index.isDrawn(id, on: player.replay.board, at: player.replay.time))
      try player.replay.seek(to: entry.began)
      let found = player.index.touch(at: point, on: player.replay.board, at: entry.began, reach: 8)
      #expect(found?.touch == id, "touch \(id.rawValue)")
    }
  }

  @Test func `What is undone, cleared or on another page is not found`() throws {
    let session = ScriptedSession(seed: 3, frames: 200)
    let end = try #require(session.frames.last?.time)
    for command in [BoardCommand.clear, .page(.add(NewPage()))] {
      let message = RecordingEntry.board(try BoardMessage.encode(command), at: end)
      var player = try Player(session.recording(adding: [(after: session.frames.count, entry: message)]))
      try player.replay.seek(to: player.replay.end)
      let open = Set(player.replay.board.openTouches.map(\.id))
      for id in player.index.entries.keys where !open.contains(id) {
        #expect(!player.index.isDrawn(id, on: player.replay.board, at: player.replay.end), "\(command)")
      }
    }
  }

  @Test func `Of many samples some are kept, and the sample is found all the same`() throws {
    let recording = try Recording.open(Fixture.path("ten-fingers.mcap"))
    var (whole, thin) = (try Player(recording), try Player(recording, limit: 200))
    #expect(thin.index.sampleCount <= 200 + 2 * thin.index.entries.count && whole.index.sampleCount > 1000)
    try whole.replay.seek(to: whole.replay.end)
    try thin.replay.seek(to: thin.replay.end)
    for id in whole.index.entries.keys.sorted() {
      let points = whole.index.points(of: id, through: whole.replay.end)
      let point = points[points.count / 3]
      let exact = whole.index.touch(at: point, on: whole.replay.board, at: whole.replay.end, reach: 8)
      let found = try #require(thin.index.touch(at: point, on: thin.replay.board, at: thin.replay.end, reach: 8))
      #expect(found.touch == exact?.touch)
    }
  }

  @Test func `A reading is in millimetres where the device says its size`() throws {
    let player = try Player(Recording.open(Fixture.path("ten-fingers.mcap")))
    let event = try #require(try player.events(through: player.facts.end).first)
    let reading = TouchReading(event.touch, event.sample, player.facts)
    let axis = try #require(player.facts.descriptions[0].axes[.positionX])
    if axis.resolution > 0 {
      let x = (Double(event.sample.position.x) - Double(axis.minimum)) / Double(axis.resolution)
      #expect(reading.x == .millimetres(x))
    } else {
      #expect(reading.x == .deviceUnits(event.sample.position.x))
    }
    #expect(reading.deviceNumber == 0 && reading.deviceName == player.facts.descriptions[0].name)
  }

  @Test func `A reading is in device units where the device does not`() throws {
    let player = try Player(ScriptedSession(seed: 1).recording())
    let event = try #require(try player.events(through: player.facts.end).first)
    let reading = TouchReading(event.touch, event.sample, player.facts)
    #expect(reading.x == .deviceUnits(event.sample.position.x) && reading.y == .deviceUnits(event.sample.position.y))
    #expect(reading.time == event.time.since(player.facts.start))
  }
}
