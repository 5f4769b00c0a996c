import SeededCases
import SystemPackage
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings

/// What other programs put into a recording's file goes with it wherever an MCAP file is written.
struct ForeignContentTests {
  private static let schema = ForeignChannel.Schema(name: "Image", encoding: "protobuf", data: [1, 2, 0, 255])
  private static let camera = ForeignChannel(
    topic: "/camera", messageEncoding: "protobuf", metadata: ["lens": "50 mm"], schema: schema)
  private static let sound = ForeignChannel(topic: "/sound", messageEncoding: "pcm")
  private static let calibration = ForeignMetadata(name: "calibration", values: ["matrix": "1 0 0", "é": "\n"])

  private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

  private func message(
    _ time: Int64, _ channel: ForeignChannel = camera, number: UInt32 = 0, _ data: [UInt8] = [7]
  ) -> ScriptedEntry {
    .foreign(ForeignMessage(channel: channel, sequence: number, time: milliseconds(time), data: data))
  }

  private func attachment(_ time: Int64, named name: String = "notes.txt") -> ScriptedEntry {
    var attachment = RecordingAttachment()
    (attachment.name, attachment.mediaType, attachment.bytes) = (name, "text/plain", [1, 2, 3])
    (attachment.time, attachment.createTime) = (milliseconds(time), .unset)
    return .attachment(attachment)
  }

  /// A touch from 100 to 500 ms, a frame every 100 ms.
  private func touch(_ id: Int32 = 1, at start: Int64 = 0) -> [ScriptedEntry] {
    var gesture = Gesture()
    gesture.frame(start + 100, .slot(0), .id(id), .x(10), .y(20))
    for step in 2...4 as ClosedRange<Int64> { gesture.frame(start + 100 * step, .x(Int32(10 * step))) }
    gesture.frame(start + 500, .id(-1))
    return gesture.script
  }

  @Test(arguments: [0, 1, -7_000_000_000])
  func `What is written is read: channels, schemas, numbers, both times, data`(
    offset: Int64
  ) throws {
    let times: [SourceTime] = [
      .recordingClock, .unset, .afterLogTime(TimeSpan(nanoseconds: 1)), .afterLogTime(TimeSpan(nanoseconds: -9_999)),
    ]
    var script = [ScriptedEntry.metadata(Self.calibration)] + touch(at: 8000)
    for (index, time) in times.enumerated() {
      let channel = index % 2 == 0 ? Self.camera : Self.sound
      let foreign = ForeignMessage(
        channel: channel, sequence: .max - UInt32(index), time: milliseconds(8150 + Int64(index)), publishTime: time,
        data: [UInt8](repeating: 9, count: index))
      script.insert(.foreign(foreign), at: 3 + index)
    }
    script.insert(attachment(8200), at: 5)
    let bytes = try recorded(script, epochOffset: TimeSpan(nanoseconds: offset))
    let read = try all(of: reader(bytes))
    for entry in script where !entry.isOnRecordingClock { #expect(read.contains(entry), "\(entry)") }
    #expect(read.count == script.count)
    // What is read is written again byte for byte.
    #expect(try recorded(read, epochOffset: TimeSpan(nanoseconds: offset)) == bytes)
  }

  @Test func `Metadata and files stay where they are among openings and frames`() throws {
    for place in 0...touch().count {
      var script = touch()
      script.insert(contentsOf: [.metadata(Self.calibration), attachment(500)], at: place)
      #expect(firstDifference(try all(of: reader(try recorded(script))), script) == nil, "at \(place)")
    }
  }

  @Test func `Equal channels of one file stay two`() throws {
    let twin = ForeignChannel(topic: "/sound", messageEncoding: "pcm", ordinal: 1)
    let script = touch() + [message(501, Self.sound), message(502, twin), message(503, Self.sound)]
    #expect(try all(of: reader(try recorded(script))) == script)
  }

  @Test func `A cut keeps messages of its span wherever they stand in the file, and all attachments and metadata`()
    throws
  {
    let script =
      [message(450), attachment(600)] + touch() + [
        message(50), .metadata(Self.calibration), message(200), message(300), message(299), attachment(90, named: "b"),
      ]
    let cut = try transformed(script, by: TimeCut(from: milliseconds(200), before: milliseconds(300)))
    let foreign = cut.filter(\.isForeign)
    #expect(
      foreign == [
        attachment(600), .metadata(Self.calibration), message(200), message(299), attachment(90, named: "b"),
      ])
    #expect(cut.filter { !$0.isForeign }.count == 2)  // the opening and the frame at 200 ms
  }

