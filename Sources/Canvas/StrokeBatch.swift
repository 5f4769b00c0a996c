internal import CCoverage

/// A finished stroke of round ink that has not been drawn yet.
public enum FinishedStroke: Sendable {
  /// Drawn as ``InkLayer/ink(_:_:)`` of all its pieces.
  case ink([InkSegment], PixelColor)
  /// Drawn as ``InkLayer/erase(_:)`` of all its pieces.
  case erase([InkSegment])

  var segments: [InkSegment] {
    switch self {
    case .ink(let segments, _), .erase(let segments): segments
    }
  }
}

extension TiledImage {
  /// Draws strokes, one above the other: the same pixels as merging them one by one, without memory for their coverage.
  ///
  /// - Parameter threads: how many to work with, each on a tile of its own; the pixels do not depend on it.
  public mutating func draw(_ strokes: [FinishedStroke], threads: Int) {
    let batch = StrokeBatch(strokes, grid: grid)
    for tile in batch.bins.tiles { _ = writablePixels(at: tile) }
    let image = self
    inParallel(batch.bins.tiles.count, threads: threads) { bin in
      guard let tile = image.tiles[batch.bins.tiles[bin]] else { return }
      batch.draw(bin, at: image.grid.position(at: batch.bins.tiles[bin]), onto: tile.pixels)
    }
  }
}

/// The pieces of many strokes, sorted by tiles.
private struct StrokeBatch: Sendable {
  let strokes: [FinishedStroke]
  let segments: [InkSegment]
  /// For each piece, the stroke that it belongs to.
  let owners: [Int32]
  let bins: TileBins

  init(_ strokes: [FinishedStroke], grid: TileGrid) {
    self.strokes = strokes
    segments = strokes.flatMap(\.segments)
    owners = strokes.enumerated().flatMap { repeatElement(Int32($0.offset), count: $0.element.segments.count) }
    bins = TileBins(segments, grid: grid)
  }

  /// Draws one tile: for each stroke in turn its coverage, then its colour.
  func draw(_ bin: Int, at position: TilePosition, onto pixels: UnsafeMutablePointer<UInt32>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CoverageTile.byteCount) { scratch in
      guard let coverage = scratch.baseAddress else { return }
      var members = bins.members(of: bin)
      while let first = members.first {
        let owner = owners[Int(first)]
        let run = members.prefix { owners[Int($0)] == owner }
        scratch.update(repeating: 0)
        cover(run, at: position, coverage)
        composite(strokes[Int(owner)], coverage, onto: pixels)
        members = members.dropFirst(run.count)
      }
    }
  }

  private func cover(_ run: ArraySlice<Int32>, at position: TilePosition, _ coverage: UnsafeMutablePointer<UInt8>) {
    for member in run {
      var cone = segments[Int(member)].cone
      PixelKernels.best.cover(&cone, tile: position, coverage: coverage)
    }
  }

  private func composite(
    _ stroke: FinishedStroke, _ coverage: UnsafePointer<UInt8>, onto pixels: UnsafeMutablePointer<UInt32>
  ) {
    switch stroke {
    case .ink(_, let color): PixelKernels.best.ink(pixels, coverage, in: .all, color: color.premultiplied)
    case .erase: PixelKernels.best.erase(pixels, coverage, in: .all)
    }
  }
}
