import Testing
import TouchReelMCAP

struct SummaryTests {
  private let file = RandomFile(seed: 21)
  private let options = MCAPWriterOptions(chunkSize: 4000)

  private func summary(of bytes: [UInt8]) throws -> MCAPSummary? {
    var reader = MCAPReader(MemorySource(bytes: bytes))
    return try reader.readSummary()
  }

  @Test func `The summary reports what the file holds`() throws {
    let summary = try #require(try summary(of: try file.write(options: options)))
    #expect(summary.schemas == file.schemas)
    #expect(summary.channels == file.channels)
    let statistics = try #require(summary.statistics)
    #expect(statistics.messageCount == UInt64(file.notes.count))
    #expect(statistics.channelCount == UInt32(file.channels.count))
    #expect(statistics.schemaCount == 1)
    #expect(statistics.attachmentCount == 1)
    #expect(statistics.metadataCount == 1)
    #expect(statistics.chunkCount == UInt32(summary.chunks.count))
    #expect(statistics.startTime == file.notes.map(\.logTime).min())
    #expect(statistics.endTime == file.notes.map(\.logTime).max())
    for channel in file.channels {
      let count = file.notes.count(where: { $0.channel == channel.id.rawValue })
      #expect(statistics.channelMessageCounts[channel.id] == UInt64(count))
    }
  }

  @Test func `Each chunk is found by its index`() throws {
    let bytes = try file.write(options: options)
    var reader = MCAPReader(MemorySource(bytes: bytes))
    let chunks = try #require(try reader.readSummary()).chunks
    #expect(chunks.count > 3)
    var left = file.notes[...]
    for chunk in chunks {
      reader.seek(to: chunk.offset)
      var count = 0
      var times: [UInt64] = []
      while count < left.count, let record = try reader.next() {
        guard case .message(let message) = record else { continue }
        if message != left[left.startIndex + count].message || times.count >= messageCount(chunk) { break }
        times.append(message.logTime)
        count += 1
      }
      #expect(times.min() == chunk.startTime)
      #expect(times.max() == chunk.endTime)
      left = left.dropFirst(count)
    }
    #expect(left.isEmpty)
  }

  /// Each message has 16 bytes in an index, and each index 9 + 2 + 4 besides.
  private func messageCount(_ chunk: MCAPChunkIndex) -> Int {
    (Int(chunk.messageIndexLength) - 15 * chunk.messageIndexOffsets.count) / 16
  }

  @Test func `Attachments and metadata are found by their indexes`() throws {
    var reader = MCAPReader(MemorySource(bytes: try file.write(options: options)))
    let summary = try #require(try reader.readSummary())
    reader.seek(to: try #require(summary.attachments.first).offset)
    #expect(try reader.next() == .attachment(file.attachment, size: 1000))
    #expect(try reader.readAttachmentData() == file.attachmentData)
    reader.seek(to: try #require(summary.metadata.first).offset)
    #expect(try reader.next() == .metadata(file.metadata))
  }

  @Test func `Reading the summary does not move the reader`() throws {
    let bytes = try file.write(options: options)
    var reader = MCAPReader(MemorySource(bytes: bytes))
    var contents = Contents()
    _ = try reader.next()
    _ = try reader.readSummary()
    try contents.append(allOf: &reader)
    #expect(contents.notes == file.notes)
    #expect(contents.ending == .complete)
  }

  @Test func `There is no summary in a pipe nor in a file without one`() throws {
    #expect(try summary(of: HandMade.file([])) == nil)
    #expect(try summary(of: []) == nil)
    let bytes = try file.write(options: options)
    #expect(try summary(of: bytes.dropLast()) == nil)
    var reader = MCAPReader(MemoryPipe(bytes: bytes, step: 100))
    #expect(try reader.readSummary() == nil)
  }

  @Test func `A wrong sum of the summary is an error both ways`() throws {
    var bytes = try file.write(options: options)
    // The last footer's start of the summary is in the 8 bytes that begin 28 before the end.
    let start = bytes[(bytes.count - 28)...].prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes[start + 20] ^= 1
    #expect(throws: MCAPReadError<Never>.self) { try summary(of: bytes) }
    #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: MemorySource(bytes: bytes)) }
  }

  @Test func `An index that points outside is an error`() throws {
    let data = HandMade.magic + HandMade.header + HandMade.dataEnd
    let index = HandMade.record(0x0d, HandMade.u64(40) + HandMade.u64(1000) + HandMade.string("m"))
    let footer = HandMade.record(0x02, HandMade.u64(UInt64(data.count)) + HandMade.u64(0) + HandMade.u32(0))
    let bytes = data + index + footer + HandMade.magic
    let error = #expect(throws: MCAPReadError<Never>.self) { try summary(of: bytes) }
    // 8 of magic, 19 of header and 13 of data end come before the index.
    #expect(
      error
        == .format(
          MCAPError(
            .indexOutside(offset: 40, length: 1000, fileSize: UInt64(bytes.count)),
            at: MCAPError.Location(offset: 40, opcode: .metadataIndex))))
  }
}

extension SummaryTests {
  private func summary(of bytes: ArraySlice<UInt8>) throws -> MCAPSummary? { try summary(of: Array(bytes)) }
}
