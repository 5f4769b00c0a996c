import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// MCAP files that others wrote, or that are not as they should be.
struct ReaderTests {
  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  private struct Part {
    var channel: UInt16
    var data: [UInt8]
    var time: UInt64 = 1000
  }

  private func file(_ channels: [MCAPChannel], _ parts: [Part] = [], profile: String = "") throws -> RecordingReader {
    let header = MCAPHeader(profile: profile, library: "other")
    var writer = try MCAPWriter(to: Bytes(), header: header)
    for channel in channels { try writer.write(channel) }
    for (index, part) in parts.enumerated() {
      let message = MCAPMessage(
        channel: ChannelID(rawValue: part.channel), sequence: UInt32(index), logTime: part.time + 500,
        publishTime: part.time)
      try writer.write(message, data: part.data.span.bytes)
    }
    try writer.finish()
    return reader(writer.sink.bytes)
  }

  private func channel(
    _ id: UInt16, _ topic: String, encoding: String = "evdev", metadata: [String: String] = [:]
  ) -> MCAPChannel {
    MCAPChannel(id: ChannelID(rawValue: id), topic: topic, messageEncoding: encoding, metadata: metadata)
  }

  private static let described = ["codes": "{}", "absinfo": "{}", "properties": "[]", "name": "pad"]
  private static let report: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
  /// EV_ABS, ABS_MT_POSITION_X, −2.
  private static let position: [UInt8] = [3, 0, 0x35, 0, 0xFE, 0xFF, 0xFF, 0xFF]

