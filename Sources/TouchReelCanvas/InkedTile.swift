import CTouchReelCoverage

/// A tile on which ink is drawn, one stroke after another, with room for one stroke's coverage.
struct InkedTile {
  private let pixels: UnsafeMutablePointer<UInt32>
  /// All zeros between two strokes.
  private let coverage: UnsafeMutablePointer<UInt8>
  private let position: TilePosition

  /// - Parameters:
  ///   - pixels: a tile's.
  ///   - position: where it lies.
  @inline(__always)
  static func draw(
    onto pixels: UnsafeMutablePointer<UInt32>, at position: TilePosition, _ body: (InkedTile) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Tile.pixelCount) { coverage in
      guard let coverage = coverage.baseAddress else { return }
      coverage.initialize(repeating: 0, count: Tile.pixelCount)
      body(InkedTile(pixels: pixels, coverage: coverage, position: position))
    }
  }

  /// Draws a stroke's pieces on this tile.
  ///
  /// - Parameter members: the pieces, as indices.
  func draw(_ members: ArraySlice<Int32>, of pieces: [InkSegment], _ paint: InkPaint) {
    let bounds = members.reduce(PixelRect.empty) { $0.union(pieces[Int($1)].bounds) }.intersection(position.bounds)
    guard !bounds.isEmpty else { return }
    let rows = touchreel_rows(bounds, in: position)
    PixelKernels.best.cover(members, of: pieces, tile: position, coverage: coverage)
    paint.composite(coverage, onto: pixels, in: rows, of: position)
    let height = Int(rows.y1 - rows.y0) * Tile.side
    (coverage + Int(rows.y0) * Tile.side).update(repeating: 0, count: height)
  }

  /// The same for a stroke of which a part is drawn already.
  ///
  /// - Parameter drawn: the coverage of that part on this tile.
  func draw(
    _ members: ArraySlice<Int32>, of pieces: [InkSegment], over drawn: UnsafePointer<UInt8>, _ paint: InkPaint
  ) {
    guard !members.isEmpty else { return paint.composite(drawn, onto: pixels, in: .all, of: position) }
    coverage.update(from: drawn, count: Tile.pixelCount)
    PixelKernels.best.cover(members, of: pieces, tile: position, coverage: coverage)
    paint.composite(coverage, onto: pixels, in: .all, of: position)
    coverage.update(repeating: 0, count: Tile.pixelCount)
  }
}

extension InkPaint {
  @inline(__always)
  fileprivate func composite(
    _ coverage: UnsafePointer<UInt8>, onto pixels: UnsafeMutablePointer<UInt32>, in rows: touchreel_rows,
    of tile: TilePosition
  ) {
    switch self {
    case .ink(let color): PixelKernels.best.ink(pixels, coverage, in: rows, color: color.premultiplied)
    case .underlay(let color): PixelKernels.best.inkUnder(pixels, coverage, in: rows, color: color.premultiplied)
    case .erasure: PixelKernels.best.erase(pixels, coverage, in: rows)
    case .image(let paint): paint.composite(coverage, onto: pixels, in: rows, of: tile)
    }
  }
}
