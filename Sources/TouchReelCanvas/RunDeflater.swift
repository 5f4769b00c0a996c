import CTouchReelISAL

/// A zlib stream (RFC 1950) of the rows of a picture of ink, cut into IDAT chunks: a function of the bytes alone.
///
/// Repetitions of the pixel on the left and of the row above are looked for. Of ink on a plain colour that
/// makes smaller files than level 1 of ISA-L, which looks for what has the same hash, in half the time.
struct RunDeflater: ~Copyable {
  /// So many bytes may be read beyond the rows.
  static let margin = 8

  private let pixelSize: Int
  private let rowSize: Int
  private let chunk = PNGDataChunk()
  private var block: RunBlock
  private var writer: BitWriter
  /// Adler-32 of all rows so far (section 9 of RFC 1950).
  private(set) var checksum: UInt32 = 1
  /// Whether rows were written before that may be repeated.
  private var hasBegun = false
  private var isDivided = false

  /// - Parameters:
  ///   - pixelSize: in bytes, 3 or 4.
  ///   - rowSize: in bytes, with the one that names the filter.
  init(pixelSize: Int, rowSize: Int) {
    self.pixelSize = pixelSize
    self.rowSize = rowSize
    block = RunBlock(left: pixelSize, above: rowSize)
    var writer = BitWriter(chunk.data)
    writer.put(Self.head)
    self.writer = writer
  }

  /// CM and CINFO, FLG (section 2.2 of RFC 1950).
  private static let head = HuffmanCode.Code(0x0178, count: 16)

  /// Begins a new stream, for a picture of the same layout.
  mutating func begin() {
    beginPart()
    writer.put(Self.head)
  }

  /// Begins what follows a division of a stream.
  mutating func beginPart() {
    block.removeAll()
    writer = BitWriter(chunk.data)
    checksum = 1
    (hasBegun, isDivided) = (false, false)
  }

  /// - Parameter rows: whole rows. Where rows were written before, the last of these lies before them in memory.
  mutating func write<Failure: Error>(
    _ rows: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard var scanner = RunScanner(rows, pixelSize: pixelSize, rowSize: rowSize, isFirst: !hasBegun) else { return }
    hasBegun = true
    checksum = isal_adler32(checksum, rows.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(rows.count))
    while true {
      scanner.read(into: &block)
      if scanner.isAtEnd { return }
      try writeBlock(isLast: false, to: sink)
    }
  }

  /// Ends the stream. The checksum of one that was divided has a chunk of its own.
  mutating func finish<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if isDivided { try finishPart(to: sink) } else { try writeEnd(to: sink) }
    writer.put(HuffmanCode.Code(Int(checksum.bigEndian), count: 32))
    try chunk.emit(writer.drain(), to: sink)
  }

  /// Ends the last part of a stream but for the checksum.
  mutating func finishPart<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try writeEnd(to: sink)
    try chunk.emit(writer.drain(), to: sink)
  }

  /// Divides the stream: what follows repeats nothing from before, and begins with a chunk and a byte of its own, so
  /// that another deflater can make it.
  mutating func divide<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try writeBlock(isLast: false, to: sink)
    // An empty stored block (section 3.2.4 of RFC 1951), whose length begins with a byte.
    writer.put(HuffmanCode.Code(0, count: 3))
    writer.fillByte()
    writer.put(HuffmanCode.Code(0xFFFF_0000, count: 32))
    try chunk.emit(writer.drain(), to: sink)
    (hasBegun, isDivided) = (false, true)
  }

  private mutating func writeEnd<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try writeBlock(isLast: true, to: sink)
    writer.fillByte()
  }

  private mutating func writeBlock<Failure: Error>(
    isLast: Bool, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try block.write(to: &writer, isLast: isLast) { (writer) throws(Failure) in
      try chunk.emit(writer.drain(), to: sink)
    }
  }
}

/// A position in the rows.
private struct RunScanner {
  private var position: UnsafeRawPointer
  /// The start of the row with the position, or of one before it.
  private var row: UnsafeRawPointer
  private let end: UnsafeRawPointer
  /// The first position with a pixel on the left and a row above.
  private let firstWithLeft: UnsafeRawPointer
  private let firstWithAbove: UnsafeRawPointer
  private let pixelSize: Int
  private let rowSize: Int

  /// - Returns: `nil` if there are no rows.
  init?(_ rows: UnsafeRawBufferPointer, pixelSize: Int, rowSize: Int, isFirst: Bool) {
    guard let start = rows.baseAddress, !rows.isEmpty else { return nil }
    (position, row, end) = (start, start, start + rows.count)
    firstWithLeft = isFirst ? start + pixelSize : start
    firstWithAbove = rowSize > RunBlock.mostDistance ? end : isFirst ? start + rowSize : start
    (self.pixelSize, self.rowSize) = (pixelSize, rowSize)
  }

  var isAtEnd: Bool { position >= end }

  /// Reads on until there is nothing left or the block is full.
  mutating func read(into block: inout RunBlock) {
    while position < end, !block.isFull {
      let left = position >= firstWithLeft ? length(repeatedFrom: pixelSize) : 0
      // The pixel on the left takes fewer bits than the row above.
      let above = left < RunBlock.mostLength && position >= firstWithAbove ? length(repeatedFrom: rowSize) : 0
      let length = max(left, above)
      if length >= RunBlock.leastLength {
        block.add(length, of: above > left ? .above : .left)
        position += length
      } else {
        readPixel(into: &block)
      }
    }
  }

  /// How many bytes from here on are those a distance before, as far as can be said at once; 0 if they are too few.
  @inline(__always)
  private func length(repeatedFrom distance: Int) -> Int {
    var different = difference(at: 0, distance)
    if different << 40 != 0 { return 0 }
    let rest = min(end - position, RunBlock.mostLength)
    var length = 0
    while different == 0 {
      length += 8
      if length >= rest { return rest }
      // A long run is compared in larger steps.
      while rest - length >= 32, difference(ofFourAt: length, distance) == 0 { length += 32 }
      different = difference(at: length, distance)
    }
    return min(rest, length + different.trailingZeroBitCount >> 3)
  }

  @inline(__always)
  private func difference(at offset: Int, _ distance: Int) -> UInt64 {
    position.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ position.loadUnaligned(fromByteOffset: offset - distance, as: UInt64.self)
  }

  @inline(__always)
  private func difference(ofFourAt offset: Int, _ distance: Int) -> UInt64 {
    difference(at: offset, distance) | difference(at: offset + 8, distance) | difference(at: offset + 16, distance)
      | difference(at: offset + 24, distance)
  }

  /// The rest of a pixel, or the first byte of a row.
  @inline(__always)
  private mutating func readPixel(into block: inout RunBlock) {
    while position - row >= rowSize { row += rowSize }
    let column = position - row - 1
    let count = column < 0 ? 1 : pixelSize - (pixelSize == 3 ? column % 3 : column & 3)
    for offset in 0..<count { block.add(position.load(fromByteOffset: offset, as: UInt8.self)) }
    position += count
  }
}