  private func event(_ type: EventType, _ code: EventCode, _ value: Int32, at time: Int64 = 1000) -> InputEvent {
    InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code, value: value)
  }

  @Test func `An event is eight bytes`() throws {
    let reading = try file(
      [channel(1, "/device/3/events", metadata: Self.described)], [Part(channel: 1, data: Self.position + Self.report)])
    var described = DeviceDescription()
    described.name = "pad"
    #expect(
      try all(of: reading) == [
        .opening(0, number: 3, described),
        .frame(0, Frame(events: [event(.absolute, .positionX, -2), .report(at: Timestamp(nanoseconds: 1000))])),
      ])
    #expect(reading.epochOffset == TimeSpan(nanoseconds: 500))
    #expect(reading.warnings.lines == [])
  }

  @Test func `Messages of other topics are given as they are`() throws {
    let reading = try file(
      [channel(1, "/imu", encoding: "cdr"), channel(2, "/device/0/events", metadata: Self.described)],
      [Part(channel: 1, data: [1, 2, 3]), Part(channel: 2, data: Self.report)])
    let script = try all(of: reading)
    #expect(script.count == 3)
    // Logged 500 ns after it was published, as our own message, whose clock is therefore 500 ns behind.
    let imu = ForeignMessage(
      channel: ForeignChannel(topic: "/imu", messageEncoding: "cdr"), sequence: 0,
      time: Timestamp(nanoseconds: 1000), publishTime: .afterLogTime(TimeSpan(nanoseconds: -500)), data: [1, 2, 3])
    #expect(script.contains(.foreign(imu)))
    #expect(reading.warnings.lines == [])
  }

  @Test func `A file of others says which topics it holds`() throws {
    let reading = try file([channel(1, "/imu", encoding: "cdr"), channel(2, "/camera", encoding: "h264")])
    #expect(
      throws: FileError(
        file: "test.mcap",
        message: "an MCAP file with only the topics /imu, /camera, none of /device/N/events; name one that touchreel "
          + "recorded")
    ) { try all(of: reading) }
  }

  @Test func `A file of others without channels says so`() throws {
    #expect(
      throws: FileError(
        file: "test.mcap",
        message: "an MCAP file with no channels, none of /device/N/events; name one that touchreel recorded")
    ) { try all(of: try file([])) }
  }

  @Test func `An empty recording is one`() throws {
    #expect(try all(of: try file([], profile: "touchreel")) == [])
  }

  @Test(arguments: [
    (["codes": "{}", "absinfo": "{"], "absinfo is not the expected JSON"),
    (["codes": "{}"], "absinfo is missing"),
    (["codes": #"{"x":[1]}"#, "absinfo": "{}"], "codes has a code that is not a 16-bit number"),
    (["codes": "{}", "absinfo": #"{"53":[1]}"#], "absinfo has too few numbers for 53"),
    (["codes": "{}", "absinfo": "{}", "slots": "[[]]"], "slots is not the expected JSON"),
    (["codes": "{}", "absinfo": "{}", "vendor": "0x1"], "vendor is not a 16-bit number"),
  ]) func `A broken description is incomplete`(metadata: [String: String], fault: String) throws {
    let whole = metadata.merging(["properties": "[1]", "name": "pad"]) { $1 }
    let reading = try file([channel(1, "/device/0/events", metadata: whole)])
    guard case .opening(0, 0, let device) = try all(of: reading).first else {
      Issue.record("no opening")
      return
    }
    #expect(device.name == "pad")
    #expect(device.properties == [.direct])
    #expect(!device.isComplete)
    #expect(reading.warnings.lines == ["/device/0/events: \(fault): the description is incomplete"])
  }

  @Test(arguments: [
    (#"{"kind":"deviceRemoved","channel":0}"#, true), (#"{"kind":"deviceRemoved","channel":1}"#, false),
    (#"{"kind":"deviceRemoved","channel":-1}"#, false), (#"{"kind":"deviceRemoved","channel":"0"}"#, false),
    (#"{"kind":"deviceRemoved"}"#, false), (#"{"kind":"comment","channel":9}"#, true), ("by hand", true),
  ]) func `A removal of a device that is not there has no effect, and is named`(note: String, isSound: Bool) throws {
    let channels = [
      channel(1, "/device/0/events", metadata: Self.described), channel(2, "/notes", encoding: "json"),
    ]
    let reading = try file(channels, [Part(channel: 1, data: Self.report), Part(channel: 2, data: Array(note.utf8))])
    #expect(try all(of: reading).count == 3)
    let warning = "a note says that a device was removed, but names none that is there: it has no effect"
    #expect(reading.warnings.lines == (isSound ? [] : [warning]))
  }

  @Test func `A message that is no multiple of eight keeps its whole events`() throws {
    let reading = try file(
      [channel(7, "/device/0/events", metadata: Self.described)],
      [Part(channel: 7, data: Self.report), Part(channel: 7, data: Self.position + Self.report + [1, 2, 3])])
    #expect(
      try all(of: reading).last
        == .frame(0, Frame(events: [event(.absolute, .positionX, -2), .report(at: Timestamp(nanoseconds: 1000))])))
    #expect(
      reading.warnings.lines == [
        "channel 7, sequence 1: a message's length is not a multiple of 8 bytes: its last 3 were skipped"
      ])
  }

  @Test func `A message of several frames is taken apart`() throws {
    let reading = try file(
      [channel(1, "/device/0/events", metadata: Self.described)],
      [
        Part(channel: 1, data: Self.report + Self.position + Self.report + Self.position),
        Part(channel: 1, data: Self.report, time: 2000),
      ])
    let now = Timestamp(nanoseconds: 1000)
    let position = event(.absolute, .positionX, -2)
    #expect(
      Array(try all(of: reading).dropFirst()) == [
        .frame(0, Frame(events: [.report(at: now)])), .frame(0, Frame(events: [position, .report(at: now)])),
        .frame(0, Frame(events: [position, .report(at: Timestamp(nanoseconds: 2000))])),
      ])
  }

  @Test func `File order is kept where time goes back`() throws {
    let reading = try file(
      [channel(1, "/device/0/events", metadata: Self.described)],
      [9, 3, 5].map { Part(channel: 1, data: Self.report, time: $0) })
    let times = try all(of: reading).compactMap { script in
      if case .frame(_, let frame) = script { frame.time?.nanoseconds } else { nil }
    }
    #expect(times == [9, 3, 5])
  }

  @Test func `Times beyond all clocks are cut`() throws {
    let reading = try file(
      [channel(1, "/device/0/events", metadata: Self.described)],
      [Part(channel: 1, data: Self.report, time: .max - 500)])
    #expect(try all(of: reading).last == .frame(0, Frame(events: [.report(at: Timestamp(nanoseconds: .max))])))
    #expect(reading.warnings.lines == ["sequence 0: times after the year 2262 were cut"])
  }

  @Test func `A chunk beyond the limit is refused`() throws {
    let output = MemoryOutput(name: "big.mcap")
    let writer = try RecordingWriter(to: output, policy: .rewritten)
    try writer.write(ScriptedEntry.opening(0, number: 0, SessionS60.device).entry)
    for frame in SessionS60(seconds: 2).frames { try writer.write(ScriptedEntry.frame(0, frame).entry) }
    try writer.finish()
    var options = ReadingOptions.strict
    options.mcap.maximumChunkSize = 10_000
    let reading = RecordingReader(MemoryBytes(output.bytes, name: "big.mcap"), options: options)
    let error = #expect(throws: FileError.self) { try all(of: reading) }
    #expect(error?.advice == .raise(.chunkSize))
  }
}
