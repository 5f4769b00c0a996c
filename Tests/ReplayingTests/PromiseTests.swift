import Foundation
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

/// The promises that a recording is replayed by, over seeded sessions. TOUCHREEL_PROPERTY_RUNS sets how many are tried.
struct PromiseTests {
  static let seeds = PropertySeeds.from(0x7EE1, count: 3)
  static let size = PixelSize(width: 240, height: 240)

  private func render(
    _ recording: Recording, through end: ReplayTime? = nil, threads: Int = 1,
    adjust: (inout RenderOptions) -> Void = { _ in }
  ) throws -> PixelBuffer {
    var options = RenderOptions()
    options.size = Self.size
    options.to = end
    options.threads = threads
    adjust(&options)
    return try Renderer(recording, facts: RecordingFacts(recording), options: options).picture().picture.composed()
  }

  /// Draws as a window would: frame by frame, redrawing only what changed.
  private func drawnLive(_ session: ScriptedSession) throws -> PixelBuffer {
    let board = BoardSize(width: 1920, height: 1920)
    var live = Board(raster: try Raster(board: board, scale: 0.125))
    var touches = TouchSession()
    let screen = touches.open(
      ScriptedSession.device, mapping: SurfaceMapping(device: ScriptedSession.device, board: board))
    var shown = PixelBuffer(size: Self.size)
    for frame in session.frames {
      var events: [TouchEvent] = []
      touches.handle(frame, from: screen, into: &events)
      for event in events { live.handle(event) }
      let damage = live.drainDamage()
      shown.withTarget { live.compose(damage, into: $0) }
    }
    return shown
  }

  @Test(arguments: seeds)
  func `Live pixels are the replayed pixels, on one thread and on three`(seed: UInt64) throws {
    let session = ScriptedSession(seed: seed)
    let recording = try session.recording()
    let replayed = try render(recording)
    #expect(try drawnLive(session) == replayed, "seed \(seed): live and replay differ")
    #expect(try render(recording, threads: 3) == replayed, "seed \(seed): threads differ")
  }

  @Test(arguments: seeds)
  func `The picture at a time is the picture of what was recorded until then`(seed: UInt64)
    throws
  {
    let session = ScriptedSession(seed: seed)
    let recording = try session.recording()
    for count in [1, 40, 77, 120] {
      let end = session.frames[count - 1].time?.since(session.frames[0].time!) ?? .zero
      var short = session.frames.prefix(count).map { $0 }
      short.removeAll { $0.events.isEmpty }
      let until = try render(recording, through: .span(end))
      let prefix = try render(ScriptedSession(frames: short).recording())
      #expect(until == prefix, "seed \(seed), \(count) frames")
    }
  }

  @Test(arguments: seeds, [RecordingFormat.evemu, .libinput, .getevent, .raw24])
  func `A recording renders the same from every format that is written`(seed: UInt64, format: RecordingFormat) throws {
    let session = ScriptedSession(seed: seed)
    let range = DeviceRange(x: 0...ScriptedSession.size, y: 0...ScriptedSession.size)
    // Text and raw events carry no ranges.
    let rendered = try render(try session.recording(as: format)) { $0.mapping.range = range }
    #expect(rendered == (try render(session.recording())), "seed \(seed), \(format.rawValue)")
  }

  @Test(arguments: seeds)
  func `A touch cancelled from outside leaves no pixel, and the others go on`(seed: UInt64)
    throws
  {
    let session = ScriptedSession(seed: seed)
    let first = try #require(session.firstTouch)
    let command = BoardCommand.cancel(DeviceChannel(rawValue: 0), TrackingID(rawValue: first.id), .window)
    let time = session.frames[first.frame].time ?? Timestamp(nanoseconds: 0)
    let cancel = RecordingEntry.board(try BoardMessage.encode(command), at: time)
    // Entry 0 is the opening, so entry n + 1 is frame n.
    let cancelled = try session.recording(adding: [(first.frame + 1, cancel)])
    #expect(try RecordingFacts(cancelled).touches.cancelled[.window] == 1, "seed \(seed)")
    let without = try ScriptedSession(frames: session.frames(without: first.id)).recording()
    #expect(try render(cancelled) == render(without), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `Touches that began have ended or were cancelled`(seed: UInt64) throws {
    let touches = try RecordingFacts(ScriptedSession(seed: seed).recording()).touches
    #expect(touches.began > 3 && touches.began == touches.ended + touches.cancelled.values.reduce(0, +), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `Any prefix of a recording is read up to its last whole chunk`(seed: UInt64) throws {
    let session = ScriptedSession(seed: seed)
    let bytes = try session.bytes(as: .mcap)
    var random = SplitMix64(seed: seed)
    let whole = try RecordingFacts(session.recording()).eventCount
    let firstChunkEnd = try #require(Self.firstChunkEnd(in: bytes))
    for _ in 0..<20 {
      let cut = 100 + random.next(below: bytes.count - 100)
      let prefix = try Recording.open(MemoryBytes(Array(bytes.prefix(cut)), name: "prefix"))
      do {
        #expect(try RecordingFacts(prefix).eventCount <= whole, "seed \(seed), cut at \(cut)")
        #expect(cut >= firstChunkEnd, "seed \(seed), cut at \(cut): nothing can be read")
      } catch {
        #expect(cut < firstChunkEnd, "seed \(seed), cut at \(cut): \(error)")
        #expect(!error.description.contains("\n"))
      }
    }
  }

  /// The offset behind the first chunk of a file, which holds its first events.
  private static func firstChunkEnd(in bytes: [UInt8]) -> Int? {
    let (magic, frame, chunk) = (8, 9, UInt8(0x06))
    var offset = magic
    while offset + frame <= bytes.count {
      let length = bytes[offset + 1..<offset + frame].reversed().reduce(0) { $0 << 8 | Int($1) }
      if bytes[offset] == chunk { return offset + frame + length }
      offset += frame + length
    }
    return nil
  }
}

extension ScriptedSession {
  init(frames: [Frame]) { self.frames = frames }

  /// The touch that begins first, and its frame.
  var firstTouch: (id: Int32, frame: Int)? {
    for (index, frame) in frames.enumerated() {
      for event in frame.events where event.type == .absolute && event.code == .trackingID && event.value >= 0 {
        return (event.value, index)
      }
    }
    return nil
  }

  /// Without the events of one touch.
  func frames(without id: Int32) -> [Frame] {
    var slot: Int32 = 0
    var owner: Int32?
    return frames.map { frame in
      var kept = Frame()
      for event in frame.events {
        if event.type == .absolute && event.code == .slot { slot = event.value }
        if event.type == .absolute && event.code == .trackingID {
          if event.value == id { owner = slot } else if owner == slot && event.value >= 0 { owner = nil }
        }
        let isOfTouch = event.type == .absolute && event.code != .slot && owner == slot
        if !isOfTouch { kept.events.append(event) }
        if event.type == .absolute && event.code == .trackingID && event.value < 0 && owner == slot { owner = nil }
      }
      return kept
    }
  }
}
