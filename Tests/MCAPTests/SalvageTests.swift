import SeededCases
import Testing

@testable import TouchReelMCAP

/// Files cut short and files with holes.
struct SalvageTests {
  private static func notes(_ count: Int) -> [Note] {
    var random = SplitMix64(seed: 5)
    return (0..<count).map { index in
      HandMade.note(
        1, sequence: UInt32(index), time: UInt64(index),
        (0..<40).map { _ in UInt8.random(in: 0...3, using: &random) })
    }
  }

  /// Three chunks of twelve messages, and the offset in the file at which each chunk, with its indexes, ends.
  private static func threeChunks(_ compression: MCAPWriterOptions.Compression) throws -> (
    bytes: [UInt8], ends: [Int], notes: [Note]
  ) {
    var writer = try MCAPWriter(
      to: MemorySink(), header: MCAPHeader(profile: "", library: ""),
      options: MCAPWriterOptions(compression: compression))
    try writer.write(MCAPChannel(id: ChannelID(rawValue: 1), topic: "/t", messageEncoding: "raw"))
    let notes = Self.notes(36)
    var ends: [Int] = []
    for (index, note) in notes.enumerated() {
      try writer.write(note.message, data: note.data.span.bytes)
      guard index % 12 == 11 else { continue }
      try writer.closeChunk()
      ends.append(writer.sink.bytes.count)
    }
    try writer.finish()
    return (writer.sink.bytes, ends, notes)
  }

  @Test(arguments: [MCAPWriterOptions.Compression.none, .zstd(level: 3)])
  func `Every prefix is read up to its last whole chunk`(compression: MCAPWriterOptions.Compression) throws {
    let (bytes, ends, notes) = try Self.threeChunks(compression)
    // Chunks are whole before their indexes, 12 entries of 16 bytes and 15 of fields, are.
    let wholeAt = ends.map { $0 - (9 + 2 + 4 + 12 * 16) }
    for cut in 0...bytes.count {
      let contents = try Contents(reading: MemorySource(bytes: Array(bytes[..<cut])))
      let whole = wholeAt.count(where: { $0 <= cut })
      #expect(contents.notes == Array(notes[..<(12 * whole)]), "cut at \(cut)")
      switch contents.ending {
      case .complete: #expect(cut == bytes.count)
      case .unfinished(let offset): #expect(offset == cut && cut >= 8, "cut at \(cut)")
      case .truncated(let offset): #expect(offset < cut || cut == 0, "cut at \(cut)")
      default: Issue.record("cut at \(cut): \(String(describing: contents.ending))")
      }
    }
  }

  @Test func `A cut inside a chunk is reported with the chunks offset`() throws {
    let (bytes, ends, _) = try Self.threeChunks(.zstd(level: 3))
    let contents = try Contents(reading: MemorySource(bytes: Array(bytes[..<(ends[1] + 60)])))
    #expect(contents.ending == .truncated(at: UInt64(ends[1])))
  }

  @Test func `A file without its footer is unfinished`() throws {
    let (bytes, ends, notes) = try Self.threeChunks(.zstd(level: 3))
    let contents = try Contents(reading: MemorySource(bytes: Array(bytes[..<ends[2]])))
    #expect(contents.ending == .unfinished(at: UInt64(ends[2])))
    #expect(contents.notes == notes)
  }

  @Test func `A damaged chunk loses only itself`() throws {
    var (bytes, ends, notes) = try Self.threeChunks(.zstd(level: 3))
    bytes[ends[0] + 70] ^= 0x55
    #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: MemorySource(bytes: bytes)) }
    let contents = try Contents(reading: MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes == Array(notes[..<12] + notes[24...]))
    #expect(contents.ending == .complete)
    let indexSize = UInt64(9 + 2 + 4 + 12 * 16)
    #expect(contents.losses.map(\.range) == [UInt64(ends[0])..<(UInt64(ends[1]) - indexSize)])
  }

  @Test(arguments: [MCAPWriterOptions.Compression.none, .zstd(level: 3)], [0, 1, 2, 3])
  func `A chunk of which only the checksum is damaged is kept by salvaging, and counted`(
    compression: MCAPWriterOptions.Compression, byte: Int
  ) throws {
    var (bytes, ends, notes) = try Self.threeChunks(compression)
    // The opcode and the length take 9 bytes, the times and the size 24.
    for end in ends.prefix(2) { bytes[end + 9 + 24 + byte] ^= 0x10 }
    let skipped = try Contents(reading: MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .skip))
    #expect(skipped.notes == Array(notes[..<12]))
    var reader = MCAPReader(MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    var contents = Contents()
    try contents.append(allOf: &reader)
    #expect(contents.notes == notes && contents.ending == .complete)
    #expect(reader.losses.isEmpty)
    #expect(reader.doubts.checksums.count == 2 && reader.doubts.checksums.first == UInt64(ends[0]))
  }

