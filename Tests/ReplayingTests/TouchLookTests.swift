import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// What is said of single touches by messages before all entries.
struct TouchLookTests {
  private static let seeds: Range<UInt64> = 0..<20

  /// A recording, and a few of its touches.
  private struct Edited {
    let session: ScriptedSession
    let plain: Recording
    let facts: RecordingFacts
    let chosen: Set<Touch.ID>

    init(seed: UInt64) throws {
      session = ScriptedSession(seed: seed, frames: 160)
      plain = try session.recording()
      facts = try RecordingFacts(plain, wanting: [.touches, .contacts])
      var random = SplitMix64(seed: seed ^ 0x70C4)
      chosen = Set(facts.contacts.entries.keys.filter { _ in random.next(below: 3) == 0 })
    }

    func saying(_ look: TouchLook) throws -> Recording {
      try written(plain, by: [TouchEditing([TouchChange(chosen, look)], at: facts.start)])
    }
  }

  private static func written(_ recording: Recording, by transforms: [any EntryTransform]) throws -> Recording {
    let output = MemoryOutput()
    var sink = TransformedSink(try FormatSinks.make(.mcap, output: output), by: transforms)
    _ = try sink.copy([try recording.makeSource()])
    return try Recording.open(MemoryBytes(output.bytes, name: recording.name))
  }

  private static func pixels(_ recording: Recording, to end: ReplayTime? = nil) throws -> PixelBuffer {
    var options = RenderOptions()
    options.size = PixelSize(width: 240, height: 240)
    options.to = end
    return try Renderer(recording, facts: try RecordingFacts(recording), options: options).picture().picture.composed()
  }

  private static var hidden: TouchLook {
    var look = TouchLook()
    look.isHidden = true
    return look
  }

  private static var red: TouchLook {
    var look = TouchLook()
    (look.color, look.width) = (PixelColor(red: 204, green: 0, blue: 0), 9)
    return look
  }

  @Test(arguments: seeds) func `Hidden touches leave what is drawn without them`(seed: UInt64) throws {
    let edited = try Edited(seed: seed)
    let cut = CutTouches("scripted", edited.facts.contacts) { (_) throws(FileError) in false }
    var without = cut
    without.leftOut = edited.chosen.map(\.rawValue).sorted()
    let never = try Self.written(edited.plain, by: without.filters())
    let hidden = try edited.saying(Self.hidden)
    #expect(try Self.pixels(hidden) == Self.pixels(never), "seed \(seed)")
    // The events are all there.
    #expect(try RecordingFacts(hidden).eventCount == edited.facts.eventCount)
  }

  @Test(arguments: seeds) func `A jump shows restyled and hidden touches as a render does`(seed: UInt64) throws {
    let edited = try Edited(seed: seed)
    for look in [Self.hidden, Self.red] {
      let recording = try edited.saying(look)
      let facts = try RecordingFacts(recording)
      var options = RenderOptions()
      options.size = PixelSize(width: 240, height: 240)
      var replay = try SeekableReplay(recording, facts: facts, options: options)
      for share in [0.9, 0.2, 0.6] {
        try replay.seek(to: facts.instant(.fraction(share)))
        let rendered = try Self.pixels(recording, to: .fraction(share))
        #expect(replay.board.picture.composed() == rendered, "seed \(seed), at \(share)")
      }
    }
  }

  @Test(arguments: seeds) func `What a player overrides looks as what it writes`(seed: UInt64) throws {
    let edited = try Edited(seed: seed)
    var options = RenderOptions()
    options.size = PixelSize(width: 240, height: 240)
    options.overrides.add(.touches(TouchChange(edited.chosen, Self.red)))
    let shown = try Renderer(edited.plain, facts: edited.facts, options: options).picture().picture.composed()
    #expect(try shown == Self.pixels(edited.saying(Self.red)), "seed \(seed)")
  }

  @Test func `A restyled touch has its colour and width whatever the settings are`() throws {
    var board = try Board(size: BoardSize(width: 100, height: 100))
    let touch = Touch(
      id: Touch.ID(rawValue: 7), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 1), tool: .finger)
    try board.handle(.touches(TouchChange([touch.id], Self.red)))
    try board.handle(.set(\.coloring, .byTouch))
    for (phase, x) in [(TouchPhase.began, 20.0), (.moved(gap: false), 80), (.ended, 80)] {
      let point = BoardPoint(x: x, y: 50)
      let sample = TouchSample(
        time: Timestamp(nanoseconds: Int64(x)), position: DevicePoint(x: 0, y: 0), boardPoint: point)
      board.handle(TouchEvent(touch: touch, phase: phase, sample: sample))
    }
    guard case .add(.pen(let pen))? = board.operations.last else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(pen.color == Self.red.color && pen.path.runs.joined().allSatisfy { $0.width == 9 })
  }
}
