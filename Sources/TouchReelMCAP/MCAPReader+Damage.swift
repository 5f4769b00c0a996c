/// A part of a file that could not be read.
package struct MCAPLoss: Hashable, Sendable {
  /// The bytes of the file.
  package var range: Range<UInt64>
  package var reason: MCAPError
  /// How many messages were read from the part all the same.
  package var recoveredMessageCount: Int

  /// Further ones widen the last, so that a hostile file costs no memory.
  static let limit = 10_000
}

/// What is wrong with chunks of which nothing is lost.
package struct MCAPDoubts: Hashable, Sendable {
  /// How many chunks, and where the first is.
  package struct Tally: Hashable, Sendable {
    package private(set) var count = 0
    package private(set) var first: UInt64 = 0

    mutating func add(_ location: MCAPError.Location) {
      if count == 0 { first = location.offset }
      count += 1
    }
  }

  /// The checksum is wrong.
  package internal(set) var checksums = Tally()
  /// One bit was wrong, which the checksum shows.
  package internal(set) var bits = Tally()
  /// The length of the record is wrong: the fields and what follows say another.
  package internal(set) var lengths = Tally()

  var isEmpty: Bool { checksums.count == 0 && bits.count == 0 && lengths.count == 0 }
}

/// The way on after damage.
extension MCAPReader where Source: ~Copyable {
  /// Losses that follow each other are one, with the reason of the first.
  mutating func lose(to end: UInt64, _ reason: MCAPError, recovered: Int = 0) {
    if reason.mayLoseMessages { damageCount += 1 }
    list(to: end, reason, recovered: recovered)
  }

  /// Lists a loss behind which no message comes.
  private mutating func list(to end: UInt64, _ reason: MCAPError, recovered: Int) {
    let (start, end) = (reason.location.offset, max(end, reason.location.offset))
    guard let last = losses.last, isContinued(last, at: start) || losses.count >= MCAPLoss.limit else {
      losses.append(MCAPLoss(range: start..<end, reason: reason, recoveredMessageCount: recovered))
      return
    }
    let lower = min(last.range.lowerBound, start)
    losses[losses.count - 1].range = lower..<max(end, last.range.upperBound)
    losses[losses.count - 1].recoveredMessageCount += recovered
  }

  private func isContinued(_ loss: MCAPLoss, at offset: UInt64) -> Bool {
    loss.range.upperBound == offset || loss.reason.location.offset == offset
  }

  /// Finds the way on after damage, and lists what lies between as lost.
  mutating func resynchronise(after error: MCAPError, recovered: Int) throws(Failure) {
    let streamed = streamedChunk?.messageCount ?? 0
    streamedChunk = nil
    pendingAttachment = nil
    guard window.offset == error.location.offset, ending == nil else {
      return lose(to: window.offset, error, recovered: recovered + streamed)
    }
    guard try load(Format.recordHeaderSize) else { return try scanOn(after: error) }
    let header = RecordHeader(window.buffered)
    if error.problem == .missingHeader, try isPlausible() { return lose(to: window.offset, error) }
    guard let length = try believableLength(of: header) else { return try scanOn(after: error) }
    window.consume(Format.recordHeaderSize + Int(length))
    lose(to: window.offset, error)
  }

  /// The length of a damaged record behind which a sound one begins: for a chunk, that of its fields if they know
  /// better.
  private mutating func believableLength(of header: RecordHeader) throws(Failure) -> UInt64? {
    guard header.opcode.isKnown else { return nil }
    var lengths = [header.length]
    if header.opcode == .chunk, let length = try lengthByFields() { lengths.insert(length, at: 0) }
    for length in lengths where length <= options.maximumChunkSize {
      if try isFollowed(RecordHeader(header.opcode, length: length)) { return length }
    }
    return nil
  }

  /// What the fields of the chunk at the window's front say of its length.
  mutating func lengthByFields() throws(Failure) -> UInt64? {
    _ = try load(Format.recordHeaderSize + ChunkHeader.maximumSize)
    let content = UnsafeRawBufferPointer(rebasing: window.buffered.dropFirst(Format.recordHeaderSize))
    let chunk: ChunkHeader
    do throws(MCAPError) { chunk = try ChunkHeader(content, length: .max, at: MCAPError.Location(offset: 0)) } catch {
      return nil
    }
    return chunk.recordsSize + UInt64(chunk.size)
  }

