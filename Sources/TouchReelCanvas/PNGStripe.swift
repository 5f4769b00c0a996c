/// A part of a large PNG of ink, made without the others.
struct PNGStripe: Sendable {
  /// The height in rows: four of tiles. Each costs some hundred bytes, since it has codes of its own and does not
  /// repeat the row above its first one.
  static let height = 4 * Tile.side

  /// The chunks with its data.
  let bytes: [UInt8]
  /// Adler-32 of its rows.
  let checksum: UInt32
  /// How many bytes the checksum is of.
  let count: Int

  /// - Parameter number: counted from the top.
  init(_ number: Int, of picture: Picture, format: PNGEncoder.Format) {
    let top = number * Self.height
    let size = PixelSize(width: picture.size.width, height: min(Self.height, picture.size.height - top))
    var encoder = PNGEncoder(size: size, format: format, content: .ink)
    var band = PixelBuffer(size: PixelSize(width: size.width, height: Tile.side))
    var bytes: [UInt8] = []
    let append = { (chunk: UnsafeRawBufferPointer) in bytes.append(contentsOf: chunk) }
    encoder.beginStripe(isFirst: number == 0)
    for y in stride(from: 0, to: size.height, by: Tile.side) {
      picture.composeRow((top + y) / Tile.side, into: &band)
      encoder.write(band, rows: min(Tile.side, size.height - y), to: append)
    }
    checksum = encoder.endStripe(isLast: top + size.height == picture.size.height, to: append)
    self.bytes = bytes
    count = size.height * (1 + size.width * format.bytesPerPixel)
  }
}

extension Picture {
  /// Writes a PNG file with a plain background and more than one stripe. Of a few for each thread the bytes are kept,
  /// so that memory does not grow with the height.
  func writeStripes<Failure: Error>(
    note: PNGText?, threads: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let format: PNGEncoder.Format = background.isOpaque ? .rgb : .rgba
    try PNGEncoder(size: size, format: format, content: .ink).writeHead(note: note, to: sink)
    let stripes = (size.height + PNGStripe.height - 1) / PNGStripe.height
    var checksum: UInt32 = 1
    for first in stride(from: 0, to: stripes, by: 4 * threads) {
      let numbers = Array(first..<min(first + 4 * threads, stripes))
      for stripe in inParallel(numbers, threads: threads, { PNGStripe($0, of: self, format: format) }) {
        try stripe.bytes.span.bytes.withUnsafeBytes(sink)
        checksum = adler32(checksum, followedBy: stripe.checksum, of: stripe.count)
      }
    }
    try PNGEncoder.writeTail(checksum: checksum, to: sink)
  }
}

/// The Adler-32 (section 9 of RFC 1950) of bytes and those behind them.
///
/// - Parameters:
///   - first: that of the bytes before.
///   - second: that of the bytes behind alone.
///   - count: how many are behind.
func adler32(_ first: UInt32, followedBy second: UInt32, of count: Int) -> UInt32 {
  let base = 65_521
  let (a, b) = (Int(first & 0xFFFF), Int(first >> 16))
  let (c, d) = (Int(second & 0xFFFF), Int(second >> 16))
  // Each checksum of the bytes behind began with 1, and each of its steps lacks what the first bytes come to.
  let low = (a + c + base - 1) % base
  let high = (b + d + count % base * (a + base - 1)) % base
  return UInt32(high << 16 | low)
}
