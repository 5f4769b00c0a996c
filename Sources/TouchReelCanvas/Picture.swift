import CTouchReelCoverage

/// What the canvas shows: the background, the committed ink, the strokes in progress, and marks on top of all.
///
/// Erasures in progress act on the committed ink; the strokes in progress lie above, in the order given. Where a
/// drawing has layers, all that is of the chosen one, and the others are strata below and above.
/// Composing a stroke in progress and composing it after its commit gives the same pixels.
public struct Picture: Sendable {
  package var background: PreparedBackground
  /// Finished ink, without the background.
  package var committed: TiledImage
  /// Finished ink that moves, which stands for the committed ink of its tiles.
  package var lifted: LiftedLayer?
  /// The layers in progress, in order of beginning.
  package var inProgress: [InkLayer]
  /// What is shown and not drawn, above everything.
  package var marks: [InkLayer] = []
  /// The ink of layers below the one that is drawn on, bottom to top, and of those above.
  package var strata: (below: [InkStratum], above: [InkStratum]) = ([], [])
  /// How much of the ink between them covers what lies below, of 255.
  package var alpha: UInt8 = 255

  package init(
    background: PreparedBackground, committed: TiledImage, lifted: LiftedLayer? = nil, inProgress: [InkLayer] = []
  ) {
    self.background = background
    self.committed = committed
    self.lifted = lifted
    self.inProgress = inProgress
  }

  /// A picture of the ink of layers, bottom to top.
  package init(background: PreparedBackground, strata: [InkStratum], size: PixelSize) {
    self.init(background: background, committed: TiledImage(size: size))
    self.strata.below = strata
  }

  /// Whether there is one layer, all of which is seen: then marks are composed with it, as they always were.
  fileprivate var isOneLayer: Bool { alpha == 255 && strata.below.isEmpty && strata.above.isEmpty }

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
    guard size == other.size, background.isKnownToEqual(other.background), alpha == other.alpha,
      strata.below.count == other.strata.below.count, strata.above.count == other.strata.above.count
    else { return .everything(of: size) }
    var damage = Damage(size: size)
    for index in committed.tiles.indices where committed.tiles[index] !== other.committed.tiles[index] {
      damage.insertTile(index)
    }
    for (one, another) in zip(strata.below + strata.above, other.strata.below + other.strata.above) {
      for index in committed.tiles.indices where !one.isSame(as: another, atTile: index) { damage.insertTile(index) }
    }
    for layer in inProgress + other.inProgress + marks + other.marks { damage.formUnion(layer.coverage) }
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
  /// What is composed on top of all strata; of one layer, its marks are among ``layers``.
  let marks: [InkLayer]
  let strata: (below: [InkStratum], above: [InkStratum])?
  let alpha: UInt8
  let target: PixelTarget

  init(_ picture: Picture, target: PixelTarget) {
    background = picture.background
    committed = picture.committed
    lifted = picture.lifted
    let isOneLayer = picture.isOneLayer
    layers = (isOneLayer ? picture.inProgress + picture.marks : picture.inProgress).withErasuresFirst
    marks = isOneLayer ? [] : picture.marks
    strata = isOneLayer ? nil : picture.strata
    alpha = picture.alpha
    self.target = target
  }

  /// Draws the part of a tile that lies in a rectangle of the picture.
  func composeTile(_ index: Int, _ rect: PixelRect) {
    let part = rect.intersection(target.bounds)
    guard !part.isEmpty else { return }
    if let strata { return compose(strata, tile: index, part) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      drawRows(part, under: inkOfTile(index, part, scratch: scratch), of: committed.grid.position(at: index))
    }
  }

  /// Composes the layers one by one, as each covers what lies below it.
  private func compose(_ strata: (below: [InkStratum], above: [InkStratum]), tile index: Int, _ part: PixelRect) {
    let tile = committed.grid.position(at: index)
    drawRows(part, under: nil, of: tile)
    for stratum in strata.below { put(stratum.image.tiles[index]?.pixels, alpha: stratum.alpha, part, of: tile) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.pixelCount) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      if alpha > 0 { put(inkOfTile(index, part, scratch: scratch), alpha: alpha, part, of: tile) }
      for stratum in strata.above { put(stratum.image.tiles[index]?.pixels, alpha: stratum.alpha, part, of: tile) }
      put(marksOfTile(index, part, scratch: scratch), alpha: 255, part, of: tile)
    }
  }

  private func put(_ ink: UnsafePointer<UInt32>?, alpha: UInt8, _ rect: PixelRect, of tile: TilePosition) {
    guard let ink else { return }
    let (x, y) = (rect.x - tile.bounds.x, rect.y - tile.bounds.y)
    for row in 0..<rect.height {
      guard let target = target.pixels(x: rect.x, y: rect.y + row) else { return }
      PixelKernels.best.over(target, ink + (y + row) * Tile.side + x, alpha: alpha, count: rect.width)
    }
  }

  private func marksOfTile(
    _ index: Int, _ rect: PixelRect, scratch: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32>? {
    let touching = marks.filter { $0.touches(index, of: committed.grid) }
    guard !touching.isEmpty else { return nil }
    let rows = touchreel_rows(rect, in: committed.grid.position(at: index))
    scratch.update(repeating: 0, count: Tile.pixelCount)
    for mark in touching { mark.composite(onto: scratch, at: index, in: rows) }
    return UnsafePointer(scratch)
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
