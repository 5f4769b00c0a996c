internal import CCoverage

/// The coverage of one stroke in progress: for each pixel how much of it the stroke covers, 0…255.
///
/// Everything added combines by maximum, which is associative and commutative: a stroke's pixels depend neither on the
/// order of its pieces nor on when they were added nor on the number of threads. Only touched tiles take memory.
public struct CoverageLayer: Sendable {
  let grid: TileGrid
  private(set) var tiles: [CoverageTile?]
  /// The tiles present, in order of creation.
  private(set) var occupied: [Int] = []
  let kernels: PixelKernels

  /// An empty layer for a canvas of this size; what lies outside is clipped.
  public init(size: PixelSize) {
    self.init(size: size, kernels: .best)
  }

  init(size: PixelSize, kernels: PixelKernels) {
    grid = TileGrid(size: size)
    tiles = Array(repeating: nil, count: grid.count)
    self.kernels = kernels
  }

  public var size: PixelSize { grid.size }
  public var isEmpty: Bool { occupied.isEmpty }

  /// The coverage of a pixel, 0…255; 0 outside the canvas.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    let tile = tiles[y / Tile.side * grid.columns + x / Tile.side]
    return tile?.bytes[y % Tile.side * Tile.side + x % Tile.side] ?? 0
  }

  /// The tiles that it has coverage in, whole.
  public var damage: Damage {
    var damage = Damage(size: size)
    damage.formUnion(self)
    return damage
  }

  /// Adds a piece of the stroke and adds the pixels that it touches to the damage.
  public mutating func add(_ segment: InkSegment, damage: inout Damage) {
    let bounds = segment.bounds
    var cone = segment.cone
    grid.forEachTile(of: &cone, within: bounds) { index, cone in
      let position = grid.position(at: index)
      kernels.cover(&cone, tile: position, coverage: writableBytes(at: index))
      damage.insert(bounds, ofTile: position, at: index)
    }
  }

  /// Adds a piece of the stroke.
  public mutating func add(_ segment: InkSegment) {
    var cone = segment.cone
    grid.forEachTile(of: &cone, within: segment.bounds) { index, cone in
      kernels.cover(&cone, tile: grid.position(at: index), coverage: writableBytes(at: index))
    }
  }

  /// Removes all coverage and adds where it was to the damage.
  public mutating func removeAll(damage: inout Damage) {
    for index in occupied {
      damage.insertTile(index)
      tiles[index] = nil
    }
    occupied.removeAll(keepingCapacity: true)
  }
}

extension CoverageLayer {
  /// The bytes of a tile that nothing else shares, for writing.
  mutating func writableBytes(at index: Int) -> UnsafeMutablePointer<UInt8> {
    if isKnownUniquelyReferenced(&tiles[index]), let tile = tiles[index] { return tile.bytes }
    if tiles[index] == nil { occupied.append(index) }
    let tile = tiles[index].map(CoverageTile.init(copying:)) ?? CoverageTile()
    tiles[index] = tile
    return tile.bytes
  }
}

extension Damage {
  /// Adds the tiles that a layer has coverage in.
  public mutating func formUnion(_ layer: CoverageLayer) {
    guard layer.grid == grid else { return }
    for index in layer.occupied { insertTile(index) }
  }
}

extension TileGrid {
  /// Visits the tiles that a cone with these bounds may touch.
  @inline(__always)
  func forEachTile(
    of cone: inout touchreel_cone, within bounds: PixelRect, _ visit: (Int, inout touchreel_cone) -> Void
  ) {
    let over = tiles(over: bounds)
    let isSmall = over.columns.count < 2 || over.rows.count < 2
    for row in over.rows {
      for column in over.columns {
        guard isSmall || cone.mayTouch(TilePosition(column: column, row: row)) else { continue }
        visit(row * columns + column, &cone)
      }
    }
  }
}

extension touchreel_cone {
  /// False where the tile's centre is farther away than its corners reach.
  fileprivate mutating func mayTouch(_ tile: TilePosition) -> Bool {
    let half = Double(Tile.side) / 2
    let x = Double(tile.column * Tile.side) + half
    let y = Double(tile.row * Tile.side) + half
    return touchreel_cone_depth(&self, x, y) > -half * 1.4143 - 1
  }
}
