import Testing

@testable import TouchReelMCAP

/// What a valid file may look like.
struct FormatTests {
  private let expected = [
    HandMade.note(1, sequence: 4, time: 10, [1, 2, 3]), HandMade.note(1, sequence: 5, time: 8, []),
  ]
  private let records =
    HandMade.channel(1) + HandMade.message(1, sequence: 4, time: 10, [1, 2, 3])
    + HandMade.message(1, sequence: 5, time: 8, [])

  @Test func `The sum of the nine digits is the known answer`() {
    #expect(Array("123456789".utf8).withUnsafeBytes { CRC32.of($0) } == 0xcbf4_3926)
  }

  @Test func `A sum may be taken in parts`() {
    var sum = CRC32()
    Array("1234".utf8).withUnsafeBytes { sum.update($0) }
    Array("56789".utf8).withUnsafeBytes { sum.update($0) }
    #expect(sum.value == 0xcbf4_3926)
  }

  @Test func `Header and footer alone are a file`() throws {
    let bytes = HandMade.magic + HandMade.header + HandMade.footer + HandMade.magic
    let contents = try Contents(reading: MemorySource(bytes: bytes))
    #expect(contents.header == MCAPHeader(profile: "p", library: "l"))
    #expect(contents.notes == [])
    #expect(contents.ending == .complete)
  }

  @Test func `Messages need no chunk`() throws {
    let contents = try Contents(reading: MemorySource(bytes: HandMade.file(records)))
    #expect(contents.notes == expected)
    #expect(
      contents.channels == [
        MCAPChannel(
          id: ChannelID(rawValue: 1), topic: "/t", messageEncoding: "raw", metadata: ["k": "v"])
      ])
    #expect(contents.ending == .complete)
  }

  @Test func `Messages may be in uncompressed chunks`() throws {
    let contents = try Contents(reading: MemorySource(bytes: HandMade.file(HandMade.chunk(records))))
    #expect(contents.notes == expected)
    #expect(contents.ending == .complete)
  }

  @Test func `Unknown records are ignored`() throws {
    let unknown = HandMade.record(0x7f, [1, 2, 3]) + HandMade.record(0xff, []) + HandMade.record(0x00, [9])
    let bytes = HandMade.file(unknown + HandMade.chunk(unknown + records + unknown) + unknown)
    #expect(try Contents(reading: MemorySource(bytes: bytes)).notes == expected)
  }

  @Test func `Fields added to the end of records are ignored`() throws {
    var channel = HandMade.record(0x04, Array(HandMade.channel(1)[9...]) + [7, 7, 7])
    channel += HandMade.chunk(HandMade.message(1, sequence: 4, time: 10, [1, 2, 3]), after: [5, 5])
    channel += HandMade.message(1, sequence: 5, time: 8, [])
    #expect(try Contents(reading: MemorySource(bytes: HandMade.file(channel))).notes == expected)
  }

  @Test func `A schema of ID zero is ignored`() throws {
    let data = HandMade.schema(0) + HandMade.schema(3) + HandMade.chunk(HandMade.schema(0) + HandMade.schema(4))
    let contents = try Contents(reading: MemorySource(bytes: HandMade.file(data)))
    #expect(contents.schemas.map(\.id.rawValue) == [3, 4])
  }

  @Test func `An empty chunk is no end`() throws {
    let contents = try Contents(reading: MemorySource(bytes: HandMade.file(HandMade.chunk([]) + records)))
    #expect(contents.notes == expected)
  }

  @Test func `A big uncompressed chunk is streamed`() throws {
    // 3 messages of 600 KiB are more than the 1 MiB that is held at once.
    let notes = (0..<3).map { HandMade.note(1, time: UInt64($0), Array(repeating: UInt8($0), count: 600 << 10)) }
    let messages = notes.flatMap { HandMade.message(1, time: $0.logTime, $0.data) }
    let sum = messages.withUnsafeBytes { CRC32.of($0) }
    let whole = HandMade.file(HandMade.chunk(messages, checksum: sum, after: [1]) + records)
    #expect(try Contents(reading: MemorySource(bytes: whole)).notes == notes + expected)
    let wrong = HandMade.file(HandMade.chunk(messages, checksum: sum ^ 1) + records)
    #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: MemorySource(bytes: wrong)) }
    let skipped = try Contents(reading: MemorySource(bytes: wrong), options: MCAPReaderOptions(damage: .skip))
    #expect(skipped.notes == notes + expected)
    #expect(skipped.losses.map(\.recoveredMessageCount) == [3])
    let salvaged = try Contents(reading: MemorySource(bytes: wrong), options: MCAPReaderOptions(damage: .salvage))
    #expect(salvaged.notes == notes + expected && salvaged.losses.isEmpty)
  }

  @Test(arguments: [1, 7, 4096])
  func `A pipe gives what a file gives`(step: Int) throws {
    let file = RandomFile(seed: 11)
    let bytes = try file.write(options: MCAPWriterOptions(chunkSize: 5000))
    #expect(
      try Contents(reading: MemoryPipe(bytes: bytes, step: step)) == Contents(reading: MemorySource(bytes: bytes)))
  }

  @Test func `An attachment that is not asked for is ignored and checked`() throws {
    let file = RandomFile(seed: 12)
    var bytes = try file.write(options: MCAPWriterOptions(compression: .none))
    var reader = MCAPReader(MemorySource(bytes: bytes))
    var sizes: [UInt64] = []
    while let record = try reader.next() {
      if case .attachment(_, let size) = record { sizes.append(size) }
    }
    #expect(sizes == [1000])
    #expect(reader.ending == .complete)

    let index = try #require(try reader.readSummary()?.attachments.first)
    bytes[Int(index.offset) + 100] ^= 1
    var damaged = MCAPReader(MemorySource(bytes: bytes))
    let error = #expect(throws: MCAPReadError<Never>.self) { while try damaged.next() != nil {} }
    guard case .format(let problem)? = error, case .checksum = problem.problem else {
      Issue.record("\(String(describing: error)) is no wrong sum")
      return
    }
    #expect(problem.location == MCAPError.Location(offset: index.offset, opcode: .attachment))
  }
}
