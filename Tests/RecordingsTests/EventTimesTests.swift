import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings

/// Frames whose events differ in time.
struct EventTimesTests {
  private static func session(seed: UInt64, seconds: Int = 2, goesBack: Bool = false) -> [ScriptedEntry] {
    var random = SplitMix64(seed: seed)
    return [.opening(0, number: 0, SessionS60.device)]
      + SessionS60(seed: seed, seconds: seconds).frames.map { .frame(0, $0.withOwnTimes(goesBack: goesBack, &random)) }
  }

  /// Several devices by turns, some frames of one time, in any units and directions.
  private func mixture(seed: UInt64) -> [ScriptedEntry] {
    var random = SplitMix64(seed: seed)
    var script = (0...2).map { ScriptedEntry.opening($0, number: $0, SessionS60.device) }
    var time: Int64 = 3_000_000_000
    for _ in 0..<300 {
      time = max(0, time + Int64.random(in: -2_000_000...20_000_000, using: &random))
      script.append(.frame(Int.random(in: 0...2, using: &random), frame(about: time, &random)))
    }
    return script
  }

  private func frame(about time: Int64, _ random: inout SplitMix64) -> Frame {
    let units: [Int64] = [1, 1000, 1_000_000_000]
    let spreads: [Int64] = [0, 1, 70, 10_000]
    let unit = units.randomElement(using: &random) ?? 1
    let spread = spreads.randomElement(using: &random) ?? 0
    let end = time / unit * unit
    var events: [InputEvent] = []
    for index in 0..<Int32.random(in: 1...20, using: &random) {
      let moved = Timestamp(nanoseconds: max(0, end + Int64.random(in: -spread...spread, using: &random) * unit))
      events.append(InputEvent(time: moved, type: .absolute, code: .positionX, value: index))
    }
    return Frame(events: events + [.report(at: Timestamp(nanoseconds: end))])
  }

  @Test(arguments: UInt64(0)..<40)
  func `Every event keeps its time, whatever the others have`(seed: UInt64) throws {
    let script = mixture(seed: seed)
    for size in [1, 700, 256 << 10] {
      let policy = ChunkPolicy(span: TimeSpan(seconds: 1), byteLimit: size, compressionLevel: 3)
      let reading = reader(try recorded(script, policy: policy, epochOffset: TimeSpan(seconds: 1_600_000_000)))
      #expect(try firstDifference(all(of: reading), script) == nil, "seed \(seed), chunks of \(size) bytes")
      #expect(reading.warnings.lines == [])
    }
  }

  @Test(arguments: [false, true])
  func `A frame is one message, and all lists of a chunk are one`(goesBack: Bool) throws {
    let script = Self.session(seed: 3, goesBack: goesBack)
    let file = try MessageFile(recorded(script))
    #expect(file.messages(of: "/device/0/events").count == script.count - 1)
    // Two seconds are three chunks at most.
    #expect((1...3).contains(file.messages(of: "/device/0/times").count))
    let frames = script.compactMap { if case .frame(_, let frame) = $0 { frame } else { nil } }
    #expect(file.messages(of: "/device/0/events").map(\.publishTime) == frames.map { UInt64($0.time!.nanoseconds) })
  }

  @Test func `A recording whose frames have one time each has no lists`() throws {
    var gesture = Gesture()
    gesture.frame(1, .x(1), .y(2))
    gesture.frame(2, .x(2))
    let file = try MessageFile(recorded(gesture.script))
    #expect(file.channels.map(\.topic) == ["/device/0/events"])
  }

  @Test(arguments: [false, true])
  func `An event with a time of its own takes few bytes`(goesBack: Bool) throws {
    let script = Self.session(seed: 0x560, seconds: 20, goesBack: goesBack)
    let events = script.reduce(0) { if case .frame(_, let frame) = $1 { $0 + frame.events.count } else { $0 } }
    #expect(Double(try recorded(script).count) / Double(events) <= 6)
  }

