import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Touch events of a recording as a sequence.
struct RecordedTouchEventsTests {
  @Test(arguments: ["ten-fingers.mcap", "palm-mid-stroke.mcap", "pen-and-touch.mcap"])
  func `The events are those that a replay hands on`(fixture: String) throws {
    let recording = try Recording.open(Fixture.path(fixture))
    let plan = try RecordingFacts(recording).plan()
    var list = EventList()
    var replayer = Replayer(try recording.makeSource(), plan: plan)
    try replayer.play(into: &list)
    replayer.finish(into: &list)
    #expect(try recording.touchEvents().map { try $0.get() } == list.events)
    #expect(try recording.touchEvents(on: plan).map { try $0.get() } == list.events && !list.events.isEmpty)
  }

  @Test func `A recording is drawn in one call`() throws {
    let recording = try Recording.open(Fixture.path("ten-fingers.mcap"))
    let survey = try RecordingFacts(recording)
    let whole = try Renderer(recording, facts: survey, options: RenderOptions()).renderedPicture()
    let drawn = try recording.rendered()
    #expect(drawn.picture.composed() == whole.picture.composed() && drawn.touchCount == 20)
  }
}

private struct EventList: ReplaySink {
  var events: [TouchEvent] = []

  mutating func handle(_ event: TouchEvent) { events.append(event) }
  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}
