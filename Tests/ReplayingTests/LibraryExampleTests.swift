import FoundationEssentials
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// The examples of the documentation, compiled and run.
struct LibraryExampleTests {
  private static let root = FilePath(Checkout.folder.path)
  private let path = root.appending("Fixtures").appending("ten-fingers.mcap")

  @Test func `A board takes touches and gives a picture`() throws {
    let events = touches()
    var board = try Board(size: BoardSize(width: 320, height: 240))
    try board.handle(.set(\.width, 8))
    for event in events { board.handle(event) }
    let picture = board.picture.composed()
    // The line runs at 100, and is 8 wide.
    #expect(picture[160, 100] == 0xFF00_0000 && picture[160, 110] == 0xFFFF_FFFF)

    var window = PixelBuffer(size: board.raster.pixels)
    let damage = board.drainDamage()
    window.withTarget { board.compose(damage, into: $0) }
    #expect(window == picture)
  }

  @Test func `Shapes are added and moved`() throws {
    var drawing = Drawing(size: BoardSize(width: 640, height: 480), background: .color(.white))
    let line = LineShape(
      from: BoardPoint(x: 20, y: 20), to: BoardPoint(x: 600, y: 400), style: StrokeStyle(color: .black, width: 4))
    let id = try drawing.append(.add(.line(line)))
    try drawing.append(.transform([id], by: .move(byX: 0, y: 40)))
    let board = try Board(drawing)
    // The middle, (310, 210), 40 lower.
    #expect(board.picture.composed()[310, 250] == 0xFF00_0000)
  }

  @Test func `A drawing is loaded, changed and saved`() throws {
    let bytes = try DrawingFile(Drawing(size: BoardSize(width: 64, height: 48), background: .color(.black))).json()
    var file = try DrawingFile(json: bytes)
    try file.drawing.append(.clear)
    let written = try file.json()
    #expect(try DrawingFile(json: written).drawing.operations.map(\.operation) == [.clear])
  }

  @Test func `A recording is opened and read`() throws {
    let recording = try Recording.open(path)
    var count = 0
    for frame in recording.frames() { count += try frame.get().frame.events.count }
    #expect(try count == RecordingFacts(recording).eventCount && count > 10_000)
  }

  @Test func `A recording is played into a board`() throws {
    let recording = try Recording.open(path)
    let plan = try RecordingFacts(recording).plan()
    var sink = BoardSink(board: try Board(size: plan.board))
    var replayer = Replayer(try recording.makeSource(), plan: plan)
    try replayer.play(into: &sink)
    let picture = sink.board.picture.composed()
    #expect(sink.board.operations.count == 20 && picture.size == PixelSize(width: 1920, height: 1080))
  }

  @Test func `A recording is shown at any instant`() throws {
    let recording = try Recording.open(path)
    let facts = try RecordingFacts(recording)
    let size = PixelSize(width: 1920, height: 1080)
    let window = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size.width * size.height)
    defer { window.deallocate() }
    window.initialize(repeating: 0)
    let target = PixelTarget(pixels: window, stride: size.width, size: size)
    var replay = try SeekableReplay(recording, facts: facts, options: RenderOptions())
    let damage = try replay.seek(to: replay.instant(.fraction(0.5)))
    replay.board.compose(damage, into: target)
    if let next = try replay.frameTime(after: replay.time) { try replay.seek(to: next) }
    while try replay.prepare(1000) {}  // in idle time: from then on every jump is a short one
    #expect(window.contains { $0 != 0xFFFF_FFFF && $0 != 0 })
    try replay.seek(to: facts.end)
    #expect(replay.board.operations.count == 20)
  }

  @Test(arguments: [
    "TouchReelDrawingBoard/Board.swift", "TouchReelDrawings/Document/Drawing.swift",
    "TouchReelDrawingFiles/DrawingFile.swift",
    "TouchReelRecordingFormats/Recording.swift", "TouchReelReplaying/Replayer.swift",
    "TouchReelReplaying/SeekableReplay.swift",
  ]) func `What the documentation shows are lines of these tests`(file: String) throws {
    let compiled = try lines(of: FilePath(#filePath))
    let examples = try lines(of: Self.root.appending("Sources").pushing(FilePath(file))).examples
    #expect(!examples.isEmpty)
    for example in examples {
      let isCompiled = compiled.indices.contains { compiled[$0...].starts(with: example) }
      #expect(isCompiled, "\(example.joined(separator: "\n"))")
    }
  }

  private func lines(of file: FilePath) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: file.string)), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }

  private func touches() -> [TouchEvent] {
    let touch = Touch(
      id: Touch.ID(rawValue: 1), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
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

extension [String] {
  /// What stands between fences in documentation comments.
  fileprivate var examples: [[String]] {
    var examples: [[String]] = []
    var isInside = false
    for line in self where line.hasPrefix("///") {
      let text = String(line.dropFirst(3).drop { $0 == " " })
      if text.hasPrefix("```") {
        isInside.toggle()
        if isInside { examples.append([]) }
      } else if isInside {
        examples[examples.count - 1].append(text)
      }
    }
    return examples
  }
}
