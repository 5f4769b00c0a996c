import CTouchReelCoverage

/// Ink on a colour, drawn anew wherever it is looked at: it takes no memory for pixels, however large the canvas is.
final class PrintedPaper: Sendable {
  /// What one coverage holds.
  private struct Print: Sendable {
    let pieces: [InkSegment]
    let bins: TileBins
    /// Premultiplied.
    let color: UInt32

    /// The pieces that may touch a tile.
    func members(of tile: Int) -> ArraySlice<Int32> {
      var (low, high) = (0, bins.tiles.count)
      while low < high {
        let middle = (low + high) / 2
        if bins.tiles[middle] < tile { low = middle + 1 } else { high = middle }
      }
      return low < bins.tiles.count && bins.tiles[low] == tile ? bins.members(of: low) : []
    }
  }

  let background: UInt32
  private let grid: TileGrid
  /// Bottom to top.
  private let prints: [Print]

  /// - Parameters:
  ///   - ink: pieces of round ink and their colours, bottom to top.
  ///   - color: what lies under them.
  ///   - size: the canvas's.
  init(_ ink: [(pieces: [InkSegment], color: PixelColor)], on color: PixelColor, size: PixelSize) {
    let grid = TileGrid(size: size)
    (background, self.grid) = (color.premultiplied, grid)
    prints = ink.map { Print(pieces: $0.pieces, bins: TileBins($0.pieces, grid: grid), color: $0.color.premultiplied) }
  }

  /// The pixels of a tile, row by row.
  func withPixels(of tile: TilePosition, _ body: (UnsafePointer<UInt32>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { pixels in
      pixels.initialize(repeating: background)
      guard let base = pixels.baseAddress else { return }
      if let index = grid.index(of: tile) {
        for print in prints { draw(print, onto: base, tile, index) }
      }
      body(base)
    }
  }

  private func draw(_ print: Print, onto pixels: UnsafeMutablePointer<UInt32>, _ tile: TilePosition, _ index: Int) {
    let members = print.members(of: index)
    guard !members.isEmpty else { return }
    withUnsafeTemporaryAllocation(byteCount: Tile.pixelCount, alignment: 16) { bytes in
      let coverage = bytes.initializeMemory(as: UInt8.self, repeating: 0)
      guard let base = coverage.baseAddress else { return }
      PixelKernels.best.cover(members, of: print.pieces, tile: tile, coverage: base)
      PixelKernels.best.ink(pixels, base, in: .all, color: print.color)
    }
  }

  /// Replaces a part of a row of the canvas.
  func fillRow(_ row: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let tile = TilePosition(column: x / Tile.side, row: y / Tile.side)
      let count = min(columns.upperBound, tile.bounds.maxX) - x
      withPixels(of: tile) { pixels in
        let offset = (y - tile.bounds.y) * Tile.side + x - tile.bounds.x
        (row + (x - columns.lowerBound)).update(from: pixels + offset, count: count)
      }
      x += count
    }
  }
}

extension PreparedBackground {
  /// Ink on a colour.
  ///
  /// - Parameters:
  ///   - ink: pieces of round ink and their colours, bottom to top; none of them is darker where it crosses itself.
  ///   - color: what lies under them.
  ///   - size: the canvas's.
  package init(printed ink: [(pieces: [InkSegment], color: PixelColor)], on color: PixelColor, size: PixelSize) {
    self.init(source: .printed(PrintedPaper(ink, on: color, size: size)))
  }
}
