import CTouchReelCoverage

/// What the canvas shows: the background, the committed ink, and the strokes in progress.
///
/// Erasures in progress act on the committed ink; the strokes in progress lie above, in the order given.
/// Composing a stroke in progress and composing it after its commit gives the same pixels.
public struct Picture: Sendable {
  package var background: PreparedBackground
  /// Finished ink, without the background.
  package var committed: TiledImage
  /// Finished ink that moves, which stands for the committed ink of its tiles.
  package var lifted: LiftedLayer?
  /// The layers in progress, in order of beginning.
  package var inProgress: [InkLayer]

  package init(
    background: PreparedBackground, committed: TiledImage, lifted: LiftedLayer? = nil, inProgress: [InkLayer] = []
  ) {
    self.background = background
    self.committed = committed
    self.lifted = lifted
    self.inProgress = inProgress
  }

  /// The size in pixels.
  public var size: PixelSize { committed.size }

  /// Draws the damaged part, clipped to the target; the rest of the target stays as it is.
  ///
  /// - Parameters:
  ///   - damage: what is drawn.
  ///   - target: the pixels to draw into.
  ///   - threads: how many to work with; the pixels do not depend on it.
  public func compose(_ damage: Damage, into target: PixelTarget, threads: Int = 1) {
    guard damage.grid == committed.grid else { return }
    let composition = Composition(self, target: target)
    inParallel(damage.touched.count, threads: threads) { index in
      composition.composeTile(damage.touched[index], damage.rect(at: damage.touched[index]))
    }
  }

  /// Draws the part that a target holds; what of that lies beyond the picture stays as it is.
  package func compose(into target: PixelTarget) {
    let composition = Composition(self, target: target)
    let over = committed.grid.tiles(over: target.bounds)
    for row in over.rows {
      for column in over.columns {
        let index = row * committed.grid.columns + column
        composition.composeTile(index, committed.grid.bounds(at: index))
      }
    }
  }

  /// The whole picture.
  public func composed(threads: Int = 1) -> PixelBuffer {
    var buffer = PixelBuffer(size: size)
    buffer.withTarget { compose(.everything(of: size), into: $0, threads: threads) }
    return buffer
  }

  /// The pixels of a part, row by row; `nil` beyond the picture.
  ///
  /// - Complexity: that of composing the tiles that the part touches.
  package func colors(in part: PixelRect) -> [PixelColor?] {
    let seen = part.intersection(size.bounds)
    var buffer = PixelBuffer(size: PixelSize(width: seen.width, height: seen.height))
    buffer.withTarget { compose(into: $0.beginning(atColumn: seen.x, row: seen.y)) }
    return (part.y..<part.maxY).flatMap { y in
      (part.x..<part.maxX).map { x in
        guard (seen.x..<seen.maxX).contains(x), (seen.y..<seen.maxY).contains(y) else { return nil }
        return PixelColor(premultiplied: buffer[x - seen.x, y - seen.y])
      }
    }
  }

  /// Where this picture may differ from another: in tiles that they do not share, and where either has moving ink or
  /// strokes in progress.
  package func difference(from other: Picture) -> Damage {
    guard size == other.size, background.isKnownToEqual(other.background) else { return .everything(of: size) }
    var damage = Damage(size: size)
    for index in committed.tiles.indices where committed.tiles[index] !== other.committed.tiles[index] {
      damage.insertTile(index)
    }
    for layer in inProgress + other.inProgress { damage.formUnion(layer.coverage) }
    for layer in [lifted, other.lifted] { layer.map { damage.formUnion($0.damage) } }
    return damage
  }

  /// One row of tiles, into a buffer as wide as the picture and as high as a tile.
  func composeRow(_ row: Int, into band: inout PixelBuffer) {
    band.withTarget { compose(into: $0.beginning(row: row * Tile.side)) }
  }
}

/// A picture on its way into memory.
private struct Composition: Sendable {
  let background: PreparedBackground
  let committed: TiledImage
  let lifted: LiftedLayer?
  /// Erasures before ink.
  let layers: [InkLayer]
  let target: PixelTarget

  init(_ picture: Picture, target: PixelTarget) {
    background = picture.background
    committed = picture.committed
    lifted = picture.lifted
    layers = picture.inProgress.withErasuresFirst
    self.target = target
  }

