/// An uncompressed chunk too big to be held: its records are read as those outside of chunks are.
struct StreamedChunk {
  var header: ChunkHeader
  var location: MCAPError.Location
  var recordsEnd: UInt64
  var end: UInt64
  var messageCount = 0

  /// Chunks of at most this size are checked before their first record is given.
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
    guard header.length <= min(StreamedChunk.threshold, options.maximumChunkSize) else {
      return try enterStreamed(chunk, header, at: location)
    }
    guard let content = try loadContent(header, at: location) else { return }
    let records = chunk.records(of: content)
    do throws(MCAPError) { try check(records, of: chunk, at: location) } catch { throw .format(error) }
    run = RecordRun(records, at: location)
    consume(header)
  }

  /// Checks the sum of records. Salvaging keeps those that are as the chunk says all the same, unless damage of a few
  /// bytes may have reached many of them: in compressed ones the sum itself has to be what is damaged.
  private mutating func check(
    _ records: UnsafeRawBufferPointer, of chunk: ChunkHeader, at location: MCAPError.Location
  ) throws(MCAPError) {
    do throws(MCAPError) { try chunk.check(records, at: location) } catch {
      let isBelievable = chunk.compression.isEmpty || error.isOfStoredSum
      guard options.damage == .salvage, isBelievable, chunk.fits(RecordRun(records, at: location)) else { throw error }
      doubts.checksums.add(location)
    }
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
