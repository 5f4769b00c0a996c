import CTouchReelISAL

/// Writes a PNG (ISO/IEC 15948) row by row, in little memory: 8-bit RGB or RGBA, no filter, deflate level 1 of ISA-L,
/// which on ink is many times faster than libpng's default and makes smaller files, or by codes made for ink.
///
/// Bytes go to a sink that comes with each call; a sink that fails leaves the encoder unusable.
package struct PNGEncoder: ~Copyable {
  /// What each pixel is stored as.
  package enum Format: UInt8, Sendable {
    /// Alpha is dropped; for opaque pictures.
    case rgb = 2
    /// Straight, not premultiplied.
    case rgba = 6

    var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
  }

  /// What the pixels are like, which makes some files smaller than others.
  package enum Content: Sendable {
    case any
    /// Ink on one colour.
    case ink
  }

  private let size: PixelSize
  private let format: Format
  private let content: Content
  /// One of the two, once it has begun.
  private var deflater: Deflater?
  private var runs: RunDeflater?
  /// The last row that was deflated, and behind it rows to be deflated, each a filter byte and its pixels. At the end
  /// there is room for a store or load that overlaps it.
  private let block: UnsafeMutableRawBufferPointer
  private let rowSize: Int
  private var filled: Int
  /// How many rows were written.
  private var row = 0
  /// The signature and the header.
  private let head: [UInt8]

  /// ISA-L copies up to 32 KB of what it has seen at the end of each call: row by row, that took longer than to deflate
  /// a small picture. The blocks depend on the size of the picture alone, and so do the bytes of the file.
  private static let blockSize = 1 << 17

  package init(size: PixelSize, format: Format, content: Content = .any) {
    self.size = size
    self.format = format
    rowSize = 1 + size.width * format.bytesPerPixel
    filled = rowSize
    let fields = UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
    head = PNGHeader.signature + Self.chunk("IHDR", fields + [8, format.rawValue, 0, 0, 0])
    let rows = 1 + max(1, min(Self.blockSize / rowSize, size.height))
    block = .allocate(byteCount: rows * rowSize + RunDeflater.margin, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0)
    self.content = content
    if content == .ink { runs = RunDeflater(pixelSize: format.bytesPerPixel, rowSize: rowSize) }
  }

  deinit { block.deallocate() }

  /// Begins a picture, the first or another one: writes the signature and header. A picture has at least one pixel;
  /// an empty one could not be read back.
  ///
  /// - Parameters:
  ///   - note: a text that comes before the pixels.
  ///   - sink: takes the bytes.
  package mutating func begin<Failure: Error>(
    note: PNGText? = nil, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    (filled, row) = (rowSize, 0)
    switch content {
    case .any: deflater = Deflater(expecting: size.height * rowSize)
    case .ink: runs?.begin()
    }
    try writeHead(note: note, to: sink)
  }

  /// Writes whole rows of stored pixels (0xAARRGGBB, premultiplied), a stride apart.
  package mutating func write<Failure: Error>(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, rows: Int,
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    for y in 0..<rows {
      guard let base = pixels.baseAddress, y * stride + size.width <= pixels.count else { return }
      convert(base + y * stride)
      row += 1
      if filled + rowSize > block.count - RunDeflater.margin { try deflateBlock(to: sink) }
      if row.isMultiple(of: PNGStripe.height), row < size.height { try divide(to: sink) }
    }
  }

  /// Writes the end of the data, after the last row.
  package mutating func finish<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try deflateBlock(to: sink)
    try deflater?.finish(to: sink)
    try runs?.finish(to: sink)
    try Self.emit(Self.end, to: sink)
  }

  private mutating func divide<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard content == .ink else { return }
    try deflateBlock(to: sink)
    try runs?.divide(to: sink)
  }

  private mutating func deflateBlock<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let rows = UnsafeRawBufferPointer(rebasing: block[rowSize..<filled])
    guard !rows.isEmpty else { return }
    try deflater?.write(rows, to: sink)
    try runs?.write(rows, to: sink)
    block.copyBytes(from: rows.suffix(rowSize))
    filled = rowSize
  }
}

/// Stripes of a large picture of ink, each made on any thread: together they are the file that is made row by row.
extension PNGEncoder {
  /// Begins a file of which others make the stripes.
  borrowing func writeHead<Failure: Error>(
    note: PNGText?, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try Self.emit(head, to: sink)
    if let note { try Self.emit(Self.chunk("tEXt", note.data), to: sink) }
  }

  /// Ends such a file.
  ///
  /// - Parameter checksum: Adler-32 of all rows.
  static func writeTail<Failure: Error>(
    checksum: UInt32, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try emit(chunk("IDAT", checksum.bigEndianBytes), to: sink)
    try emit(end, to: sink)
  }

