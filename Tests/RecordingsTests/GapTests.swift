import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// What shows that something is missing: numbers in our own files, damage in those of others.
struct GapTests {
  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  private func skipping(_ bytes: [UInt8]) -> RecordingReader {
    var options = ReadingOptions.strict
    options.mcap.damage = .skip
    return RecordingReader(MemoryBytes(bytes, name: "test.mcap"), options: options)
  }

  /// A wrong bit in a chunk's data.
  private func damaged(_ bytes: [UInt8], chunk: Int) -> [UInt8] {
    var bytes = bytes
    bytes[ChunkedFile(bytes).chunks[chunk].range.upperBound - 5] ^= 0x10
    return bytes
  }

  private static let report: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]

  /// Two devices by turns in five chunks of two frames, whose messages are numbered by one count for both, by sevens.
  private func foreign(_ compression: MCAPWriterOptions.Compression = .zstd(level: 3)) throws -> [UInt8] {
    let options = MCAPWriterOptions(compression: compression, chunkSize: 1 << 20)
    var writer = try MCAPWriter(to: Bytes(), header: MCAPHeader(profile: "touchreel", library: "x"), options: options)
    for id in 1...2 as ClosedRange<UInt16> {
      let topic = "/device/\(id)/events"
      try writer.write(MCAPChannel(id: ChannelID(rawValue: id), topic: topic, messageEncoding: "evdev"))
    }
    for number in 0..<10 as Range<UInt32> {
      let message = MCAPMessage(
        channel: ChannelID(rawValue: UInt16(1 + number % 2)), sequence: 7 * number, logTime: UInt64(number),
        publishTime: UInt64(number))
      try writer.write(message, data: Self.report.span.bytes)
      if number % 2 == 1 { try writer.closeChunk() }
    }
    try writer.finish()
    return writer.sink.bytes
  }

  @Test func `Numbers of other writers say nothing`() throws {
    let reading = skipping(try foreign())
    // 2 openings and 10 frames.
    #expect(try all(of: reading).count == 12)
    #expect(reading.gaps.isEmpty)
  }

  @Test(arguments: [MCAPReaderOptions.Damage.skip, .salvage], [MCAPWriterOptions.Compression.none, .zstd(level: 3)])
  func `A file of others that is cut short has no gap`(
    damage: MCAPReaderOptions.Damage, compression: MCAPWriterOptions.Compression
  ) throws {
    let whole = try foreign(compression)
    for count in 1..<whole.count {
      var options = ReadingOptions.strict
      options.mcap.damage = damage
      let reading = RecordingReader(MemoryBytes(Array(whole.prefix(count)), name: "cut.mcap"), options: options)
      // What ends within the first chunk may have nothing to read.
      guard let script = try? all(of: reading) else { continue }
      #expect(reading.gaps.isEmpty, "after \(count) bytes: \(script)")
    }
  }

  @Test func `Damage in files of others is a gap of each device`() throws {
    let reading = skipping(damaged(try foreign(), chunk: 2))
    let script = try all(of: reading)
    // The third chunk has the frames 4 and 5; what comes next are 6 of the one device and 7 of the other.
    let gaps: [ScriptedEntry] = (0...1).flatMap { channel in
      let time = Timestamp(nanoseconds: Int64(6 + channel))
      let drop = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
      let frame = Frame(events: [.report(at: time)])
      return [
        .note(time, #"{"kind":"gap","channel":\#(channel)}"#),
        .frame(channel, Frame(events: [drop, .report(at: time)])),
        .frame(channel, frame),
      ] as [ScriptedEntry]
    }
    #expect(script.count == 14)
    #expect(Array(script[6..<12]) == gaps)
    #expect(reading.gaps.count == 2 && reading.gaps.hasUncounted)
    #expect(reading.gaps.description == "an unknown number of frames lost")
  }

  @Test func `Lost messages of the board are named and break no touch`() throws {
    var gesture = Gesture()
    gesture.frame(0, .x(1))
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output)
    func write(_ script: ScriptedEntry...) throws {
      for step in script { try writer.write(step.entry) }
      try writer.closeChunk()
    }
    func message(_ number: Int64) -> ScriptedEntry { .board(Timestamp(microseconds: number), "{}") }
    for step in gesture.script { try writer.write(step.entry) }
    try write(message(1))
    try write(message(2), message(3))
    try write(message(4), .frame(0, Gesture.frame(8, [.x(2), .report])))
    try writer.finish()
    let reading = skipping(damaged(output.bytes, chunk: 1))
    let note = ScriptedEntry.note(Timestamp(microseconds: 4), #"{"kind":"gap","topic":"/board","messages":2}"#)
    let expected = gesture.script + [message(1), note, message(4), .frame(0, Gesture.frame(8, [.x(2), .report]))]
    #expect(try firstDifference(all(of: reading), expected) == nil)
    #expect(reading.gaps.description == "2 messages of /board lost")
  }
}
