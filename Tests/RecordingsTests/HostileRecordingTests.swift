import SeededCases
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// Valid MCAP files whose channels and messages say anything: everything that reads entries must take them.
struct HostileRecordingTests {
  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  private static let texts = [
    "", "{}", "[]", "null", "-1", "99999999999999999999", #"{"53":[0,1,2,3,4,5]}"#, #"{"53":[-2147483648,2147483647]}"#,
    #"{"47":[0,2147483647]}"#, #"{"47":[-5,-9,0,0,0,-1]}"#, #"{"53":[1e99,0]}"#, #"{"3":[53,54,57,47],"1":[330]}"#,
    #"{"65536":[0]}"#, #"[{"57":3,"53":-2147483648},{"57":-7}]"#, #"{"1":[330,65535]}"#, "[1,1,65535]",
    String(repeating: "[", count: 5000), "\u{0}\u{FFFD}",
  ]
  private static let keys = ["absinfo", "codes", "properties", "slots", "active", "udev", "vendor", "opening", "name"]
  private static let topics = [
    "/device/0/events", "/device/0/sync", "/device/65535/events", "/device/65536/events", "/device/-1/sync", "/board",
    "/device/0/times", "/notes", "/device//events", "/",
  ]

  private func hostileFile(_ random: inout SplitMix64) throws -> [UInt8] {
    let options = MCAPWriterOptions(compression: .none, chunkSize: 500)
    var writer = try MCAPWriter(to: Bytes(), header: MCAPHeader(profile: "touchreel", library: ""), options: options)
    let channelCount = UInt16.random(in: 1...8, using: &random)
    for id in 0..<channelCount { try writer.write(channel(id, &random)) }
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      let time = Bool.random(using: &random) ? random.next() : UInt64.random(in: 0...1_000_000, using: &random)
      let message = MCAPMessage(
        channel: ChannelID(rawValue: .random(in: 0..<channelCount, using: &random)),
        sequence: UInt32(truncatingIfNeeded: random.next()), logTime: random.next(), publishTime: time)
      try writer.write(message, data: data(&random).span.bytes)
    }
    try writer.finish()
    return writer.sink.bytes
  }

  private func channel(_ id: UInt16, _ random: inout SplitMix64) -> MCAPChannel {
    let topic = Self.topics.randomElement(using: &random) ?? ""
    var metadata: [String: String] = [:]
    for key in Self.keys where Bool.random(using: &random) {
      metadata[key] = Self.texts.randomElement(using: &random)
    }
    let encoding =
      topic == "/board" || topic == "/notes" ? "json" : topic == "/device/0/times" ? "evdev-times" : "evdev"
    return MCAPChannel(id: ChannelID(rawValue: id), topic: topic, messageEncoding: encoding, metadata: metadata)
  }

  /// Mostly events of multitouch axes and synchronization, with any value.
  private func data(_ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let isAxis = Bool.random(using: &random)
      let code = isAxis ? UInt8.random(in: 0x2F...0x3F, using: &random) : UInt8.random(in: 0...3, using: &random)
      let value = Int32.random(in: Bool.random(using: &random) ? -3...300 : .min ... .max, using: &random)
      bytes += [isAxis ? 3 : UInt8.random(in: 0...1, using: &random), 0, code, 0]
      bytes += withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    bytes += Array(repeating: 0, count: Int.random(in: 0...9, using: &random))
    return bytes
  }

  @Test(arguments: UInt64(0)..<50)
  func `Everything that reads entries takes them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let script = try all(of: reader(hostileFile(&random)))
      let entries = script.map(\.entry)
      var linter = RecordingLinter()
      var statistics = RecordingStatistics()
      for entry in entries {
        linter.check(entry)
        statistics.add(entry)
      }
      #expect(linter.finish().allSatisfy { !$0.description.isEmpty }, "seed \(seed)")
      let events = script.reduce(0) { if case .frame(_, let frame) = $1 { $0 + frame.events.count } else { $0 } }
      #expect(statistics.eventCount == events, "seed \(seed)")
      let changed = try transformed(
        script, by: TimeCut(from: Timestamp(nanoseconds: 500_000), before: Timestamp(nanoseconds: .max - 1)),
        TouchFilter { $0.trackingID.isMultiple(of: 2) }, DeviceFilter { _ in true }, Anonymizer(),
        Retiming(by: TimeSpan(nanoseconds: .min)))
      var sink: any RecordingSink = ScriptSink()
      _ = try sink.copy([ScriptSource(script), ScriptSource(changed), ScriptSource(script)])
      var comparison = RecordingComparison()
      #expect(
        try comparison.difference(between: ScriptSource(script), and: ScriptSource(script)) == nil, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `What was read is written and read again`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let reading = try reader(hostileFile(&random))
    let script = try all(of: reading)
    let again = try all(of: reader(recorded(script, epochOffset: reading.epochOffset)))
    #expect(firstDifference(again, script) == nil, "seed \(seed)")
  }
}
