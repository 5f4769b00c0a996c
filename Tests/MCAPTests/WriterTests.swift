import Testing
import TouchReelMCAP

struct WriterTests {
  private let channel = MCAPChannel(id: ChannelID(rawValue: 3), topic: "/t", messageEncoding: "raw")

  private func writer(
    capacity: Int = .max, options: MCAPWriterOptions = MCAPWriterOptions(compression: .none)
  ) throws -> MCAPWriter<MemorySink> {
    var sink = MemorySink()
    sink.capacity = capacity
    return try MCAPWriter(to: sink, header: MCAPHeader(profile: "p", library: "l"), options: options)
  }

  private func message(_ time: UInt64) -> MCAPMessage {
    MCAPMessage(channel: channel.id, sequence: 0, logTime: time, publishTime: time + 1)
  }

  private let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  @Test func `A file begins as the format says`() throws {
    let writer = try writer()
    #expect(writer.sink.bytes == HandMade.magic + HandMade.header)
  }

  @Test func `A chunk goes out in one write with its indexes`() throws {
    var writer = try writer()
    try writer.write(channel)
    for time in [30, 10, 20] as [UInt64] { try writer.write(message(time), data: data.span.bytes) }
    #expect(writer.sink.writes.count == 1)
    try writer.closeChunk()
    #expect(writer.sink.writes.count == 2)

    let channelRecord = HandMade.record(
      0x04, HandMade.u16(3) + HandMade.u16(0) + HandMade.string("/t") + HandMade.string("raw") + HandMade.u32(0))
    let messages = [30, 10, 20].flatMap { HandMade.message(3, time: $0, data) }
    // Each message has 9 + 22 + 8 = 39 bytes.
    let first = UInt64(channelRecord.count)
    let index = HandMade.record(
      0x07,
      HandMade.u16(3) + HandMade.u32(48) + HandMade.u64(30) + HandMade.u64(first) + HandMade.u64(10)
        + HandMade.u64(first + 39) + HandMade.u64(20) + HandMade.u64(first + 78))
    let written = Array(writer.sink.bytes.dropFirst(Int(HandMade.dataOffset)))
    let records = channelRecord + messages
    #expect(written.prefix(9) == HandMade.chunk(records).prefix(9))
    #expect(Array(written[9..<25]) == HandMade.u64(10) + HandMade.u64(30))
    #expect(Array(written[49...]) == records + index)
  }

  @Test func `A message can be inserted before others of the open chunk`() throws {
    let short: [UInt8] = [9, 9]
    var inserting = try writer()
    try inserting.write(channel)
    try inserting.write(message(10), data: data.span.bytes)
    let position = inserting.chunkPosition
    for time in [20, 30] as [UInt64] { try inserting.write(message(time), data: data.span.bytes) }
    try inserting.insert(message(15), data: short.span.bytes, at: position)
    try inserting.insert(message(35), data: data.span.bytes, at: inserting.chunkPosition)
    try inserting.finish()
    var plain = try writer()
    try plain.write(channel)
    for time in [10, 15, 20, 30, 35] as [UInt64] {
      try plain.write(message(time), data: (time == 15 ? short : data).span.bytes)
    }
    try plain.finish()
    #expect(inserting.sink.bytes == plain.sink.bytes)
  }

  @Test func `The open chunk reports its span and size`() throws {
    var writer = try writer()
    try writer.write(channel)
    let before = writer.openChunk
    try writer.write(message(30), data: data.span.bytes)
    try writer.write(message(20), data: data.span.bytes)
    let openChunk = writer.openChunk
    let open = try #require(openChunk)
    #expect(before == nil)
    #expect(open.startTime == 20)
    #expect(open.endTime == 30)
    // The channel takes 9 + 2 + 2 + (4 + 2) + (4 + 3) + 4 = 30 bytes, each message 39.
    #expect(open.byteCount == 108)
    try writer.closeChunk()
    let after = writer.openChunk
    #expect(after == nil)
  }

  @Test func `A chunk closes at its size`() throws {
    var writer = try writer(options: MCAPWriterOptions(chunkSize: 100))
    try writer.write(channel)
    try writer.write(message(1), data: data.span.bytes)
    #expect(writer.sink.writes.count == 1)
    try writer.write(message(2), data: data.span.bytes)
    #expect(writer.sink.writes.count == 2)
  }

  @Test func `A repeated channel is written once and a different one refused`() throws {
    var writer = try writer()
    try writer.write(channel)
    try writer.write(channel)
    var other = channel
    other.topic = "/other"
    #expect(throws: MCAPWriteError<MemorySink.Full>.conflictingChannel(channel.id)) { try writer.write(other) }
    try writer.finish()
    #expect(try Contents(reading: MemorySource(bytes: writer.sink.bytes)).channels == [channel])
  }

  @Test func `What was not declared is refused`() throws {
    var writer = try writer()
    #expect(throws: MCAPWriteError<MemorySink.Full>.unknownChannel(channel.id)) {
      try writer.write(message(1), data: data.span.bytes)
    }
    var typed = channel
    typed.schema = SchemaID(rawValue: 9)
    #expect(throws: MCAPWriteError<MemorySink.Full>.unknownSchema(typed.schema)) { try writer.write(typed) }
  }

  @Test func `A full disk leaves a readable prefix`() throws {
    var writer = try writer(capacity: 300, options: MCAPWriterOptions(compression: .none))
    try writer.write(channel)
    try writer.write(message(1), data: data.span.bytes)
    try writer.closeChunk()
    try writer.write(message(2), data: Array(repeating: 0, count: 500).span.bytes)
    #expect(throws: MCAPWriteError<MemorySink.Full>.sink(MemorySink.Full())) { try writer.closeChunk() }
    #expect(throws: MCAPWriteError<MemorySink.Full>.closed) { try writer.write(message(3), data: data.span.bytes) }
    #expect(throws: MCAPWriteError<MemorySink.Full>.closed) { try writer.finish() }
    let contents = try Contents(reading: MemorySource(bytes: writer.sink.bytes))
    #expect(contents.notes.map(\.logTime) == [1])
    #expect(contents.ending == .unfinished(at: UInt64(writer.sink.bytes.count)))
  }

  @Test func `Nothing follows the end`() throws {
    var writer = try writer()
    try writer.finish()
    #expect(throws: MCAPWriteError<MemorySink.Full>.closed) { try writer.write(channel) }
    #expect(throws: MCAPWriteError<MemorySink.Full>.closed) { try writer.finish() }
  }
}
