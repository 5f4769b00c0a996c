import Canvas
import DrawingBoard
import DrawingFiles
import InputEvents
import Recordings
import Replaying
import Testing
import TouchTracking

/// The examples of the documentation, compiled and run.
@Suite("examples of the library")
struct LibraryExampleTests {
  @Test("a board takes touches and gives a picture")
  func board() throws {
    var board = Board(raster: try Raster(board: BoardSize(width: 320, height: 240)))
    try board.handle(.width(8))
    for event in touches() { board.handle(event) }
    let picture = board.picture.composed()
    // The line runs at 100, and is 8 wide.
    #expect(picture[160, 100] == 0xFF00_0000 && picture[160, 110] == 0xFFFF_FFFF)
  }

  @Test("shapes are added, moved, saved and loaded")
  func drawing() throws {
    var drawing = Drawing(size: BoardSize(width: 320, height: 240), background: .color(.white))
    let line = LineShape(
      from: BoardPoint(x: 20, y: 20), to: BoardPoint(x: 300, y: 20), style: StrokeStyle(color: .black, width: 4))
    let id = try drawing.append(.add(.line(line)))
    try drawing.append(.transform([id], by: .move(byX: 0, y: 100)))
    let file = try DrawingFile(json: DrawingFile(drawing).json())
    let board = try Board(file.drawing)
    #expect(board.picture.composed()[160, 120] == 0xFF00_0000)
  }

  @Test("a recording is opened, surveyed, played and sought")
  func recording() throws {
    let recording = try ScriptedSession(seed: 1).recording()
    let survey = try RecordingSurvey(recording)
    let plan = survey.plan()
    var sink = BoardSink(board: Board(raster: try Raster(board: plan.board, scale: 0.1)))
    var replayer = Replayer(try recording.makeSource(), plan: plan)
    try replayer.play(into: &sink)
    #expect(!sink.board.operations.isEmpty)

    var options = RenderOptions()
    options.size = PixelSize(width: 192, height: 192)
    var replay = try SeekableReplay(recording, survey: survey, options: options)
    try replay.seek(to: survey.end)
    #expect(replay.board.operations == sink.board.operations)
    try replay.seek(to: survey.instant(.fraction(0)))
    #expect(replay.board.operations.isEmpty)
  }

  @Test("a player seeks, draws what changed, and steps frame by frame")
  func player() throws {
    let recording = try ScriptedSession(seed: 1).recording()
    let survey = try RecordingSurvey(recording)
    var replay = try SeekableReplay(recording, survey: survey, options: RenderOptions())
    var window = PixelBuffer(size: replay.board.raster.pixels)
    func show(_ damage: Damage) { window.withTarget { replay.board.compose(damage, into: $0) } }

    show(try replay.seek(to: replay.instant(.fraction(0.5))))
    if let next = try replay.frameTime(after: replay.time) { show(try replay.seek(to: next)) }
    if let previous = try replay.frameTime(before: replay.time) { show(try replay.seek(to: previous)) }
    while try replay.prepare(1000) {}
    #expect(window == replay.board.picture.composed())
    #expect(replay.duration == survey.end.since(survey.start) && replay.keyframeCount == 1)
  }

  private func touches() -> [TouchEvent] {
    let touch = Touch(
      id: Touch.ID(rawValue: 1), device: DeviceIndex(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 1), tool: .finger)
    func step(_ phase: TouchPhase, x: Double) -> TouchEvent {
      let sample = TouchSample(
        time: Timestamp(microseconds: Int64(x) * 1000), position: DevicePoint(x: 0, y: 0),
        boardPoint: BoardPoint(x: x, y: 100), tool: .finger)
      return TouchEvent(touch: touch, phase: phase, sample: sample)
    }
    return [
      step(.began, x: 20), step(.moved(gap: false), x: 160), step(.moved(gap: false), x: 300), step(.ended, x: 300),
    ]
  }
}
