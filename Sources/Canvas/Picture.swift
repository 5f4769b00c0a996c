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

  public var size: PixelSize { committed.size }

  /// Draws the damaged part, clipped to the target; the rest of the target stays as it is.
  ///
  /// - Parameter threads: how many to work with; the pixels do not depend on it.
  public func compose(_ damage: Damage, into target: PixelTarget, threads: Int = 1) {
    guard damage.grid == committed.grid else { return }
    let composition = Composition(self, target: target)
    let workers = min(max(threads, 1), max(damage.touched.count, 1))
    guard workers > 1 else { return composition.compose(damage, from: 0, every: 1) }
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      composition.compose(damage, from: worker, every: workers)
    }
  }

  /// The whole picture.
  public func composed(threads: Int = 1) -> PixelBuffer {
    var buffer = PixelBuffer(size: size)
    buffer.withTarget { compose(.everything(of: size), into: $0, threads: threads) }
    return buffer
  }

  /// One row of tiles, into a buffer as wide as the picture and as high as a tile.
  func composeRow(_ row: Int, into band: inout PixelBuffer) {
    let columns = committed.grid.columns
    band.withTarget { target in
      Composition(self, target: target.beginning(atRow: row * Tile.side))
        .compose(row * columns..<(row + 1) * columns) { committed.grid.bounds(at: $0) }
    }
  }
}

/// A picture on its way into memory.
private struct Composition: Sendable {
  let background: PreparedBackground
  let committed: TiledImage
  /// Erasures before ink.
  let layers: [InkLayer]
  let target: PixelTarget

  init(_ picture: Picture, target: PixelTarget) {
    background = picture.background
    committed = picture.committed
    layers = picture.inProgress.filter(\.isErasure) + picture.inProgress.filter { !$0.isErasure }
    self.target = target
  }

  /// Every `step`-th tile of the damage, from one on.
  func compose(_ damage: Damage, from first: Int, every step: Int) {
    compose(stride(from: first, to: damage.touched.count, by: step).lazy.map { damage.touched[$0] }) {
      damage.rect(at: $0)
    }
  }

  /// Parts of tiles, given by index and by rectangles of the picture.
  func compose(_ indices: some Sequence<Int>, rect: (Int) -> PixelRect) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      for index in indices {
        let part = rect(index).intersection(target.bounds)
        if !part.isEmpty { composeTile(index, part, scratch: scratch) }
      }
    }
  }

  private func composeTile(_ index: Int, _ rect: PixelRect, scratch: UnsafeMutablePointer<UInt32>) {
    background.fill(rect, of: target)
    guard let ink = inkOfTile(index, rect, scratch: scratch) else { return }
    let tile = committed.grid.position(at: index).bounds
    for y in rect.y..<rect.maxY {
      guard let row = target.pixels(x: rect.x, y: y) else { return }
      PixelKernels.best.over(row, ink + (y - tile.y) * Tile.side + rect.x - tile.x, count: rect.width)
    }
  }

  /// The tile with the strokes in progress: the committed one itself where there are none, nil where it is transparent.
  private func inkOfTile(
    _ index: Int, _ rect: PixelRect, scratch: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32>? {
    let rows = touchreel_rows(rect, in: committed.grid.position(at: index))
    var isCopied = false
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
  fileprivate func touches(_ index: Int, of grid: TileGrid) -> Bool {
    coverage.grid == grid && coverage.tiles[index] != nil
  }

  /// Composites the layer's part of a tile onto the tile's pixels.
  func composite(onto pixels: UnsafeMutablePointer<UInt32>, at index: Int, in rows: touchreel_rows) {
    guard let tile = coverage.tiles[index] else { return }
    switch self {
    case .ink(let layer, let color):
      layer.kernels.ink(pixels, tile.bytes, in: rows, color: color.premultiplied)
    case .erase(let layer):
      layer.kernels.erase(pixels, tile.bytes, in: rows)
    }
  }
}