  /// The second of three chunks has fields of 49 bytes, and 12 messages of 9 + 22 + 40.
  private static func header(of message: Int, _ ends: [Int]) -> Range<Int> {
    let start = ends[0] + 49 + 71 * message
    return start..<(start + 9 + 22)
  }

  private func salvaged(_ bytes: [UInt8]) throws -> (contents: Contents, doubts: MCAPDoubts) {
    var reader = MCAPReader(MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    var contents = Contents()
    try contents.append(allOf: &reader)
    return (contents, reader.doubts)
  }

  @Test(arguments: [0, 5, 11])
  func `A wrong bit of a record's header costs nothing`(message: Int) throws {
    let (bytes, ends, notes) = try Self.threeChunks(.none)
    for place in Self.header(of: message, ends) {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        let (contents, doubts) = try salvaged(damaged)
        #expect(contents.notes == notes && contents.ending == .complete, "bit \(bit) of byte \(place)")
        #expect(contents.losses.isEmpty && doubts.checksums.count == 0)
        #expect(doubts.bits.count == 1 && doubts.bits.first == UInt64(ends[0]))
      }
    }
  }

  @Test(arguments: [0x81, 0x3c, 0xff] as [UInt8])
  func `A wrong byte of a record's header costs two records at most`(mask: UInt8) throws {
    let (bytes, ends, notes) = try Self.threeChunks(.none)
    // The time of publishing, behind 23 bytes, is the writer's own: damage does not show in it.
    for place in Self.header(of: 5, ends).prefix(23) {
      var damaged = bytes
      damaged[place] ^= mask
      let (contents, doubts) = try salvaged(damaged)
      #expect(contents.notes.filter { $0 != notes[16] } == Array(notes[..<16] + notes[18...]), "byte \(place)")
      #expect(contents.losses.count == 1 && contents.ending == .complete && doubts.isEmpty)
      let lost = try #require(contents.losses.first).range
      #expect(lost.upperBound == UInt64(Self.header(of: 6, ends).lowerBound))
      #expect(lost.count == 71 * (notes.count - contents.notes.count))
    }
  }