  /// Begins a stripe, the encoder's picture.
  mutating func beginStripe(isFirst: Bool) {
    (filled, row) = (rowSize, 0)
    if isFirst { runs?.begin() } else { runs?.beginPart() }
  }

  /// Ends it, after its last row.
  ///
  /// - Returns: Adler-32 of its rows.
  mutating func endStripe<Failure: Error>(
    isLast: Bool, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> UInt32 {
    try deflateBlock(to: sink)
    if isLast { try runs?.finishPart(to: sink) } else { try runs?.divide(to: sink) }
    return runs?.checksum ?? 1
  }
}

extension PNGEncoder {
  /// Adds a row to the block.
  private mutating func convert(_ pixels: UnsafePointer<UInt32>) {
    guard let start = block.baseAddress else { return }
    let row = start + filled
    row.storeBytes(of: 0, as: UInt8.self)
    switch format {
    case .rgb: PixelKernels.best.rgb((row + 1).assumingMemoryBound(to: UInt8.self), pixels, count: size.width)
    case .rgba:
      for x in 0..<size.width {
        (row + 1 + 4 * x).storeBytes(of: pixels[x].straightRGBA, as: UInt32.self)
      }
    }
    filled += rowSize
  }

  private static let end = chunk("IEND", [])

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + body.withUnsafeBytes(crc32).bigEndianBytes
  }

  private static func emit<Failure: Error>(
    _ bytes: [UInt8], to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.span.bytes.withUnsafeBytes(sink)
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] {
    [
      UInt8(truncatingIfNeeded: self >> 24), UInt8(truncatingIfNeeded: self >> 16),
      UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self),
    ]
  }

  /// The bytes R, G, B, A of a stored pixel, in memory.
  fileprivate var straightRGBA: UInt32 {
    if self >> 24 == 255 { return byteSwapped >> 8 | 0xFF00_0000 }
    let color = PixelColor(premultiplied: self)
    return UInt32(color.alpha) << 24 | UInt32(color.blue) << 16 | UInt32(color.green) << 8 | UInt32(color.red)
  }
}

/// The CRC-32 of PNG, gzip and zlib.
func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  crc32_gzip_refl(0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
}

extension PixelBuffer {
  /// Writes the picture as a PNG, as RGB where every pixel is opaque.
  ///
  /// - Parameters:
  ///   - content: what the pixels are like; files of the same pixels are the same where this is.
  ///   - sink: takes the bytes.
  package func writePNG<Failure: Error>(
    _ content: PNGEncoder.Content = .any, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var encoder = PNGEncoder(size: size, format: isOpaque ? .rgb : .rgba, content: content)
    try encoder.begin(to: sink)
    try encoder.write(self, rows: size.height, to: sink)
    try encoder.finish(to: sink)
  }

  /// The PNG in memory.
  public func png() -> [UInt8] {
    var bytes: [UInt8] = []
    writePNG { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether every pixel is opaque.
  package var isOpaque: Bool {
    pixels.withUnsafeBufferPointer { buffer in buffer.reduce(UInt32.max, &) >> 24 == 255 }
  }
}

extension Picture {
  /// What its pixels are like.
  package var content: PNGEncoder.Content { background.isPlain ? .ink : .any }

  /// Writes the picture as a PNG, as RGB where nothing shows through its background, composing one row of tiles at a
  /// time, so that memory does not grow with the height.
  ///
  /// - Parameters:
  ///   - note: a text that comes before the pixels.
  ///   - threads: how many to work with; the bytes do not depend on it.
  ///   - sink: takes the bytes.
  package func writePNG<Failure: Error>(
    note: PNGText? = nil, threads: Int = 1, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if threads > 1, background.isPlain, size.height > PNGStripe.height {
      return try writeStripes(note: note, threads: threads, to: sink)
    }
    var encoder = PNGEncoder(size: size, format: background.isOpaque ? .rgb : .rgba, content: content)
    var band = PixelBuffer(size: PixelSize(width: size.width, height: Tile.side))
    try encoder.begin(note: note, to: sink)
    for row in 0..<committed.grid.rows {
      composeRow(row, into: &band)
      try encoder.write(band, rows: min(Tile.side, size.height - row * Tile.side), to: sink)
    }
    try encoder.finish(to: sink)
  }
}

extension PNGEncoder {
  mutating func write<Failure: Error>(
    _ buffer: PixelBuffer, rows: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try buffer.pixels.withUnsafeBufferPointer { (pixels) throws(Failure) in
      try write(pixels, stride: buffer.size.width, rows: rows, to: sink)
    }
  }
}
