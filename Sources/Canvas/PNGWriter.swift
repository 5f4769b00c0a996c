/// Writes pictures of one size as PNGs, one after another, in memory that is used again. The bytes of a file depend
/// on its picture alone.
package struct PNGWriter: ~Copyable {
  private var encoder: PNGEncoder
  /// A row of tiles.
  private var band: PixelBuffer
  private let size: PixelSize

  /// - Parameters:
  ///   - size: of the pictures, at least a pixel.
  ///   - background: theirs, or one that is opaque and of one colour just where theirs are.
  package init(size: PixelSize, _ background: PreparedBackground) {
    self.size = size
    encoder = PNGEncoder(
      size: size, format: background.isOpaque ? .rgb : .rgba, content: background.isPlain ? .ink : .any)
    band = PixelBuffer(size: PixelSize(width: size.width, height: Tile.side))
  }

  /// Writes a picture, as RGB where nothing shows through its background, composing one row of tiles at a time, so that
  /// memory does not grow with the height.
  ///
  /// - Parameters:
  ///   - picture: of the writer's size.
  ///   - note: a text that comes before the pixels.
  ///   - sink: takes the bytes.
  package mutating func write<Failure: Error>(
    _ picture: Picture, note: PNGText? = nil, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try encoder.begin(note: note, to: sink)
    for row in 0..<picture.committed.grid.rows {
      picture.composeRow(row, into: &band)
      try encoder.write(band, rows: min(Tile.side, size.height - row * Tile.side), to: sink)
    }
    try encoder.finish(to: sink)
  }
}
