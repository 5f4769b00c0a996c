import Testing
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct TimelineTests {
  /// A finger from 0 to 500 ms, another from 250 to 1000 ms; undo at 600, redo at 700 and a cancel at 1000.
  private func recording() throws -> Recording {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: output, at: Hand.start)
    drawing.handle([
      Hand.event(1, .began, 10, 10, at: 0), Hand.event(2, .began, 20, 20, at: 250),
      Hand.event(1, .ended, 10, 10, at: 500),
    ])
    drawing.perform(.undo, at: Hand.time(600))
    drawing.perform(.redo, at: Hand.time(700))
    drawing.handle([Hand.event(2, .moved, 50, 50, at: 800), Hand.event(2, .cancelled, 50, 50, at: 1000)])
    drawing.finish()
    return try Recording.open(MemoryBytes(output.bytes))
  }

  @Test func `Each part has the number of touches that are down, and notable events`() throws {
    let recording = try recording()
    let facts = try RecordingFacts(recording)
    #expect(facts.start == Hand.time(0))
    #expect(facts.end == Hand.time(1000))
    let timeline = try Timeline(recording, facts: facts, parts: 5)
    // Parts of 200 ms: the first finger is down in 1, 1, ½ of them, the second in 0, ¾, 1, 1, 1.
    let expected = [1, 1.75, 1.5, 1, 1]
    for (part, touches) in zip(timeline.parts, expected) { #expect(abs(part.touches - touches) < 1e-9) }
    #expect(timeline.parts.map(\.marks) == [[], [], [], [.undo, .redo], [.cancel]])
  }

  @Test func `One can go to where touches begin, and to where they are cancelled`() throws {
    let recording = try recording()
    let timeline = try Timeline(recording, facts: RecordingFacts(recording), parts: 5)
    #expect(timeline.time(after: Hand.time(0), of: [.touch]) == Hand.time(250))
    #expect(timeline.time(after: Hand.time(250), of: [.touch]) == nil)
    #expect(timeline.time(before: Hand.time(600), of: [.touch]) == Hand.time(250))
    #expect(timeline.time(after: Hand.time(0), of: [.cancel, .drop]) == Hand.time(1000))
    #expect(timeline.time(before: Hand.time(0), of: [.touch, .cancel, .drop]) == nil)
  }

  @Test func `The number of parts is limited`() throws {
    let recording = try recording()
    let facts = try RecordingFacts(recording)
    let one = try Timeline(recording, facts: facts, parts: 0)
    #expect(one.parts.count == 1)
    // 500 ms of one and 750 ms of the other, of 1000.
    #expect(abs(one.parts[0].touches - 1.25) < 1e-9)
    let many = try Timeline(recording, facts: facts, parts: .max)
    #expect(many.parts.count == 65_536)
    let sum = many.parts.reduce(0) { $0 + $1.touches } / 65_536
    #expect(abs(sum - 1.25) < 1e-6)
  }

  @Test func `An instant is in a part; outside the recording, in the nearest one`() throws {
    let recording = try recording()
    let timeline = try Timeline(recording, facts: RecordingFacts(recording), parts: 10)
    #expect([-5, 0, 99, 100, 999, 1000, 90_000].map { timeline.part(at: Hand.time($0)) } == [0, 0, 0, 1, 9, 9, 9])
  }

  @Test func `Lost events are marked, and a recording of one instant has a timeline`() throws {
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output)
    let device = SurfaceDevice.touchscreen.description(of: BoardSize(width: 10, height: 10))
    let channel = DeviceChannel(rawValue: 0)
    try writer.write(.opening(DeviceOpening(number: 0, description: device), as: channel))
    let time = Hand.time(0)
    let drop = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
    try writer.write(.frame(Frame(events: [drop, .report(at: time)]), of: channel))
    try writer.finish()
    let recording = try Recording.open(MemoryBytes(output.bytes))
    let timeline = try Timeline(recording, facts: RecordingFacts(recording), parts: 3)
    #expect(timeline.parts.map(\.marks) == [[.drop], [], []])
  }
}
