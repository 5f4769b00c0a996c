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
    let grid = grid
    tiles.withUnsafeMutableBufferPointer { tiles in
      let slots = TileSlots(tiles: tiles)
      inParallel(batch.bins.tiles.count, threads: threads) { bin in
        let index = batch.bins.tiles[bin]
        batch.draw(bin, at: grid.position(at: index), onto: slots.writablePixels(at: index))
      }
    }
  }
}

/// An image's tiles, while workers draw on them.
private struct TileSlots: @unchecked Sendable {  // Each tile is one worker's.
  let tiles: UnsafeMutableBufferPointer<Tile?>

  func writablePixels(at index: Int) -> UnsafeMutablePointer<UInt32> { tiles[index].writablePixels() }
}

/// The pieces of many strokes, sorted by tiles.
private struct StrokeBatch: Sendable {
  let strokes: [FinishedStroke]
  let segments: [InkSegment]
  /// Where each stroke's pieces end.
  let ends: [Int32]
  let bins: TileBins

  init(_ strokes: [FinishedStroke], grid: TileGrid) {
    self.strokes = strokes
    segments = strokes.flatMap(\.segments)
    var end: Int32 = 0
    ends = strokes.map { stroke in
      end += Int32(stroke.segments.count)
      return end
    }
    bins = TileBins(segments, grid: grid)
  }

  /// Draws one tile: for each stroke in turn its coverage, then its colour.
  func draw(_ bin: Int, at position: TilePosition, onto pixels: UnsafeMutablePointer<UInt32>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CoverageTile.byteCount) { scratch in
      guard let coverage = scratch.baseAddress else { return }
      scratch.initialize(repeating: 0)
      var members = bins.members(of: bin)
      var owner = 0
      while let first = members.first {
        while ends[owner] <= first { owner += 1 }
        let run = members.prefix { $0 < ends[owner] }
        let rows = rows(of: run, at: position)
        PixelKernels.best.cover(run, of: segments, tile: position, coverage: coverage)
        composite(strokes[owner], coverage, in: rows, onto: pixels)
        (coverage + Int(rows.y0) * Tile.side).update(repeating: 0, count: Int(rows.y1 - rows.y0) * Tile.side)
        members = members.dropFirst(run.count)
      }
    }
  }

  /// The part of a tile that pieces may touch.
  private func rows(of run: ArraySlice<Int32>, at position: TilePosition) -> touchreel_rows {
    let bounds = run.reduce(PixelRect.empty) { $0.union(segments[Int($1)].bounds) }
    return touchreel_rows(bounds.intersection(position.bounds), in: position)
  }

  private func composite(
    _ stroke: FinishedStroke, _ coverage: UnsafePointer<UInt8>, in rows: touchreel_rows,
    onto pixels: UnsafeMutablePointer<UInt32>
  ) {
    switch stroke {
    case .ink(_, let color): PixelKernels.best.ink(pixels, coverage, in: rows, color: color.premultiplied)
    case .erase: PixelKernels.best.erase(pixels, coverage, in: rows)
    }
  }
}
