import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct InitialContentTests {
  private let size = BoardSize(width: 300, height: 200)

  @Test(arguments: LiveReplayTests.seeds)
  func `Drawing continues from any instant of a recording, and the branch replays as it was drawn`(seed: UInt64) throws
  {
    let (recording, facts) = try session(seed: seed)
    for place in [0, 0.3, 0.77, 1] {
      let instant = facts.instant(.fraction(place))
      let output = MemorySession()
      // The clock of another machine.
      var hand = RandomHand(seed: seed ^ 0xB4A7C4)
      let branch = try LiveDrawing(
        branchOf: recording, facts: facts, through: instant, SessionSetup(size: size), to: output, at: hand.now)
      #expect(branch.openTouches == [])
      #expect(branch.time == hand.now)
      for _ in 0..<150 { hand.act(on: branch) }
      hand.letGo(of: branch)
      branch.finish()
      #expect(try replayed(output.bytes) == branch.board.picture.composed(), "seed \(seed), from \(place)")
      let whole = try RecordingFacts(Recording.open(MemoryBytes(output.bytes)))
      #expect(whole.start == facts.start)
      #expect(whole.warnings == [], "seed \(seed), from \(place)")
    }
  }

  @Test func `The branch starts with the recording, entry by entry`() throws {
    let (recording, facts) = try session(seed: 3)
    let instant = facts.instant(.fraction(0.5))
    let output = MemorySession()
    LiveDrawing.finish(
      try LiveDrawing(
        branchOf: recording, facts: facts, through: instant, SessionSetup(size: size), to: output, at: Hand.start))
    let (before, branch) = (try entries(recording), try entries(Recording.open(MemoryBytes(output.bytes))))
    let count = before.firstIndex { $0.occurrence.map { $0 > instant } ?? false } ?? before.count
    // Only the board's size comes first, since it could not be derived from the branch's devices.
    for (copy, original) in zip(branch.dropFirst(), before.prefix(count)) {
      #expect(copy == original)
    }
    #expect(branch.count > count)
  }

  @Test func `A branch that took long to start continues without a gap`() throws {
    let (recording, facts) = try session(seed: 5)
    let instant = facts.instant(.fraction(0.5))
    let branch = try LiveDrawing(
      branchOf: recording, facts: facts, through: instant, SessionSetup(size: size), to: nil, at: Hand.start)
    branch.resume(at: Hand.time(9000))
    #expect(branch.time == Hand.time(9000))
    branch.perform(.set(\.width, 7), at: Hand.time(9010))
    #expect(branch.time == Hand.time(9010))
  }

  @Test func `Strokes in progress at the instant stay as finished ones`() throws {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: size), to: output, at: Hand.start)
    drawing.handle([
      Hand.event(1, .began, 10, 10, at: 0), Hand.event(1, .moved, 100, 100, at: 10),
      Hand.event(1, .moved, 200, 50, at: 20),
    ])
    drawing.handle([PointerEvent(.pen(PenState()), .began, at: BoardPoint(x: 9, y: 90), time: Hand.time(25))])
    drawing.handle([PointerEvent(.pen(PenState()), .moved, at: BoardPoint(x: 290, y: 90), time: Hand.time(30))])
    drawing.finish()
    let recording = try Recording.open(MemoryBytes(output.bytes))
    let branch = try LiveDrawing(
      branchOf: recording, facts: RecordingFacts(recording), through: Hand.time(30), SessionSetup(size: size),
      to: nil, at: Hand.time(90_000))
    // The pen cancelled the finger when it came near.
    #expect(branch.board.operations.count == 1)
    branch.perform(.undo, at: Hand.time(90_010))
    #expect(branch.board.operations.count == 0)
    let early = try LiveDrawing(
      branchOf: recording, facts: RecordingFacts(recording), through: Hand.time(20), SessionSetup(size: size),
      to: nil, at: Hand.time(90_000))
    #expect(early.board.operations.count == 1)
  }

  @Test func `A recording of a screen continues with a mouse, on the screen's board`() throws {
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output)
    let channel = DeviceChannel(rawValue: 0)
    var device = DeviceDescription()
    device.properties = [.direct]
    device.codes = [.key: [.touch], .absolute: [.x, .y]]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: 1000), .y: AbsoluteAxis(minimum: 0, maximum: 500),
    ]
    try writer.write(.opening(DeviceOpening(number: 0, description: device), as: channel))
    for (time, x, isDown) in [(0, Int32(100), true), (10, 900, true), (20, 900, false)] {
      let time = Hand.time(time)
      let frame = Frame(events: [
        InputEvent(time: time, type: .absolute, code: .x, value: x),
        InputEvent(time: time, type: .absolute, code: .y, value: 250),
        InputEvent(time: time, type: .key, code: .touch, value: isDown ? 1 : 0), .report(at: time),
      ])
      try writer.write(.frame(frame, of: channel))
    }
    try writer.finish()
    let recording = try Recording.open(MemoryBytes(output.bytes))
    let branched = MemorySession()
    let branch = try LiveDrawing(
      branchOf: recording, facts: RecordingFacts(recording), through: Hand.time(20), SessionSetup(size: size),
      to: branched, at: Hand.time(700_000))
    #expect(branch.board.raster.board == BoardSize(width: 1920, height: 960))
    for number in 0..<5 {
      branch.handle(Hand.stroke(UInt(number), from: (20, 20), to: (400, 300), at: 700_000 + number * 50))
    }
    branch.finish()
    #expect(try replayed(branched.bytes) == branch.board.picture.composed())
  }

  @Test func `A drawing that is opened starts the recording, and can be undone`() throws {
    var drawing = Drawing(
      size: BoardSize(width: 120, height: 90), background: .color(PixelColor(red: 9, green: 9, blue: 60)))
    let style = StrokeStyle(color: PixelColor(red: 250, green: 0, blue: 0), width: 5)
    let id = try drawing.append(
      .add(.line(LineShape(from: BoardPoint(x: 5, y: 5), to: BoardPoint(x: 90, y: 60), style: style))))
    try drawing.append(.transform([id], by: .move(byX: 10, y: 0)))
    let output = MemorySession()
    let live = try LiveDrawing(drawing, SessionSetup(size: size), to: output, at: Hand.start)
    #expect(live.board.drawing == drawing)
    #expect(live.board.picture.composed() == (try Board(drawing).picture.composed()))
    live.handle(Hand.stroke(1, from: (10, 80), to: (100, 10), at: 20))
    live.perform(.undo, at: Hand.time(100))
    live.perform(.undo, at: Hand.time(110))
    live.finish()
    #expect(live.board.operations.count == 1)
    #expect(try replayed(output.bytes) == live.board.picture.composed())
    var options = RenderOptions()
    options.size = PixelSize(width: 120, height: 90)
    #expect(try replayed(output.bytes, options) == live.board.picture.composed())
  }

  @Test func `A drawing replaces everything, including touches that are down`() throws {
    let output = MemorySession()
    let live = try LiveDrawing(SessionSetup(size: size), to: output, at: Hand.start)
    live.handle(Hand.stroke(1, from: (10, 80), to: (100, 10), at: 0))
    live.handle([Hand.event(2, .began, 10, 10, at: 50), Hand.event(2, .moved, 90, 90, at: 60)])
    let blank = Drawing(size: BoardSize(width: 200, height: 250), background: .color(.white))
    live.perform(.drawing(blank), at: Hand.time(70))
    #expect(live.board.drawing == blank)
    #expect(!live.board.canUndo)
    live.handle([Hand.event(2, .moved, 190, 90, at: 80), Hand.event(2, .ended, 190, 90, at: 90)])
    #expect(live.board.operations.isEmpty)
    live.finish()
    #expect(try replayed(output.bytes) == live.board.picture.composed())
  }

  private func session(seed: UInt64) throws -> (Recording, RecordingFacts) {
    let output = MemorySession()
    var hand = RandomHand(seed: seed)
    let drawing = try LiveDrawing(SessionSetup(size: size), to: output, at: hand.now)
    for _ in 0..<300 { hand.act(on: drawing) }
    drawing.finish()
    let recording = try Recording.open(MemoryBytes(output.bytes))
    return (recording, try RecordingFacts(recording))
  }

  private func entries(_ recording: Recording) throws -> [RecordingEntry] {
    var source = try recording.makeSource()
    var entries: [RecordingEntry] = []
    var entry = RecordingEntry()
    while try source.next(into: &entry) { entries.append(entry) }
    return entries
  }
}

extension LiveDrawing {
  fileprivate static func finish(_ drawing: LiveDrawing) { drawing.finish() }
}
