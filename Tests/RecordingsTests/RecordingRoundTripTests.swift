import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

struct RecordingRoundTripTests {
  @Test(arguments: UInt64(0)..<40)
  func `What was written is read`(seed: UInt64) throws {
    let script = RandomRecording(seed: seed).script
    let policy = seed.isMultiple(of: 2) ? ChunkPolicy.live : .rewritten
    let offset = TimeSpan(nanoseconds: 1_600_000_000_000_000_000)
    let bytes = try recorded(script, policy: policy, epochOffset: offset)
    let reading = reader(bytes)
    let difference = firstDifference(try all(of: reading), script)
    #expect(difference == nil, "seed \(seed)")
    #expect(reading.epochOffset == offset)
    #expect(reading.warnings.lines == [])
    #expect(!reading.isTruncated)
  }

  @Test func `The epoch offset is known with the first entry`() throws {
    let offset = TimeSpan(seconds: 1_700_000_000)
    let reading = reader(try recorded([.opening(0, number: 0, SessionS60.device)], epochOffset: offset))
    var entry = RecordingEntry()
    #expect(try reading.next(into: &entry))
    #expect(reading.epochOffset == offset)
  }

  @Test func `Times before zero become zero and are counted`() throws {
    let early = Timestamp(microseconds: -5)
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output)
    try writer.write(ScriptedEntry.opening(0, number: 0, SessionS60.device).entry)
    try writer.write(ScriptedEntry.frame(0, Frame(events: [.report(at: early)])).entry)
    try writer.finish()
    #expect(writer.losses == ["times before zero became zero (1 times)"])
    let script = try all(of: reader(output.bytes))
    #expect(script.last == .frame(0, Frame(events: [.report(at: Timestamp(nanoseconds: 0))])))
  }

  @Test func `A frame that the end cut off is given as it is`() throws {
    let first = Timestamp(microseconds: 10)
    let second = Timestamp(microseconds: 11)
    let cut = Frame(events: [
      InputEvent(time: first, type: .absolute, code: .x, value: 1),
      InputEvent(time: second, type: .absolute, code: .y, value: 2),
    ])
    let script: [ScriptedEntry] = [.opening(0, number: 0, SessionS60.device), .frame(0, cut)]
    #expect(try all(of: reader(recorded(script))) == script)
  }

  @Test func `A frame that unplug cut off comes before the next opening`() throws {
    let time = Timestamp(microseconds: 10)
    let cut = Frame(events: [InputEvent(time: time, type: .absolute, code: .x, value: 1)])
    let script: [ScriptedEntry] = [
      .opening(0, number: 4, SessionS60.device), .frame(0, cut), .opening(1, number: 4, SessionS60.device),
      .frame(1, Frame(events: [.report(at: time)])),
    ]
    #expect(try all(of: reader(recorded(script))) == script)
  }

  @Test func `A frame without its opening is refused`() throws {
    let writer = try RecordingWriter(to: MemoryOutput(name: "out.mcap"))
    #expect(throws: FileError(file: "out.mcap", message: "a frame came before its device was opened")) {
      try writer.write(ScriptedEntry.frame(0, Frame(events: [.report(at: Timestamp(nanoseconds: 0))])).entry)
    }
  }
}
