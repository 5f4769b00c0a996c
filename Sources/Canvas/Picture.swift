internal import CCoverage
internal import Dispatch

/// What the canvas shows: the background, the committed ink, and the strokes in progress.
///
/// Erasures in progress act on the committed ink; the strokes in progress lie above, in the order given.
/// Composing a stroke in progress and composing it after its commit gives the same pixels.
public struct Picture: Sendable {
  public var background: PreparedBackground
  public var committed: TiledImage
  /// In order of beginning.
  public var inProgress: [InkLayer]

  public init(background: PreparedBackground, committed: TiledImage, inProgress: [InkLayer] = []) {
    self.background = background
    self.committed = committed
    self.inProgress = inProgress
  }

  /// Draws the damaged part, clipped to the target; the rest of the target stays as it is.
  ///
  /// - Parameter threads: how many to work with; the pixels do not depend on it.
  public func compose(_ damage: Damage, into target: PixelTarget, threads: Int = 1) {
    guard damage.grid == committed.grid else { return }
    let layers = inProgress.filter(\.isErasure) + inProgress.filter { !$0.isErasure }
    let workers = min(max(threads, 1), max(damage.touched.count, 1))
    guard workers > 1 else { return composeTiles(damage, layers, target, from: 0, every: 1) }
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      composeTiles(damage, layers, target, from: worker, every: workers)
    }
  }

  /// The whole picture.
  public func composed(threads: Int = 1) -> PixelBuffer {
    var buffer = PixelBuffer(size: committed.size)
    buffer.withTarget { compose(.everything(of: committed.size), into: $0, threads: threads) }
    return buffer
  }
}

extension Picture {
  private func composeTiles(
    _ damage: Damage, _ layers: [InkLayer], _ target: PixelTarget, from first: Int, every step: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      for position in stride(from: first, to: damage.touched.count, by: step) {
        let index = damage.touched[position]
        let rect = damage.rect(at: index).intersection(target.size.bounds)
        if !rect.isEmpty { composeTile(index, rect, layers, scratch: scratch, target) }
      }
    }
  }

  private func composeTile(
    _ index: Int, _ rect: PixelRect, _ layers: [InkLayer], scratch: UnsafeMutablePointer<UInt32>, _ target: PixelTarget
  ) {
    background.fill(rect, of: target)
    guard let ink = inkOfTile(index, rect, layers, scratch: scratch), let base = target.base else { return }
    let tile = committed.grid.position(at: index).bounds
    for y in rect.y..<rect.maxY {
      PixelKernels.best.over(
        base + y * target.stride + rect.x, ink + (y - tile.y) * Tile.side + rect.x - tile.x, count: rect.width)
    }
  }

  /// The tile with the strokes in progress on it: the committed one itself where there are none, nil where all is transparent.
  private func inkOfTile(
    _ index: Int, _ rect: PixelRect, _ layers: [InkLayer], scratch: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32>? {
    var isCopied = false
    let rows = touchreel_rows(rect, in: committed.grid.position(at: index))
    for layer in layers where layer.touches(index, of: committed.grid) {
      if !isCopied { copyTile(index, rows, to: scratch) }
      isCopied = true
      layer.composite(onto: scratch, at: index, in: rows)
    }
    return isCopied ? UnsafePointer(scratch) : committed.tiles[index].map { UnsafePointer($0.pixels) }
  }

  private func copyTile(_ index: Int, _ rows: touchreel_rows, to scratch: UnsafeMutablePointer<UInt32>) {
    let start = Int(rows.y0) * Tile.side
    let count = Int(rows.y1 - rows.y0) * Tile.side
    guard let tile = committed.tiles[index] else {
      return (scratch + start).update(repeating: 0, count: count)
    }
    (scratch + start).update(from: tile.pixels + start, count: count)
  }
}

extension InkLayer {
  func touches(_ index: Int, of grid: TileGrid) -> Bool {
    coverage.grid == grid && coverage.tiles[index] != nil
  }

  /// Composites the layer's part of a tile onto the tile's pixels.
  func composite(onto pixels: UnsafeMutablePointer<UInt32>, at index: Int, in rows: touchreel_rows) {
    switch self {
    case .ink(let layer, let color):
      guard let tile = layer.tiles[index] else { return }
      layer.kernels.ink(pixels, tile.bytes, in: rows, color: color.premultiplied)
    case .erase(let layer):
      guard let tile = layer.tiles[index] else { return }
      layer.kernels.erase(pixels, tile.bytes, in: rows)
    }
  }
}
