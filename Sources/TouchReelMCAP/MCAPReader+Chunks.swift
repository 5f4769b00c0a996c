/// An uncompressed chunk too big to be held: its records are read as those outside of chunks are.
struct StreamedChunk {
  var header: ChunkHeader
  var location: MCAPError.Location
  var recordsEnd: UInt64
  var end: UInt64
  var messageCount = 0

  /// Chunks of at most this size are checked before their first record is given; by salvaging, larger ones as well.
  static let threshold = 1 << 20
}

extension MCAPReader where Source: ~Copyable {
  mutating func enterChunk(_ stated: RecordHeader, at location: MCAPError.Location) throws(Failure) -> MCAPRecord? {
    let header = options.damage == .stop ? stated : try believable(stated)
    let prefix = Format.recordHeaderSize + Int(min(header.length, UInt64(ChunkHeader.maximumSize)))
    guard try load(prefix) else {
      try endInside(header, at: location)
      return nil
    }
    let chunk: ChunkHeader
    do throws(MCAPError) {
      chunk = try ChunkHeader(window.bytes(Format.recordHeaderSize..<prefix), length: header.length, at: location)
    } catch { throw .format(error) }
    switch chunk.compression {
    case "zstd": try enterCompressed(chunk, header, at: location)
    case "": try enterUncompressed(chunk, header, at: location)
    default: throw fail(.unsupportedCompression(chunk.compression), at: location)
    }
    if header.length != stated.length { doubts.lengths.add(location) }
    hasChunks = true
    return nil
  }

  /// The record with the length that the chunk's fields say, if the next record begins there. (A later version of the
  /// format may have fields where none begins.)
  private mutating func believable(_ header: RecordHeader) throws(Failure) -> RecordHeader {
    guard let length = try lengthByFields(), length != header.length, length <= options.maximumChunkSize else {
      return header
    }
    let other = RecordHeader(header.opcode, length: length)
    return try isFollowed(other) ? other : header
  }

  private mutating func enterCompressed(
    _ chunk: ChunkHeader, _ header: RecordHeader, at location: MCAPError.Location
  ) throws(Failure) {
    guard let content = try loadContent(header, at: location) else { return }
    do throws(MCAPError) {
      let records = try decoder.decode(chunk, chunk.records(of: content), at: location)
      try check(records, of: chunk, at: location)
      run = RecordRun(records, at: location)
    } catch { throw .format(error) }
    consume(header)
  }

  private mutating func enterUncompressed(
    _ chunk: ChunkHeader, _ header: RecordHeader, at location: MCAPError.Location
  ) throws(Failure) {
    guard chunk.recordsSize == chunk.uncompressedSize else {
      throw fail(.sizeDiffers(declared: chunk.uncompressedSize, actual: chunk.recordsSize), at: location)
    }
    let isChecked = options.damage == .salvage || header.length <= StreamedChunk.threshold
    guard isChecked, header.length <= options.maximumChunkSize else {
      return try enterStreamed(chunk, header, at: location)
    }
    guard let content = try loadContent(header, at: location) else { return }
    let records = chunk.records(of: content)
    do throws(MCAPError) {
      do throws(MCAPError) {
        try chunk.check(records, at: location)
        run = RecordRun(records, at: location)
      } catch { run = try salvage(records, of: chunk, at: location, after: error) }
    } catch { throw .format(error) }
    consume(header)
  }

  /// Checks the sum of compressed records. Salvaging keeps those that are as the chunk says all the same if the sum
  /// itself is what is damaged: other damage of a few bytes may have reached many of them.
  private mutating func check(
    _ records: UnsafeRawBufferPointer, of chunk: ChunkHeader, at location: MCAPError.Location
  ) throws(MCAPError) {
    do throws(MCAPError) { try chunk.check(records, at: location) } catch {
      guard options.damage == .salvage, error.isOfStoredSum, chunk.fits(RecordRun(records, at: location)) else {
        throw error
      }
      doubts.checksums.add(location)
    }
  }

