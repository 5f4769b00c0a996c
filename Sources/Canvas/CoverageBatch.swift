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

extension TiledImage {
  /// Makes strokes part of the image, one above the other, working on its tiles in parallel.
  ///
  /// - Parameter threads: how many to work with; the pixels do not depend on it.
  public mutating func merge(_ layers: [InkLayer], threads: Int) {
    let layers = layers.filter { $0.coverage.grid == grid }
    let occupied = Set(layers.flatMap(\.coverage.occupied)).sorted()
    for index in occupied { _ = writablePixels(at: index) }
    let image = self
    inParallel(occupied.count, threads: threads) { place in
      guard let pixels = image.tiles[occupied[place]]?.pixels else { return }
      for layer in layers { layer.composite(onto: pixels, at: occupied[place], in: .all) }
    }
  }
}