  /// Draws the part of a tile that lies in a rectangle of the picture.
  func composeTile(_ index: Int, _ rect: PixelRect) {
    let part = rect.intersection(target.bounds)
    guard !part.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      drawRows(part, under: inkOfTile(index, part, scratch: scratch), of: committed.grid.position(at: index))
    }
  }

  /// Each row gets its background and its ink at once: the rows of a tile lie so far apart in the target that those at
  /// the top have left the first cache when the last are filled.
  private func drawRows(_ rect: PixelRect, under ink: UnsafePointer<UInt32>?, of tile: TilePosition) {
    guard case .printed(let paper) = background.source else {
      return drawRows(rect, under: ink, of: tile) { target, row in
        background.fillRow(target, y: rect.y + row, columns: rect.x..<rect.maxX)
      }
    }
    let offset = (rect.y - tile.bounds.y) * Tile.side + rect.x - tile.bounds.x
    paper.withPixels(of: tile) { pixels in
      drawRows(rect, under: ink, of: tile) { target, row in
        target.update(from: pixels + offset + row * Tile.side, count: rect.width)
      }
    }
  }

  /// - Parameter fill: replaces a row of the rectangle by the background.
  @inline(__always)
  private func drawRows(
    _ rect: PixelRect, under ink: UnsafePointer<UInt32>?, of tile: TilePosition,
    _ fill: (_ target: UnsafeMutablePointer<UInt32>, _ row: Int) -> Void
  ) {
    let (x, y) = (rect.x - tile.bounds.x, rect.y - tile.bounds.y)
    for row in 0..<rect.height {
      guard let target = target.pixels(x: rect.x, y: rect.y + row) else { return }
      fill(target, row)
      if let ink { PixelKernels.best.over(target, ink + (y + row) * Tile.side + x, count: rect.width) }
    }
  }

  /// The tile with what moves and the strokes in progress: the committed one itself where there are none, `nil` where
  /// it is transparent.
  private func inkOfTile(
    _ index: Int, _ rect: PixelRect, scratch: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32>? {
    let rows = touchreel_rows(rect, in: committed.grid.position(at: index))
    var isCopied = lifted?.draw(index, onto: scratch) ?? false
    for layer in layers where layer.touches(index, of: committed.grid) {
      if !isCopied { copyTile(index, rows, to: scratch) }
      isCopied = true
      layer.composite(onto: scratch, at: index, in: rows)
    }
    return isCopied ? UnsafePointer(scratch) : committed.tiles[index].map { UnsafePointer($0.pixels) }
  }

  private func copyTile(_ index: Int, _ rows: touchreel_rows, to scratch: UnsafeMutablePointer<UInt32>) {
    guard let tile = committed.tiles[index] else {
      return rows.eachRow { offset, count in (scratch + offset).update(repeating: 0, count: count) }
    }
    rows.eachRow { offset, count in (scratch + offset).update(from: tile.pixels + offset, count: count) }
  }
}

extension touchreel_rows {
  /// Visits the rows: where in the tile each begins, and how many pixels it has.
  @inline(__always)
  func eachRow(_ visit: (_ offset: Int, _ count: Int) -> Void) {
    for row in y0..<y1 { visit(Int(row) * Tile.side + Int(x0), Int(x1 - x0)) }
  }
}

extension [InkLayer] {
  fileprivate var withErasuresFirst: [InkLayer] {
    contains(where: \.isErasure) ? filter(\.isErasure) + filter { !$0.isErasure } : self
  }
}

extension InkLayer {
  fileprivate func touches(_ index: Int, of grid: TileGrid) -> Bool {
    coverage.grid == grid && coverage.tile(at: index) != nil
  }

  /// Composites the layer's part of a tile onto the tile's pixels.
  func composite(onto pixels: UnsafeMutablePointer<UInt32>, at index: Int, in rows: touchreel_rows) {
    guard let tile = coverage.tile(at: index) else { return }
    switch self {
    case .ink(let layer, let color):
      layer.kernels.ink(pixels, tile.bytes, in: rows, color: color.premultiplied)
    case .underlay(let layer, let color):
      layer.kernels.inkUnder(pixels, tile.bytes, in: rows, color: color.premultiplied)
    case .erase(let layer):
      layer.kernels.erase(pixels, tile.bytes, in: rows)
    case .image(let layer, let paint):
      paint.composite(tile.bytes, onto: pixels, in: rows, of: layer.grid.position(at: index))
    }
  }
}