  @Test func `The bytes of a list are those that the document gives`() throws {
    func event(_ microseconds: Int64, _ value: Int32) -> InputEvent {
      InputEvent(time: Timestamp(microseconds: microseconds), type: .absolute, code: .x, value: value)
    }
    let frames = [
      Frame(events: [event(10, 1), event(11, 2), .report(at: Timestamp(microseconds: 9))]),
      Frame(events: [event(20, 3), .report(at: Timestamp(microseconds: 20))]),
      Frame(events: [
        event(30, 4), InputEvent.report(at: Timestamp(nanoseconds: 30_100)),
      ]),
      Frame(events: [event(40, 5), .report(at: Timestamp(microseconds: 40))]),
    ]
    let file = try MessageFile(
      recorded([.opening(0, number: 0, Gesture.screen)] + frames.map { .frame(0, $0) }))
    // 3 events in microseconds: 2 · 3; +1 is 2, −2 is 3. One time: 0. 2 events in nanoseconds: 2 · 2 + 1; +100 is
    // 200 = 1 · 128 + 72. Nothing for the last.
    let list = try #require(file.messages(of: "/device/0/times").first)
    let expected: [UInt8] = [6, 2, 3, 0, 5, 0x80 | 72, 1]
    #expect(list.data == expected)
    #expect(list.publishTime == 9000)
  }

  @Test(arguments: UInt64(0)..<8)
  func `Every prefix of a file has the times of its frames`(seed: UInt64) throws {
    let script = Array(Self.session(seed: seed, goesBack: seed.isMultiple(of: 2)).prefix(30))
    let policy = ChunkPolicy(span: TimeSpan(seconds: 1), byteLimit: 3000, compressionLevel: 3)
    let bytes = try recorded(script, policy: policy)
    var longest = 0
    for count in stride(from: 8, through: bytes.count, by: 7) {
      guard let read = try? all(of: reader(Array(bytes.prefix(count)))) else { continue }
      #expect(firstDifference(read, Array(script.prefix(read.count))) == nil, "seed \(seed), \(count) bytes")
      longest = max(longest, read.count)
    }
    #expect(longest > script.count / 2)
  }

  @Test(arguments: UInt64(0)..<8)
  func `Two parts of a recording have every event's time between them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let script = Self.session(seed: seed)
    let frames = script.dropFirst()
    let cut = Timestamp(microseconds: 1_000_000 + Int64.random(in: 0..<2_000_000, using: &random))
    let parts = try [TimeCut(before: cut), TimeCut(from: cut)].map { transform in
      try all(of: reader(recorded(transformed(script, by: transform))))
    }
    let both = parts.flatMap { $0.filter { if case .frame = $0 { true } else { false } } }
    #expect(firstDifference(both, Array(frames)) == nil, "seed \(seed)")
  }

  @Test(arguments: [RecordingFormat.evemu, .raw24])
  func `A foreign recording comes back from MCAP byte for byte`(format: RecordingFormat) throws {
    let first = try converted(Self.session(seed: 5, goesBack: format == .raw24), to: format)
    let recording = try recorded(try all(of: try FormatSources.open(format, bytes: MemoryBytes(first))))
    #expect(try converted(all(of: reader(recording)), to: format) == first)
  }

  private func converted(_ script: [ScriptedEntry], to format: RecordingFormat) throws -> [UInt8] {
    let output = MemoryOutput()
    var sink: any RecordingSink = try FormatSinks.make(format, output: output)
    for step in script { try sink.write(step.entry) }
    try sink.finish()
    return output.bytes
  }
}

/// The messages of a file by their topics.
private struct MessageFile {
  struct Message {
    var channel: ChannelID
    var publishTime: UInt64
    var data: [UInt8]
  }

  private struct Source: MCAPSource {
    let bytes: [UInt8]
    var size: UInt64? { UInt64(bytes.count) }
    mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let part = bytes.dropFirst(Int(clamping: offset)).prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  private(set) var channels: [MCAPChannel] = []
  private var messages: [Message] = []

  init(_ bytes: [UInt8]) throws {
    var container = MCAPReader(Source(bytes: bytes))
    while let record = try container.next() {
      switch record {
      case .channel(let channel): channels.append(channel)
      case .message(let message):
        let data = container.withMessageData { data in data.withUnsafeBytes { Array($0) } }
        messages.append(Message(channel: message.channel, publishTime: message.publishTime, data: data))
      case .header, .schema, .attachment, .metadata: continue
      }
    }
  }

  func messages(of topic: String) -> [Message] {
    let ids = channels.filter { $0.topic == topic }.map(\.id)
    return messages.filter { ids.contains($0.channel) }
  }
}
