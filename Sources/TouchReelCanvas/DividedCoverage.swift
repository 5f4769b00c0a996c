/// The coverage of one stroke in several colours: a pixel has the colour of the piece that covers it most, of equals
/// the latest's.
///
/// What is of one colour and what is of another never lie on the same pixel. So they may be composited one by one, and
/// soft edges and translucent ink come out as if the stroke had one colour.
package struct DividedCoverage: Sendable {
  /// Neighbouring pieces of one colour, given by its number.
  package struct Run: Sendable {
    package var color: UInt8
    package var pieces: [InkSegment]

    package init(color: UInt8, pieces: [InkSegment]) {
      self.color = color
      self.pieces = pieces
    }
  }

  /// What each colour covers.
  package private(set) var layers: [UInt8: CoverageLayer] = [:]
  private let grid: TileGrid

  /// - Parameters:
  ///   - runs: in the order in which they were drawn.
  ///   - size: of the canvas.
  package init(_ runs: [Run], size: PixelSize) {
    grid = TileGrid(size: size)
    let pieces = runs.flatMap(\.pieces)
    let colors = runs.flatMap { run in repeatElement(run.color, count: run.pieces.count) }
    let bins = TileBins(pieces, grid: grid)
    for bin in bins.tiles.indices {
      var tile = Division(at: grid.position(at: bins.tiles[bin]))
      tile.cover(bins.members(of: bin), of: pieces, colors)
      add(tile, at: bins.tiles[bin])
    }
  }

  private mutating func add(_ division: Division, at index: Int) {
    for (pixel, level) in division.levels.enumerated() where level > 0 {
      layers[division.owners[pixel], default: CoverageLayer(size: grid.size)].writableBytes(at: index)[pixel] = level
    }
  }
}

/// The pixels of one tile: how much of each is covered, and in which colour.
private struct Division {
  private(set) var levels = [UInt8](repeating: 0, count: Tile.pixelCount)
  private(set) var owners = [UInt8](repeating: 0, count: Tile.pixelCount)
  private let position: TilePosition

  init(at position: TilePosition) { self.position = position }

  /// - Parameter members: the indices of the pieces that touch the tile, in order.
  mutating func cover(_ members: ArraySlice<Int32>, of pieces: [InkSegment], _ colors: [UInt8]) {
    var scratch = [UInt8](repeating: 0, count: Tile.pixelCount)
    var rest = members
    while let first = rest.first {
      let color = colors[Int(first)]
      let run = rest.prefix { colors[Int($0)] == color }
      rest = rest[run.endIndex...]
      let rows = rows(of: run, pieces)
      scratch.withUnsafeMutableBufferPointer { scratch in
        guard let start = scratch.baseAddress else { return }
        PixelKernels.best.cover(run, of: pieces, tile: position, coverage: start)
        raise(by: UnsafeBufferPointer(scratch), rows, color)
        (start + rows.lowerBound).update(repeating: 0, count: rows.count)
      }
    }
  }

  private mutating func raise(by new: UnsafeBufferPointer<UInt8>, _ pixels: Range<Int>, _ color: UInt8) {
    for pixel in pixels where new[pixel] > 0 && new[pixel] >= levels[pixel] {
      levels[pixel] = new[pixel]
      owners[pixel] = color
    }
  }

  /// The pixels of the tile's rows that pieces touch.
  private func rows(of members: ArraySlice<Int32>, _ pieces: [InkSegment]) -> Range<Int> {
    let bounds = members.reduce(PixelRect.empty) { $0.union(pieces[Int($1)].bounds) }.intersection(position.bounds)
    guard !bounds.isEmpty else { return 0..<0 }
    let top = position.bounds.y
    return (bounds.y - top) * Tile.side..<(bounds.maxY - top) * Tile.side
  }
}
