extension CoverageLayer {
  /// Adds pieces of the stroke, working on its tiles in parallel.
  ///
  /// - Parameter threads: how many to work with; the coverage does not depend on it.
  public mutating func add(_ segments: [InkSegment], threads: Int) {
    guard segments.count >= Self.leastToSort else {
      for segment in segments { add(segment) }
      return
    }
    let bins = TileBins(segments, grid: grid)
    for tile in bins.tiles { _ = writableBytes(at: tile) }
    let layer = self
    inParallel(bins.tiles.count, threads: threads) { bin in
      guard let bytes = layer.tiles[bins.tiles[bin]]?.bytes else { return }
      let position = layer.grid.position(at: bins.tiles[bin])
      layer.kernels.cover(bins.members(of: bin), of: segments, tile: position, coverage: bytes)
    }
  }

  /// Fewer pieces are drawn sooner than sorted.
  private static let leastToSort = 32
}
