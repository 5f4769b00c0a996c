extension PixelBuffer {
  /// Writes the picture as a PNG, as RGB where every pixel is opaque.
  public func writePNG<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var encoder = PNGEncoder(size: size, format: isOpaque ? .rgb : .rgba)
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

  /// Whether every pixel is.
  public var isOpaque: Bool {
    pixels.withUnsafeBufferPointer { buffer in buffer.reduce(UInt32.max, &) >> 24 == 255 }
  }
}

extension Picture {
  /// Writes the picture as a PNG, as RGB where nothing shows through its background, composing one row of tiles at a time, so that memory
  /// does not grow with the height.
  public func writePNG<Failure: Error>(to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    let size = committed.size
    var encoder = PNGEncoder(size: size, format: background.isOpaque ? .rgb : .rgba)
    var band = PixelBuffer(size: PixelSize(width: size.width, height: Tile.side))
    try encoder.begin(to: sink)
    for row in 0..<committed.grid.rows {
      composeRow(row, into: &band)
      try encoder.write(band, rows: min(Tile.side, size.height - row * Tile.side), to: sink)
    }
    try encoder.finish(to: sink)
  }
}

extension PNGEncoder {
  fileprivate mutating func write<Failure: Error>(
    _ buffer: PixelBuffer, rows: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try buffer.pixels.withUnsafeBufferPointer { (pixels) throws(Failure) in
      try write(pixels, stride: buffer.size.width, rows: rows, to: sink)
    }
  }
}
