import Testing
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// Lists of event times that others wrote, that are damaged, or that do not belong to what follows them.
struct EventTimesReadingTests {
  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  private struct Message {
    var channel: UInt16
    var sequence: UInt32
    var time: UInt64
    var data: [UInt8]
  }

  private static func list(_ time: UInt64, _ data: [UInt8]) -> Message {
    Message(channel: 2, sequence: 0, time: time, data: data)
  }

  /// Positions 0, 1, … and a SYN_REPORT.
  private static func frame(_ sequence: UInt32, _ time: UInt64, events: UInt8 = 3) -> Message {
    let positions = (0..<(events - 1)).flatMap { [3, 0, 0x35, 0, $0, 0, 0, 0] as [UInt8] }
    return Message(channel: 1, sequence: sequence, time: time, data: positions + Array(repeating: 0, count: 8))
  }

  private func reading(_ messages: [Message]) throws -> RecordingReader {
    var writer = try MCAPWriter(to: Bytes(), header: MCAPHeader(profile: "touchreel", library: "other"))
    let described = ["codes": "{}", "absinfo": "{}", "properties": "[]", "name": "pad"]
    for (id, topic, encoding) in [(1, "events", "evdev"), (2, "times", "evdev-times")] as [(UInt16, String, String)] {
      try writer.write(
        MCAPChannel(
          id: ChannelID(rawValue: id), topic: "/device/0/\(topic)", messageEncoding: encoding,
          metadata: id == 1 ? described : [:]))
    }
    for message in messages {
      let fields = MCAPMessage(
        channel: ChannelID(rawValue: message.channel), sequence: message.sequence, logTime: message.time,
        publishTime: message.time)
      try writer.write(fields, data: message.data.span.bytes)
    }
    try writer.finish()
    return reader(writer.sink.bytes)
  }

  /// The times of the events of each frame, in nanoseconds.
  private func times(_ reading: RecordingReader) throws -> [[Int64]] {
    try all(of: reading).compactMap { step in
      if case .frame(_, let frame) = step { frame.events.map(\.time.nanoseconds) } else { nil }
    }
  }

  @Test func `Offsets lead to the frame's time`() throws {
    // Twice 3 events; +5 µs is 10, −2 µs is 3. Then 3 events in nanoseconds, +64 each: 128 is 0x80 0x01.
    let reading = try reading([
      Self.list(10_000, [6, 10, 3, 7, 0x80, 1, 0x80, 1]), Self.frame(4, 10_000), Self.frame(5, 20_000),
      Self.frame(6, 30_000),
    ])
    #expect(
      try times(reading) == [[7000, 12_000, 10_000], [19_872, 19_936, 20_000], [30_000, 30_000, 30_000]])
    #expect(reading.warnings.lines == [])
  }

  @Test func `Messages that are missing take their entries with them`() throws {
    let list: [UInt8] = [6, 2, 2, 0, 6, 4, 4, 6, 6, 6]
    let all = [Self.frame(0, 10_000), Self.frame(1, 20_000), Self.frame(2, 30_000), Self.frame(3, 40_000)]
    let expected: [[Int64]] = [
      [8000, 9000, 10_000], [20_000, 20_000, 20_000], [26_000, 28_000, 30_000], [34_000, 37_000, 40_000],
    ]
    for kept in [[0, 1, 2, 3], [0, 2, 3], [0, 3], [0, 1, 3]] {
      let reading = try reading([Self.list(10_000, list)] + kept.map { all[$0] })
      #expect(try times(reading) == kept.map { expected[$0] }, "\(kept)")
    }
  }

  @Test func `A list counts for nothing without the message that it begins with`() throws {
    let list = Self.list(10_000, [6, 2, 2, 6, 4, 4])
    let others: [[Message]] = [
      [Self.frame(1, 20_000)], [Self.frame(0, 10_001), Self.frame(1, 20_000)],
      [Self.frame(9, 20_000), Self.frame(0, 10_000)],
    ]
    for messages in others {
      let reading = try reading([list] + messages)
      #expect(try times(reading) == messages.map { Array(repeating: Int64($0.time), count: 3) })
    }
  }

  @Test func `A list ends where the next one begins, and where the numbers go back`() throws {
    let first = Self.list(10_000, [6, 2, 2, 6, 4, 4])
    let next = try reading([first, Self.frame(0, 10_000), Self.list(20_000, [6, 6, 6]), Self.frame(1, 20_000)])
    #expect(try times(next) == [[8000, 9000, 10_000], [14_000, 17_000, 20_000]])
    let back = try reading([first, Self.frame(1, 10_000), Self.frame(0, 20_000), Self.frame(2, 30_000)])
    #expect(try times(back) == [[8000, 9000, 10_000], [20_000, 20_000, 20_000], [30_000, 30_000, 30_000]])
  }

  /// Numbers of ten bytes: 2⁶⁴ − 1, which is −2⁶³ as an offset, and 2⁶⁴ − 2, which is 2⁶³ − 1.
  private static let least = [UInt8](repeating: 0xFF, count: 9) + [1]
  private static let greatest: [UInt8] = [0xFE] + [UInt8](repeating: 0xFF, count: 8) + [1]

  @Test(
    arguments: [
      [8, 2, 2, 2],  // one event more than the message has
      [4, 2],  // one less
      [1], [2], [3],  // none, or one
      [6], [6, 2], [6, 2, 0x82],  // the list ends too early
      [0x86, 0x80],  // within its first number
      [6, 2] + [UInt8](repeating: 0x80, count: 10) + [0],  // a number of eleven bytes
      [6, 2] + [UInt8](repeating: 0xFF, count: 9) + [2],  // 65 bits
      [6, 2] + least,  // −2⁶³ µs
      [7, 2] + greatest,  // the sum of the offsets is beyond 63 bits
      [7] + least + [1],  // as is −2⁶³ − 1 ns
      [6, 2, 20],  // the first event is before zero: 10 µs − 1 µs − 10 µs
      [7] + greatest + least,  // the first at 10 000 + 1 ns, the next at 2⁶³ + 10 000 ns
    ] as [[UInt8]])
  func `An unreadable list leaves events their frame's time`(list: [UInt8]) throws {
    let reading = try reading([Self.list(10_000, list + [6, 2, 2]), Self.frame(0, 10_000), Self.frame(1, 20_000)])
    let single = try self.reading([Self.list(10_000, list), Self.frame(0, 10_000), Self.frame(1, 20_000)])
    let frameTimes: [[Int64]] = [[10_000, 10_000, 10_000], [20_000, 20_000, 20_000]]
    #expect(try times(single) == frameTimes)
    #expect(
      single.warnings.lines == [
        "channel 1, sequence 0: times of events are unreadable: events have the time of their frame"
      ])
    #expect(try times(reading).map(\.last) == [10_000, 20_000])
  }

  @Test func `Frames that earlier versions split by their times are joined`() throws {
    let position: [UInt8] = [3, 0, 0x35, 0, 7, 0, 0, 0]
    let reading = try reading([
      Message(channel: 1, sequence: 0, time: 1000, data: position + position),
      Message(channel: 1, sequence: 1, time: 500, data: position),
      Message(channel: 1, sequence: 2, time: 2000, data: Array(repeating: 0, count: 8)),
      Self.frame(3, 9000),
    ])
    #expect(try times(reading) == [[1000, 1000, 500, 2000], [9000, 9000, 9000]])
    #expect(reading.warnings.lines == [])
  }
}
