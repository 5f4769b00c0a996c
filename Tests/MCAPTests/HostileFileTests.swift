import SeededCases
import Testing

@testable import TouchReelMCAP

/// Files that lie.
struct HostileFileTests {
  private func error(
    of bytes: [UInt8], options: MCAPReaderOptions = MCAPReaderOptions()
  ) throws -> MCAPError {
    let error = #expect(throws: MCAPReadError<Never>.self) {
      try Contents(reading: MemorySource(bytes: bytes), options: options)
    }
    guard case .format(let problem) = try #require(error) else { throw try #require(error) }
    return problem
  }

  private let dataOffset = HandMade.dataOffset

  @Test func `Another format is named as such`() throws {
    #expect(try error(of: Array("%PDF-1.4 and more".utf8)).problem == .notMCAP)
    #expect(
      try error(of: [0x89, 0x4d, 0x43, 0x41, 0x50, 0x31, 0x0d, 0x0a]).description
        == "at offset 0: MCAP version byte 49 is not supported, only 48 (version 0)")
  }

  @Test func `LZ4 is refused in clear words`() throws {
    let bytes = HandMade.file(HandMade.chunk([1, 2, 3], compression: "lz4"))
    #expect(
      try error(of: bytes).description
        == "chunk at offset 27: compression \"lz4\" is not supported; rewrite the file with zstd, as \"mcap compress\" does"
    )
  }

  @Test func `A wrong sum is reported with both values`() throws {
    let bytes = HandMade.file(HandMade.chunk(Array("123456789".utf8), checksum: 0x1234))
    #expect(
      try error(of: bytes).description
        == "chunk at offset 27: CRC does not match (stored 00001234, computed cbf43926)")
  }

  @Test(arguments: [0x03, 0x05, 0x06, 0x09, 0x0c, 0x0f, 0x60] as [UInt8], [1000, 1 << 40, UInt64.max >> 1, .max])
  func `A length beyond the file is an error with its offset`(opcode: UInt8, length: UInt64) throws {
    var bytes = HandMade.file([opcode] + HandMade.u64(length) + Array(repeating: 0, count: 100))
    let problem = try error(of: bytes)
    #expect(problem.location == MCAPError.Location(offset: dataOffset, opcode: Opcode(rawValue: opcode)))
    #expect(problem.problem == .beyondFile(length: length, fileSize: UInt64(bytes.count)))
    // Without the magic that ends a whole file, the same is a file cut short.
    bytes.removeLast()
    #expect(try Contents(reading: MemorySource(bytes: bytes)).ending == .truncated(at: dataOffset))
  }

  @Test func `A pipe cannot make the reader take memory`() throws {
    let bytes = HandMade.magic + HandMade.header + [0x05] + HandMade.u64(1 << 50) + [0, 0]
    var reader = MCAPReader(MemoryPipe(bytes: bytes, step: 100))
    #expect(throws: MCAPReadError<MemoryPipe.OutOfOrder>.self) { while try reader.next() != nil {} }
    #expect(
      reader.ending
        == .corrupted(
          MCAPError(
            .tooLarge(size: 1 << 50, limit: 64 << 20), at: MCAPError.Location(offset: dataOffset, opcode: .message))))
  }

  @Test func `A chunk that inflates past its declared size is stopped`() throws {
    let zeros = try compressed(Array(repeating: 0, count: 1 << 20))
    let bytes = HandMade.file(HandMade.chunk(zeros, compression: "zstd", uncompressedSize: 1000))
    #expect(try error(of: bytes).problem == .inflatesPastDeclaredSize(1000))
  }

  @Test func `A chunk that declares more than the limit is refused`() throws {
    let zeros = try compressed(Array(repeating: 0, count: 1 << 20))
    let bytes = HandMade.file(HandMade.chunk(zeros, compression: "zstd", uncompressedSize: 1 << 20))
    let limit = 1 << 19
    #expect(
      try error(of: bytes, options: MCAPReaderOptions(maximumChunkSize: limit)).problem
        == .tooLarge(size: 1 << 20, limit: limit))
  }

  @Test func `A chunk that declares too much or too little is reported as such`() throws {
    let five = try compressed([0, 0, 0, 0, 0])
    #expect(
      try error(of: HandMade.file(HandMade.chunk(five, compression: "zstd", uncompressedSize: 6))).problem
        == .sizeDiffers(declared: 6, actual: 5))
    #expect(
      try error(of: HandMade.file(HandMade.chunk(five, compression: "zstd", uncompressedSize: 4))).problem
        == .inflatesPastDeclaredSize(4))
    #expect(
      try error(of: HandMade.file(HandMade.chunk(five.dropLast(), compression: "zstd", uncompressedSize: 5))).problem
        == .decompression("the compressed data ends too early"))
  }

  @Test func `A record that leaves its chunk is reported with both places`() throws {
    let message = HandMade.message(1, time: 1, [1])
    let bytes = HandMade.file(HandMade.chunk(message + [0x05] + HandMade.u64(30) + [0]))
    // The first message has 9 + 22 + 1 = 32 bytes.
    #expect(
      try error(of: bytes).description
        == "message at byte 32 of the chunk at offset 27: its length of 30 bytes reaches beyond the chunk's end")
  }

  @Test func `A field that leaves its record is an error`() throws {
    let channel = HandMade.record(0x04, HandMade.u16(1) + HandMade.u16(0) + HandMade.u32(.max) + [1, 2])
    #expect(try error(of: HandMade.file(channel)).problem == .fieldBeyondRecord)
    #expect(try error(of: HandMade.file(HandMade.chunk(channel))).problem == .fieldBeyondRecord)
    #expect(try error(of: HandMade.file(HandMade.record(0x05, [1, 2, 3]))).problem == .fieldBeyondRecord)
    #expect(try error(of: HandMade.file(HandMade.record(0x06, [1, 2, 3]))).problem == .fieldBeyondRecord)
    #expect(try error(of: HandMade.file(HandMade.record(0x09, HandMade.u64(1)))).problem == .fieldBeyondRecord)
    #expect(try error(of: HandMade.file(HandMade.record(0x0f, [1]))).problem == .fieldBeyondRecord)
  }

  @Test(arguments: 0..<500)
  func `A flipped byte never traps nor hangs`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let options = RoundTripTests.options.randomElement(using: &random)!
    let file = RandomFile(seed: 99, noteCount: 150)
    var bytes = try file.write(options: options)
    let place = Int.random(in: 0..<bytes.count, using: &random)
    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    for damage in [MCAPReaderOptions.Damage.stop, .salvage] {
      var reader = MCAPReader(MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: damage))
      var contents = Contents()
      var errors: [MCAPReadError<Never>] = []
      // Salvaging throws for a damaged attachment, once, and goes on.
      while reader.ending == nil, errors.count < 5 {
        do { try contents.append(allOf: &reader) } catch { errors.append(error) }
      }
      #expect(reader.ending != nil && errors.count <= 1, "seed \(seed), byte \(place): \(errors)")
      #expect(Set(contents.notes).count <= file.notes.count + 1, "seed \(seed), byte \(place)")
      do { _ = try reader.readSummary() } catch { #expect(!error.description.isEmpty) }
    }
  }

  private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let compressor = ZstdCompressor(level: 3)
    return try [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
      count = try bytes.withUnsafeBytes { try compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
    }
  }
}

extension HandMade {
  static func chunk(_ records: ArraySlice<UInt8>, compression: String, uncompressedSize: UInt64) -> [UInt8] {
    chunk(Array(records), compression: compression, uncompressedSize: uncompressedSize)
  }
}
