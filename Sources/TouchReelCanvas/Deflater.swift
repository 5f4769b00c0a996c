import CTouchReelISAL

/// A zlib stream (RFC 1950) cut into IDAT chunks: a function of the bytes alone.
struct Deflater: ~Copyable {
  /// ISAL_DEF_LVL1_LARGE: hash tables of 20 KiB and 64 Ki tokens of 4 bytes.
  private static let hashTableSize = 20 * 1024
  private static let mostTokens = 64 * 1024
  /// ISAL_DEF_LVL1_SMALL.
  private static let leastTokens = 16 * 1024
  /// The fewest bytes that ISA-L's slow loop enters in its table of matches.
  private static let firstByteCount = 4

  private let stream: UnsafeMutablePointer<isal_zstream>
  /// The table of matches and the tokens of a block.
  let levelBuffer: UnsafeMutableRawBufferPointer
  private let chunk = PNGDataChunk()
  private var isEmpty = true

  /// - Parameter count: of the bytes to come, if known. Few bytes never fill the tokens of a block, and so give the
  ///   same stream with less memory, all of which has to be cleared.
  init(expecting count: Int = .max) {
    let tokens = count < Self.leastTokens - 64 ? Self.leastTokens : Self.mostTokens
    stream = .allocate(capacity: 1)
    // ISA-L initialises only a part of both.
    stream.initialize(to: isal_zstream())
    levelBuffer = .allocate(byteCount: Self.hashTableSize + 4 * tokens, alignment: 16)
    levelBuffer.initializeMemory(as: UInt8.self, repeating: 0)
    isal_deflate_init(stream)
    stream.pointee.level = 1
    stream.pointee.level_buf = levelBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.level_buf_size = UInt32(levelBuffer.count)
    stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
    stream.pointee.flush = UInt16(NO_FLUSH)
    rewind()
  }

  deinit {
    stream.deallocate()
    levelBuffer.deallocate()
  }

  mutating func write<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let first = isEmpty ? min(bytes.count, Self.firstByteCount) : 0
    if isEmpty { try writeFirst(UnsafeRawBufferPointer(rebasing: bytes[..<first]), to: sink) }
    try feed(UnsafeRawBufferPointer(rebasing: bytes[first...]), to: sink)
  }

  /// Writes the first bytes as a block of their own.
  ///
  /// ISA-L 2.30's fast loop would enter the third byte of a stream in its table of matches not by the bytes there but
  /// by the address of the stream, so that one run in a hundred found other matches. A flush has its slow loop begin.
  private mutating func writeFirst<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    isEmpty = false
    stream.pointee.flush = UInt16(SYNC_FLUSH)
    try feed(bytes, to: sink)
    stream.pointee.flush = UInt16(NO_FLUSH)
  }

  private mutating func feed<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    repeat { try deflate(to: sink) } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
  }

  mutating func finish<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    stream.pointee.end_of_stream = 1
    stream.pointee.avail_in = 0
    repeat { try deflate(to: sink) } while stream.pointee.internal_state.state != ZSTATE_END
    try emitChunk(to: sink)
  }

  private mutating func deflate<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if stream.pointee.avail_out == 0 { try emitChunk(to: sink) }
    // Its errors are wrong levels, flush types and buffers: none of them depends on data.
    let status = isal_deflate(stream)
    assert(status == COMP_OK)
  }

  private mutating func emitChunk<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let count = PNGDataChunk.capacity - Int(stream.pointee.avail_out)
    rewind()
    try chunk.emit(count, to: sink)
  }

  private func rewind() {
    stream.pointee.next_out = chunk.data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(PNGDataChunk.capacity)
  }
}

extension [UInt8] {
  /// The bytes as a zlib stream (RFC 1950).
  package var deflated: [UInt8] {
    var deflater = Deflater()
    var stream: [UInt8] = []
    let append = { (chunk: UnsafeRawBufferPointer) in stream.append(contentsOf: chunk[8..<chunk.count - 4]) }
    withUnsafeBytes { deflater.write($0, to: append) }
    deflater.finish(to: append)
    return stream
  }
}