  /// Seeks the next record byte by byte. Where there is none, the file is cut short: only salvaging lists that as a
  /// loss.
  mutating func scanOn(after error: MCAPError) throws(Failure) {
    var isFound = false
    if try load(1) { window.consume(1) }
    while !isFound, try load(Format.recordHeaderSize) {
      let limit = min(remaining ?? .max, UInt64(options.maximumChunkSize))
      window.consume(window.buffered.firstPlausibleRecord(limit: limit))
      isFound = try isPlausible()
      if !isFound, window.buffered.count >= Format.recordHeaderSize { window.consume(1) }
    }
    if !isFound {
      window.consume(window.buffered.count)
      ending = .truncated(at: error.location.offset)
      if options.damage == .skip { return }
    }
    lose(to: window.offset, error)
  }
}

extension MCAPError {
  /// Whether messages may lie in what is lost for this reason.
  fileprivate var mayLoseMessages: Bool {
    switch (location.opcode, problem) {
    case (.attachment?, .checksum), (.dataEnd?, .checksum), (.footer?, .checksum), (_, .missingFooter): false
    default: true
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first offset at which the opcode is known and the length within the limit, or the first that has too few bytes
  /// to decide.
  fileprivate func firstPlausibleRecord(limit: UInt64) -> Int {
    var offset = 0
    while offset + Format.recordHeaderSize <= count {
      let opcode = Opcode(rawValue: self[offset])
      if opcode.isKnown, UInt64(littleEndian: loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self)) <= limit {
        return offset
      }
      offset += 1
    }
    return offset
  }
}

/// Ends within a record.
extension MCAPReader where Source: ~Copyable {
  /// Whether the file is known to end before the record at the window's front does.
  mutating func reachesPastFile(_ header: RecordHeader) throws(Failure) -> Bool {
    try reaches(header.end(from: 0) ?? .max) == false
  }

  /// Handles a record, at the window's front, that continues beyond the end of the file.
  mutating func endInside(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) {
    guard options.damage == .stop else { return try skipEnd(header, at: location) }
    guard let size = try fileSizeOfWholeFile() else {
      ending = .truncated(at: location.offset)
      return
    }
    throw fail(.beyondFile(length: header.length, fileSize: size), at: location)
  }

  /// The size of a file that ends with the last magic, so that it was not cut short.
  private mutating func fileSizeOfWholeFile() throws(Failure) -> UInt64? {
    guard let size = source.size, size >= 16 else { return nil }
    let tail = try readBytes(at: size - 8, count: 8)
    return tail == Format.magic ? size : nil
  }

  /// Continues after a record whose length is wrong; if nothing sound follows, the file is truncated.
  private mutating func skipEnd(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) {
    try findEnd()
    if header.opcode == .chunk, try takePart(header, at: location) { return }
    let size = source.size ?? location.offset + UInt64(window.buffered.count)
    try scanOn(after: MCAPError(.beyondFile(length: header.length, fileSize: size), at: location))
  }

  /// Takes the messages from the front of a chunk whose fields make sense; false where they do not. Of a compressed one
  /// only salvaging does: other reading ends before it.
  private mutating func takePart(_ header: RecordHeader, at location: MCAPError.Location) throws(Failure) -> Bool {
    let limit = Format.recordHeaderSize + Int(min(header.length, UInt64(options.maximumChunkSize)))
    guard try !load(limit) else { return false }
    let content = UnsafeRawBufferPointer(rebasing: window.buffered.dropFirst(Format.recordHeaderSize))
    guard let chunk = ChunkHeader(plausible: content, length: header.length),
      options.damage == .salvage || chunk.compression.isEmpty
    else { return false }
    let stored = chunk.records(of: content)
    let records = chunk.compression.isEmpty ? stored : decoder.decodePart(chunk, stored, at: location)
    run = RecordRun(records, at: location, isPartial: true)
    ending = .truncated(at: location.offset)
    guard options.damage == .salvage else { return true }
    let end = location.offset + UInt64(window.buffered.count)
    // What is lost comes behind the messages that are there, and nothing behind it.
    list(
      to: end, MCAPError(.beyondFile(length: header.length, fileSize: end), at: location),
      recovered: RecordRun(records, at: location, isPartial: true).countMessages())
    return true
  }
}

extension RecordRun {
  fileprivate consuming func countMessages() -> Int {
    do { while try next() != nil {} } catch {}
    return messageCount
  }
}