  /// What can be kept of uncompressed records at the window's front whose sum is wrong: all of them where the stored
  /// sum is what is damaged, where one bit is, which the sum names, or where they are as the chunk says all the same;
  /// else those around the damage.
  private mutating func salvage(
    _ records: UnsafeRawBufferPointer, of chunk: ChunkHeader, at location: MCAPError.Location, after error: MCAPError
  ) throws(MCAPError) -> RecordRun {
    guard options.damage == .salvage else { throw error }
    let whole = RecordRun(records, at: location)
    let isSound = error.isOfStoredSum && whole.isReadable
    if !isSound, mendBit(of: records, of: chunk, at: location, after: error) {
      doubts.bits.add(location)
      return whole
    }
    if isSound || chunk.fits(whole) {
      doubts.checksums.add(location)
      return whole
    }
    let lost = DamagedRecords(records, of: chunk).lost()
    let run = RecordRun(records, at: location, without: lost)
    guard !lost.isEmpty, lost.count < records.count, run.isReadable else { throw error }
    let start = location.offset + UInt64(Format.recordHeaderSize + chunk.size + lost.lowerBound)
    lossInChunk = MCAPLoss(
      range: start..<(start + UInt64(lost.count)),
      reason: MCAPError(error.problem, at: MCAPError.Location(offset: start, opcode: .chunk)), recoveredMessageCount: 0)
    return run
  }

  /// Inverts the bit that makes the sum right, if there is one. Larger damage seldom looks like that of one bit, and
  /// hardly ever so that the records then are as the chunk says.
  private mutating func mendBit(
    of records: UnsafeRawBufferPointer, of chunk: ChunkHeader, at location: MCAPError.Location, after error: MCAPError
  ) -> Bool {
    guard case .checksum(let stored, let computed) = error.problem,
      let bit = CRC32.bit(making: stored ^ computed, in: records.count)
    else { return false }
    let place = Format.recordHeaderSize + chunk.size
    window.invert(bit: bit, after: place)
    if chunk.fits(RecordRun(records, at: location)) { return true }
    window.invert(bit: bit, after: place)
    return false
  }

  /// Lists what is lost of the chunk in memory, and goes on behind it; false if nothing is.
  mutating func passLossInChunk() -> Bool {
    guard let loss = lossInChunk else { return false }
    lossInChunk = nil
    lose(to: loss.range.upperBound, loss.reason)
    run.enterRest()
    return true
  }

  private mutating func enterStreamed(
    _ chunk: ChunkHeader, _ header: RecordHeader, at location: MCAPError.Location
  ) throws(Failure) {
    guard let end = header.end(from: location.offset), try !reachesPastFile(header) else {
      return try endInside(header, at: location)
    }
    window.consume(Format.recordHeaderSize + chunk.size)
    window.beginSpan()
    streamedChunk = StreamedChunk(
      header: chunk, location: location, recordsEnd: window.offset + chunk.recordsSize, end: end)
  }

  /// At the end of a streamed chunk, checks its sum.
  mutating func leaveStreamedChunk() throws(Failure) {
    guard let chunk = streamedChunk, window.offset >= chunk.recordsEnd else { return }
    let computed = window.endSpan()
    streamedChunk = nil
    guard try skip(chunk.end - chunk.recordsEnd) else {
      ending = .truncated(at: chunk.location.offset)
      return
    }
    guard let computed else { return }
    do throws(MCAPError) { try chunk.header.check(computed: computed, at: chunk.location) } catch {
      streamedChunk = chunk
      throw .format(error)
    }
  }
}

extension RecordRun {
  /// Whether no record before and behind what is lost is damaged.
  fileprivate var isReadable: Bool {
    var run = self
    do throws(MCAPError) {
      while try run.next() != nil {}
      run.enterRest()
      while try run.next() != nil {}
      return true
    } catch { return false }
  }
}

extension MCAPError {
  /// Whether a sum is wrong as it is where the stored one was damaged or inverted: damaged bytes change all of a sum.
  fileprivate var isOfStoredSum: Bool {
    guard case .checksum(let stored, let computed) = problem else { return false }
    let difference = stored ^ computed
    return difference == .max || (0..<4).contains { difference & ~(0xff << (8 * $0)) == 0 }
  }
}

extension ChunkHeader {
  /// The stored records, as far as the content of the chunk's record has them.
  func records(of content: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let available = UInt64(max(content.count - size, 0))
    return UnsafeRawBufferPointer(rebasing: content.dropFirst(size).prefix(Int(min(available, recordsSize))))
  }
}