  @Test func `Damage of any length within a chunk leaves the records around it and makes none`() throws {
    let (bytes, ends, notes) = try Self.threeChunks(.none)
    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      let start = Int.random(in: Self.header(of: Int.random(in: 0..<12, using: &random), ends), using: &random)
      let end = min(start + Int.random(in: 2...300, using: &random), Self.header(of: 12, ends).lowerBound)
      var damaged = bytes
      for place in start..<end { damaged[place] = UInt8.random(in: 0...255, using: &random) }
      let (contents, doubts) = try salvaged(damaged)
      // Damage does not show in contents of records.
      if doubts.checksums.count == 1, contents.notes.count == 36 { continue }
      let first = 12 + (start - ends[0] - 49) / 71
      let last = 12 + (end - 1 - ends[0] - 49) / 71
      let kept = Array(notes[..<max(first - 1, 12)] + notes[(last + 1)...])
      #expect(Set(contents.notes).isSubset(of: notes), "bytes \(start)..<\(end)")
      #expect(Set(contents.notes).isSuperset(of: kept), "bytes \(start)..<\(end)")
      #expect(contents.losses.count == 1)
    }
  }

  @Test(
    arguments: [MCAPWriterOptions.Compression.none, .zstd(level: 3)],
    (1...8).flatMap { byte in (0..<8).map { (byte, UInt8(1) << $0) } })
  func `A chunk whose length is damaged is read by its fields`(
    compression: MCAPWriterOptions.Compression, damage: (byte: Int, bits: UInt8)
  ) throws {
    var (bytes, ends, notes) = try Self.threeChunks(compression)
    bytes[ends[0] + damage.byte] ^= damage.bits
    for options in [MCAPReaderOptions(damage: .salvage), MCAPReaderOptions(damage: .skip)] {
      var reader = MCAPReader(MemorySource(bytes: bytes), options: options)
      var contents = Contents()
      try contents.append(allOf: &reader)
      #expect(contents.notes == notes && contents.ending == .complete && reader.losses.isEmpty)
      #expect(reader.doubts.lengths.count == 1 && reader.doubts.lengths.first == UInt64(ends[0]))
    }
  }

  @Test func `A header whose length takes in other records loses only itself`() throws {
    var (bytes, _, notes) = try Self.threeChunks(.zstd(level: 3))
    bytes[10] ^= 0x01
    let contents = try Contents(reading: MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes == notes && contents.ending == .complete)
    #expect(contents.losses.map(\.range) == [8..<25])
  }

  @Test func `Zeros in the middle are skipped`() throws {
    var (bytes, ends, notes) = try Self.threeChunks(.none)
    for index in ends[0]..<(ends[0] + 300) { bytes[index] = 0 }
    let contents = try Contents(reading: MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    // What is left of the damaged chunk are records too: those beyond the zeros are found.
    #expect(contents.notes.prefix(12) == notes.prefix(12))
    #expect(contents.notes.suffix(12) == notes.suffix(12))
    #expect(Set(contents.notes).isSubset(of: Set(notes)))
    #expect(contents.notes.count > 24)
    #expect(contents.ending == .complete)
  }

  @Test func `The front of a cut chunk is salvaged`() throws {
    let (bytes, ends, notes) = try Self.threeChunks(.none)
    // The fields of the chunk take 9 + 40 bytes, each of its messages 9 + 22 + 40 = 71: 7 whole ones and a bit.
    let cut = ends[1] + 49 + 7 * 71 + 30
    var reader = MCAPReader(
      MemorySource(bytes: Array(bytes[..<cut])), options: MCAPReaderOptions(damage: .salvage))
    var salvaged: [UInt32] = []
    while let record = try reader.next() {
      if case .message(let message) = record, reader.isSalvaged { salvaged.append(message.sequence) }
    }
    #expect(salvaged == Array(24..<31))
    #expect(reader.ending == .truncated(at: UInt64(ends[1])))
    #expect(reader.losses.map(\.range) == [UInt64(ends[1])..<UInt64(cut)])
    #expect(reader.losses.map(\.recoveredMessageCount) == [7])
    #expect(notes.count == 36)
  }

  @Test func `Whole blocks of a cut compressed chunk are salvaged`() throws {
    // zstd's blocks have 128 KiB at most, so a chunk of 400 KiB has some that are whole.
    var random = SplitMix64(seed: 6)
    var writer = try MCAPWriter(
      to: MemorySink(), header: MCAPHeader(profile: "", library: ""), options: MCAPWriterOptions(chunkSize: 1 << 20))
    try writer.write(MCAPChannel(id: ChannelID(rawValue: 1), topic: "/t", messageEncoding: "raw"))
    let notes = (0..<400).map { index in
      HandMade.note(
        1, sequence: UInt32(index), time: 1, (0..<1000).map { _ in UInt8.random(in: 0...15, using: &random) })
    }
    for note in notes { try writer.write(note.message, data: note.data.span.bytes) }
    try writer.closeChunk()
    let bytes = writer.sink.bytes
    let cut = Array(bytes[..<(bytes.count * 3 / 4)])
    let contents = try Contents(reading: MemorySource(bytes: cut), options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes.count >= 120)
    #expect(contents.notes == Array(notes[..<contents.notes.count]))
    #expect(contents.losses.map(\.recoveredMessageCount) == [contents.notes.count])
  }

  @Test func `A file without its beginning is read from its first whole record`() throws {
    let (bytes, ends, notes) = try Self.threeChunks(.zstd(level: 3))
    let contents = try Contents(
      reading: MemorySource(bytes: Array(bytes[(ends[0] - 30)...])), options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes == Array(notes[12...]))
    #expect(contents.ending == .complete)
  }

  @Test func `Random bytes hold nothing and end`() throws {
    var random = SplitMix64(seed: 7)
    let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let contents = try Contents(reading: MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes == [])
    #expect(contents.losses.first?.range.lowerBound == 0)
  }

  @Test(arguments: [0x04, 0x05, 0x06, 0x0c] as [UInt8])
  func `Records that all pretend to reach the end are read a few times`(opcode: UInt8) throws {
    let count = 40_000
    var bytes: [UInt8] = []
    bytes.reserveCapacity(9 * count)
    for index in 0..<count { bytes += [opcode] + HandMade.u64(UInt64(9 * (count - index - 1))) }
    let source = MeteredSource(bytes: bytes)
    let contents = try Contents(reading: source, options: MCAPReaderOptions(damage: .salvage))
    #expect(contents.notes.count <= count)
    #expect(source.timesRead <= 2, "\(source.timesRead)")
    #expect(contents.losses.first?.range.lowerBound == 0)
  }

  @Test func `A growing file is followed from its end`() throws {
    let (bytes, ends, notes) = try Self.threeChunks(.zstd(level: 3))
    var reader = MCAPReader(MemorySource(bytes: Array(bytes[..<(ends[0] + 40)])))
    var contents = Contents()
    try contents.append(allOf: &reader)
    #expect(contents.notes.count == 12)
    guard case .truncated(let offset) = reader.ending else {
      Issue.record("\(String(describing: reader.ending))")
      return
    }
    var later = MCAPReader(MemorySource(bytes: bytes))
    later.seek(to: offset)
    try contents.append(allOf: &later)
    #expect(contents.notes == notes)
    #expect(contents.ending == .complete)
  }
}