  @Test(arguments: PropertySeeds.from(1, count: 30))
  func `Parts cut at one time have every message once; joined, they are as before`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var script = touch()
    for number in 0..<40 as Range<UInt32> {
      let place = Int.random(in: 0...script.count, using: &random)
      let channel = Bool.random(using: &random) ? Self.camera : Self.sound
      script.insert(message(.random(in: 0...700, using: &random), channel, number: number), at: place)
    }
    script.insert(.metadata(Self.calibration), at: Int.random(in: 0...script.count, using: &random))
    let time = milliseconds(.random(in: 0...600, using: &random))
    let parts = [
      try transformed(script, by: TimeCut(before: time)), try transformed(script, by: TimeCut(from: time)),
    ]
    let messages = script.filter { if case .foreign = $0 { true } else { false } }
    #expect(parts.flatMap { $0 }.filter { messages.contains($0) }.count == messages.count)
    #expect(messages.allSatisfy { message in parts.count { $0.contains(message) } == 1 })
    #expect(parts.allSatisfy { $0.contains(.metadata(Self.calibration)) })
    let joined = try self.joined(parts)
    #expect(joined.filter(\.isForeign).count == messages.count + 1)
    #expect(messages.allSatisfy(joined.contains), "seed \(seed)")
  }

  private func joined(_ parts: [[ScriptedEntry]], pause: TimeSpan? = nil) throws -> [ScriptedEntry] {
    var sink = ScriptSink()
    _ = try sink.copy(parts.map(ScriptSource.init), joinedBy: Join(pause: pause))
    return sink.script
  }

  @Test
  func `A join moves another program's messages with their part, even those before its first event`()
    throws
  {
    let before = [message(20, number: 1), attachment(30), message(40, number: 2)]
    let second = before + touch(9) + [message(501, number: 3)]
    let joined = try joined([touch(), second])
    // The first part ends at 500 ms; a second later, at 1500 ms, the second one's 100 ms begin: all moves by 1400 ms.
    let wanted = [
      message(1420, number: 1), attachment(1430), message(1440, number: 2), message(1901, number: 3),
    ]
    #expect(joined.filter(\.isForeign) == wanted)
  }

  @Test func `What waits for its place in time waits on the disk`() throws {
    // 40 messages and files of 100,000 bytes: 4 MB, of which 1 MiB may lie in memory.
    var before: [ScriptedEntry] = []
    for number in 0..<40 as Range<UInt32> {
      let data = [UInt8](repeating: UInt8(number), count: 100_000)
      before.append(message(Int64(number), number: number, data))
      if number % 10 == 0 { before.append(attachment(Int64(number), named: "\(number)")) }
    }
    let joined = try joined([touch(), before + touch(9)])
    let moved = before.map { $0.moved(by: TimeSpan(nanoseconds: 1_400_000_000)) }
    #expect(firstDifference(joined.filter(\.isForeign), moved) == nil)
  }

  @Test func `Filters of devices and touches keep it; Retiming moves it`() throws {
    let script = touch() + [message(501), attachment(502), .metadata(Self.calibration)]
    let foreign = script.filter(\.isForeign)
    #expect(try transformed(script, by: DeviceFilter { _ in false }) == foreign)
    #expect(try transformed(script, by: TouchFilter { _ in false }).filter(\.isForeign) == foreign)
    let span = TimeSpan(nanoseconds: -50_000_000)
    #expect(
      try transformed(script, by: Retiming(by: span)).filter(\.isForeign) == foreign.map { $0.moved(by: span) })
  }

  @Test func `The anonymizer leaves it out and says so`() throws {
    var sink = TransformedSink(ScriptSink(), by: [Anonymizer()])
    let image = String(repeating: "0123456789abcdef", count: 4)
    for step in touch() + [
      message(1), message(2), attachment(3), .metadata(Self.calibration), attachment(4, named: image),
    ] {
      try sink.write(step.entry)
    }
    try sink.finish()
    #expect((sink.sink as? ScriptSink)?.script.filter(\.isForeign) == [attachment(4, named: image)])
    #expect(
      sink.losses == [
        "1 attachment, 1 metadata record and 2 messages of /camera are left out: other programs' content may name anyone"
      ])
  }

  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap })
  func `Formats that cannot carry it name it in one line`(
    _ format: RecordingFormat
  ) throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(format, output: output)
    let foreign =
      [attachment(1), attachment(2), attachment(3), .metadata(Self.calibration)]
      + (0..<120).map { message(200 + $0) }
    for step in touch() + foreign { try sink.write(step.entry) }
    try sink.finish()
    let line =
      "3 attachments, 1 metadata record and 120 messages of /camera are not carried into \(format.rawValue); "
      + "convert to .mcap keeps them"
    #expect(sink.losses.filter { $0.contains("/camera") } == [line])
  }

  @Test func `A line names the first topics and counts the others`() {
    var tally = ForeignTally()
    for number in 0..<6 {
      let channel = ForeignChannel(topic: "/t\(number)", messageEncoding: "")
      for _ in 0...number { tally.add(message(0, channel).entry) }
    }
    #expect(
      tally.description
        == "1 message of /t0, 2 messages of /t1, 3 messages of /t2, 4 messages of /t3 and 11 messages of 2 other topics"
    )
    #expect(tally.count == 21)
  }

  // MARK: Files of other writers

  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  @Test func `Where other messages come first, our own say what the clock is`() throws {
    var writer = try MCAPWriter(to: Bytes(), header: MCAPHeader(profile: "", library: "other"))
    for (id, topic) in [(1, "/camera"), (2, "/device/0/events")] as [(UInt16, String)] {
      let encoding = id == 1 ? "raw" : "evdev"
      try writer.write(MCAPChannel(id: ChannelID(rawValue: id), topic: topic, messageEncoding: encoding))
    }
    // Our frame was logged at 5,000 and is of 2,000 on its own clock: the camera's 4,000 is 1,000 on it.
    for (id, log, publish) in [(1, 4000, 4000), (2, 5000, 2000)] as [(UInt16, UInt64, UInt64)] {
      let message = MCAPMessage(channel: ChannelID(rawValue: id), sequence: 3, logTime: log, publishTime: publish)
      try writer.write(message, data: [UInt8](repeating: 0, count: 8).span.bytes)
    }
    try writer.finish()
    let reading = reader(writer.sink.bytes)
    let script = try all(of: reading)
    let channel = ForeignChannel(topic: "/camera", messageEncoding: "raw")
    let wanted = ScriptedEntry.foreign(
      ForeignMessage(
        channel: channel, sequence: 3, time: Timestamp(nanoseconds: 1000), data: [UInt8](repeating: 0, count: 8)))
    #expect(script.contains(wanted), "\(script)")
    #expect(reading.epochOffset == TimeSpan(nanoseconds: 3000))
    #expect(try RecordingReader.epochOffset(of: MemoryBytes(writer.sink.bytes)) == TimeSpan(nanoseconds: 3000))
  }

  @Test func `Schemas beyond the limit are left out, and the warning names the option`() throws {
    var writer = try MCAPWriter(
      to: Bytes(), header: MCAPHeader(profile: "touchreel", library: "other"), options: .init(chunkSize: 1 << 10))
    for id in 1...20 as ClosedRange<UInt16> {
      let data = [UInt8](repeating: UInt8(id), count: 1000)
      try writer.write(MCAPSchema(id: SchemaID(rawValue: id), name: "s", encoding: "e", data: data))
      let channel = MCAPChannel(
        id: ChannelID(rawValue: id), schema: SchemaID(rawValue: id), topic: "/t", messageEncoding: "e")
      try writer.write(channel)
      let message = MCAPMessage(channel: channel.id, sequence: 0, logTime: 1, publishTime: 1)
      try writer.write(message, data: [UInt8](repeating: 0, count: 100).span.bytes)
    }
    try writer.finish()
    var options = ReadingOptions.strict
    options.mcap.maximumChunkSize = 10_000
    let reading = RecordingReader(MemoryBytes(writer.sink.bytes), options: options)
    // 10,000 bytes have room for nine schemas of 1,002 bytes, and for their channels' 3 bytes each.
    let schemas = try all(of: reading).compactMap { script in
      if case .foreign(let message) = script { message.channel.schema } else { nil }
    }
    #expect(schemas.count == 9)
    #expect(reading.warnings.lines.contains { $0.contains("10000 bytes") && $0.contains("--limits chunk=") })
  }
}

extension ScriptedEntry {
  fileprivate var isForeign: Bool {
    switch self {
    case .foreign, .metadata, .attachment: true
    case .opening, .frame, .sync, .board, .note: false
    }
  }

  /// Whether its second time is stated as the clock's, which is read as a span after that of logging.
  fileprivate var isOnRecordingClock: Bool {
    if case .foreign(let message) = self { message.publishTime == .recordingClock } else { false }
  }

  fileprivate func moved(by span: TimeSpan) -> ScriptedEntry {
    var entry = entry
    entry.advance(by: span)
    return ScriptedEntry(entry)
  }
}
