extension CoverageLayer {
  /// Raises the coverage to at least that of another layer of the same size.
  public mutating func addMask(_ mask: CoverageLayer) {
    guard mask.grid == grid else { return }
    for index in mask.occupied {
      guard let other = mask.tiles[index] else { continue }
      kernels.raise(writableBytes(at: index), to: other.bytes, count: CoverageTile.byteCount)
    }
  }

  /// Takes the covered part of another layer of the same size out: what remains is this × (1 − other).
  public mutating func subtract(_ mask: CoverageLayer) {
    guard mask.grid == grid else { return }
    for index in mask.occupied where tiles[index] != nil {
      guard let other = mask.tiles[index] else { continue }
      let bytes = writableBytes(at: index)
      for offset in 0..<CoverageTile.byteCount {
        bytes[offset] = UInt8((UInt32(bytes[offset]) * UInt32(255 - other.bytes[offset]) + 127) / 255)
      }
    }
  }
}
