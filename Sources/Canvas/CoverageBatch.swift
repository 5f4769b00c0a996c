internal import CCoverage
internal import Dispatch

extension CoverageLayer {
  /// Adds pieces of the stroke, working on its tiles in parallel.
  ///
  /// - Parameter threads: how many to work with; the coverage does not depend on it.
  public mutating func add(_ segments: [InkSegment], threads: Int) {
    guard threads > 1, segments.count > 1 else {
      for segment in segments { add(segment) }
      return
    }
    let bins = SegmentBins(segments, grid: grid)
    for tile in bins.tiles { _ = writableBytes(at: tile) }
    let layer = self
    let workers = min(threads, max(bins.tiles.count, 1))
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for bin in stride(from: worker, to: bins.tiles.count, by: workers) { layer.cover(bins, bin) }
    }
  }

  /// Adds the segments of one bin to its tile, which nothing else shares.
  private func cover(_ bins: SegmentBins, _ bin: Int) {
    let index = bins.tiles[bin]
    guard let tile = tiles[index] else { return }
    let position = grid.position(at: index)
    for member in bins.members[bins.starts[bin]..<bins.starts[bin + 1]] {
      var cone = bins.cones[Int(member)]
      kernels.cover(&cone, tile: position, coverage: tile.bytes)
    }
  }
}

/// Segments sorted by the tiles that they touch.
private struct SegmentBins: Sendable {
  var cones: [touchreel_cone]
  /// The touched tiles, and for each where its members start; one more start than tiles.
  var tiles: [Int] = []
  var starts: [Int] = [0]
  /// Indices of cones, tile by tile.
  var members: [Int32]

  init(_ segments: [InkSegment], grid: TileGrid) {
    cones = segments.map(\.cone)
    var pairs: [(tile: Int, member: Int32)] = []
    for (member, segment) in segments.enumerated() {
      var cone = cones[member]
      grid.forEachTile(of: &cone, within: segment.bounds) { index, _ in pairs.append((index, Int32(member))) }
    }
    pairs.sort { $0.tile < $1.tile }
    members = pairs.map(\.member)
    for (place, pair) in pairs.enumerated() where pair.tile != tiles.last {
      if !tiles.isEmpty { starts.append(place) }
      tiles.append(pair.tile)
    }
    if !pairs.isEmpty { starts.append(pairs.count) }
  }
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
    let workers = min(max(threads, 1), max(occupied.count, 1))
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for place in stride(from: worker, to: occupied.count, by: workers) {
        image.composite(layers, at: occupied[place])
      }
    }
  }

  /// Composites layers onto a tile, which nothing else shares.
  private func composite(_ layers: [InkLayer], at index: Int) {
    guard let tile = tiles[index] else { return }
    for layer in layers { layer.composite(onto: tile.pixels, at: index, in: .all) }
  }
}
