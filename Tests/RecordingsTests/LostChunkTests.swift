import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings
import TouchReelTouchTracking

/// A chunk that is damaged costs its own frames, which become a gap, and nothing else.
struct LostChunkTests {
  static let fixtures = [
    "overrun", "palm-mid-stroke", "pen-and-touch", "pen-tilt-eraser", "protocol-a", "ten-fingers", "unplug-mid-touch",
  ]

  private static func bytes(_ fixture: String) throws -> [UInt8] { try Fixture.bytes("\(fixture).mcap") }

  private func skipping(_ bytes: [UInt8]) -> RecordingReader {
    var options = ReadingOptions.strict
    options.mcap.damage = .skip
    return RecordingReader(MemoryBytes(bytes, name: "test.mcap"), options: options)
  }

  @Test(arguments: fixtures, ChunkDamage.allCases)
  func `A lost chunk is a gap and nothing else`(
    fixture: String, kind: ChunkDamage
  ) throws {
    let file = ChunkedFile(try Self.bytes(fixture))
    var random = SplitMix64(seed: 11)
    // A cut moves the summary, so that nothing else says what the first chunk declares.
    let first = kind == .cut ? 1 : 0
    let sound = try all(of: RecordingReader(MemoryBytes(file.bytes)))
    let ends = kind == .bits && file.chunks.count < 30 ? [first, file.chunks.count - 1] : []
    for number in ends + [Int.random(in: first..<file.chunks.count, using: &random)] {
      let damaged = file.damaged(by: kind, at: number, &random)
      let model = try LossModel(file, saying: sound, damaged)
      let place: Comment = "\(kind) of chunk \(number)"
      let reading = skipping(damaged.bytes)
      let script = try all(of: reading)
      #expect(firstDifference(script, model.script) == nil, place)
      #expect(reading.gaps.isEmpty == !model.script.contains(where: \.isGap), place)
      #expect(reading.gaps.isEmpty || reading.warnings.lines.contains { $0.contains(" lost") }, place)
      expectNoChord(script, model, place)
      if kind == .bits { try expectSaved(damaged.bytes, model.script, reading.gaps, place) }
    }
  }

  /// What is saved reads as it was saved, gaps and all, and has no others.
  private func expectSaved(_ damaged: [UInt8], _ script: [ScriptedEntry], _ gaps: RecordingGaps, _ place: Comment)
    throws
  {
    var sink = ScriptSink()
    let report = try Salvage.salvage(MemoryBytes(damaged), into: &sink)
    #expect(firstDifference(sink.script, script) == nil, place)
    #expect(report.gaps == gaps && !report.isWhole, place)
    let saved = skipping(try recorded(sink.script))
    #expect(try firstDifference(all(of: saved), script) == nil, place)
    #expect(saved.gaps.isEmpty && saved.warnings.isEmpty, place)
  }

  /// No two samples of a touch are joined between which a frame of its device is lost.
  private func expectNoChord(_ script: [ScriptedEntry], _ model: LossModel, _ place: Comment) {
    var session = TouchSession()
    var events: [TouchEvent] = []
    var last: [Touch.ID: Timestamp] = [:]
    for step in script {
      switch step {
      case .opening(_, _, let device):
        _ = session.open(device, mapping: SurfaceMapping(device: device, board: BoardSize(width: 1, height: 1)))
      case .frame(let channel, let frame):
        session.handle(frame, from: DeviceChannel(rawValue: channel), into: &events)
      case .sync(let channel, let frame):
        session.handleSync(frame, from: DeviceChannel(rawValue: channel), into: &events)
      case .board, .note, .attachment, .foreign, .metadata: continue
      }
      for event in events {
        if case .moved(gap: false) = event.phase, let before = last[event.touch.id] {
          let lost = model.lostTimes[event.touch.device.rawValue, default: []]
          #expect(!lost.contains { before < $0 && $0 < event.time }, "\(place): \(event)")
        }
        last[event.touch.id] = event.time
      }
      events.removeAll()
    }
  }

  @Test(arguments: fixtures)
  func `A sound file has no gaps`(fixture: String) throws {
    let reading = skipping(try Self.bytes(fixture))
    let script = try all(of: reading)
    #expect(script.count { $0.isGap } == 0)
    #expect(reading.gaps.isEmpty && reading.losses.isEmpty && reading.warnings.isEmpty)
    #expect(try firstDifference(script, all(of: RecordingReader(MemoryBytes(Self.bytes(fixture))))) == nil)
  }

  @Test(arguments: fixtures)
  func `A damaged end costs nothing`(fixture: String) throws {
    let bytes = try Self.bytes(fixture)
    let whole = try all(of: RecordingReader(MemoryBytes(bytes)))
    let end = ChunkedFile(bytes).dataEnd
    var random = SplitMix64(seed: 12)
    for _ in 0..<(bytes.count > 20_000 ? 4 : 20) {
      var damaged = bytes
      let place = Int.random(in: end..<bytes.count, using: &random)
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      let reading = skipping(damaged)
      #expect(try firstDifference(all(of: reading), whole) == nil, "byte \(place) of \(bytes.count), data end \(end)")
      #expect(reading.gaps.isEmpty, "byte \(place)")
    }
  }

  @Test func `The warning names place and loss`() throws {
    let file = ChunkedFile(try Self.bytes("ten-fingers"))
    var random = SplitMix64(seed: 13)
    let damaged = file.damaged(by: .bits, at: 5, &random)
    let reading = skipping(damaged.bytes)
    _ = try all(of: reading)
    let line = try #require(reading.warnings.lines.first)
    #expect(reading.warnings.lines.count == 1)
    #expect(line.hasPrefix("offset \(file.chunks[5].range.lowerBound): chunk: "), "\(line)")
    #expect(line.contains(": \(reading.gaps.frameCount) frames lost, "), "\(line)")
    #expect(line.hasSuffix("; touchreel salvage FILE -o OUT writes what can be read"), "\(line)")
    // A chunk of a live recording spans 100 ms; the gap reaches to the frames beside it, 8.3 ms each at 120 Hz.
    #expect(reading.gaps.frameCount >= 10 && reading.gaps.frameCount <= 14)
    #expect(reading.gaps.duration.seconds > 0.08 && reading.gaps.duration.seconds < 0.13)
  }

  @Test func `Salvage is not advised where nothing comes before the end`() throws {
    var gesture = Gesture()
    gesture.frame(0, .x(1))
    let bytes = try recorded(gesture.script)
    let cut = Array(bytes[..<(ChunkedFile(bytes).chunks[0].range.upperBound - 10)])
    let error = #expect(throws: FileError.self) { _ = try all(of: skipping(cut)) }
    #expect(error?.message == "the file is truncated inside a record, and nothing comes before it")
  }

  @Test func `A file of which nothing can be read is refused`() throws {
    var gesture = Gesture()
    gesture.frame(0, .x(1))
    var bytes = try recorded(gesture.script)
    bytes[ChunkedFile(bytes).chunks[0].range.lowerBound + 60] ^= 0xFF
    let error = #expect(throws: FileError.self) { _ = try all(of: skipping(bytes)) }
    #expect(error?.message.hasSuffix("; touchreel salvage saves what can be read") == true, "\(error as Any)")
  }
}

extension ScriptedEntry {
  var isGap: Bool {
    if case .note(_, let text) = self { text.contains(#""kind":"gap""#) } else { false }
  }
}
