import Testing

@testable import TouchReelMCAP

/// Damage that a reader skips, and limits at which it stops all the same.
struct SkipTests {
  private static let skip = MCAPReaderOptions(damage: .skip)

  private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let compressor = ZstdCompressor(level: 1)
    return try [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
      count = try bytes.withUnsafeBytes { try compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
    }
  }

  @Test(arguments: [1, 2])
  func `A chunk within a chunk is one loss and never opened`(count: Int) throws {
    let inner = HandMade.chunk(HandMade.message(1, time: 5, [5]))
    let nested = Array(repeating: inner, count: count).flatMap { $0 }
    let outer = HandMade.chunk(
      HandMade.channel(1) + HandMade.message(1, time: 1, [1]) + nested + HandMade.message(1, time: 2, [2]))
    let source = MemorySource(bytes: HandMade.file(outer))
    #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: source) }
    let contents = try Contents(reading: source, options: Self.skip)
    #expect(contents.notes == [HandMade.note(1, time: 1, [1]), HandMade.note(1, time: 2, [2])])
    #expect(contents.losses.map(\.reason.problem) == [.nestedChunk])
    #expect(contents.ending == .complete)
  }

  @Test func `What chunks expand to is bounded`() throws {
    // 40 MiB of one record of unknown kind: two of them are more than the 64 MiB that any file may give.
    let size = 40 << 20
    let records = [0x80] + HandMade.u64(UInt64(size - 9)) + [UInt8](repeating: 0, count: size - 9)
    let chunk = HandMade.chunk(try compressed(records), compression: "zstd", uncompressedSize: UInt64(size))
    // 1000 times the two are less than the 16 MiB that are left.
    #expect(2 * chunk.count * 1000 < 16 << 20)
    let source = MemorySource(bytes: HandMade.file(chunk + chunk))
    let error = #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: source, options: Self.skip) }
    guard case .format(let problem)? = error else { return }
    #expect(problem.problem == .expandsTooFar(limit: 1000))
    #expect(problem.location.offset == HandMade.dataOffset + UInt64(chunk.count))
    let raised = MCAPReaderOptions(damage: .skip, maximumExpansion: 1 << 20)
    #expect(try Contents(reading: source, options: raised).ending == .complete)
    let salvaged = try Contents(reading: source, options: MCAPReaderOptions(damage: .salvage))
    #expect(salvaged.losses.map(\.reason.problem) == [.expandsTooFar(limit: 1000)])
  }

  @Test(arguments: [false, true])
  func `A length beyond the end costs nothing where the fields say another`(isFinished: Bool) throws {
    let chunks = (1...3).map { HandMade.chunk(HandMade.message(1, time: $0, [UInt8($0)])) }
    var broken = chunks[1]
    broken[6] = 1
    let data = HandMade.channel(1) + chunks[0] + broken + chunks[2]
    let bytes = isFinished ? HandMade.file(data) : HandMade.magic + HandMade.header + data
    let contents = try Contents(reading: MemorySource(bytes: bytes), options: Self.skip)
    #expect(contents.notes.map(\.logTime) == [1, 2, 3] && contents.losses.isEmpty)
    let end = UInt64(bytes.count)
    #expect(contents.ending == (isFinished ? .complete : .unfinished(at: end)))
  }

  @Test(arguments: [0x04, 0x05, 0x06, 0x0c] as [UInt8])
  func `Records that all pretend to reach the end are read a few times`(opcode: UInt8) throws {
    let count = 40_000
    var bytes = HandMade.magic + HandMade.header
    for index in 0..<count { bytes += [opcode] + HandMade.u64(UInt64(9 * (count - index - 1))) }
    let source = MeteredSource(bytes: bytes)
    let contents = try Contents(reading: source, options: Self.skip)
    #expect(contents.notes.count <= count)
    #expect(source.timesRead <= 2, "\(source.timesRead)")
  }

  @Test func `Chunks that all reach beyond the end are read a few times`() throws {
    // 9 bytes of opcode and length, 40 of fields; the records are said to take what the length leaves.
    let front: [UInt8] = Array(HandMade.chunk([], uncompressedSize: 1 << 21).prefix(9 + 32))
    let chunk = [0x06] + HandMade.u64(40 + 1 << 21) + front.dropFirst(9) + HandMade.u64(1 << 21)
    let bytes = HandMade.magic + HandMade.header + Array(repeating: chunk, count: 20_000).flatMap { $0 }
    let source = MeteredSource(bytes: bytes)
    let contents = try Contents(reading: source, options: Self.skip)
    #expect(contents.notes == [])
    #expect(contents.losses.count <= 1)
    #expect(source.timesRead <= 2, "\(source.timesRead)")
  }
}
