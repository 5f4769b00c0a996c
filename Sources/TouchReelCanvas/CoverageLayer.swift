import CTouchReelCoverage

/// The coverage of one stroke in progress: for each pixel how much of it the stroke covers, 0…255.
///
/// Everything added combines by maximum, which is associative and commutative: a stroke's pixels depend neither on the
/// order of its pieces nor on when they were added nor on the number of threads. Only touched tiles take memory.
package struct CoverageLayer: Sendable {
  let grid: TileGrid
  /// The tiles, as many as the canvas has; empty until there are more than a few tiles, as most shapes have: to make a
  /// table and to release it takes longer at 4K than to fill a small shape.
  private var tiles: [CoverageTile?] = []
  /// The tiles present in the table, in order of creation.
  private var filled: [Int] = []
  /// Tiles that stand for those of the same index in the table, or where there are none: a few.
  private var over: [(index: Int, tile: CoverageTile)] = []
  let kernels: PixelKernels

  /// An empty layer for a canvas of this size; what lies outside is clipped.
  package init(size: PixelSize) {
    self.init(size: size, kernels: .best)
  }

  init(size: PixelSize, kernels: PixelKernels) {
    grid = TileGrid(size: size)
    self.kernels = kernels
  }

  package var size: PixelSize { grid.size }
  package var isEmpty: Bool { filled.isEmpty && over.isEmpty }

  /// The tiles in which it has coverage.
  var occupied: [Int] {
    over.isEmpty ? filled : filled + over.lazy.map(\.index).filter { tiles.isEmpty || tiles[$0] == nil }
  }

  @inline(__always)
  func tile(at index: Int) -> CoverageTile? {
    if !over.isEmpty, let position = over.firstIndex(where: { $0.index == index }) { return over[position].tile }
    return tiles.isEmpty ? nil : tiles[index]
  }

  /// The coverage of a pixel, 0…255; 0 outside the canvas.
  package func coverage(x: Int, y: Int) -> UInt8 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    let tile = tile(at: y / Tile.side * grid.columns + x / Tile.side)
    return tile?.bytes[y % Tile.side * Tile.side + x % Tile.side] ?? 0
  }

  /// The tiles in which it has coverage, whole.
  package var damage: Damage {
    var damage = Damage(size: size)
    damage.formUnion(self)
    return damage
  }

  /// Adds a piece of the stroke and adds the pixels that it touches to the damage.
  package mutating func add(_ segment: InkSegment, damage: inout Damage) {
    let bounds = segment.bounds
    var cone = segment.cone
    grid.forEachTile(of: &cone, within: bounds) { index, cone in
      let position = grid.position(at: index)
      kernels.cover(&cone, tile: position, coverage: writableBytes(at: index))
      damage.insert(bounds, ofTile: position, at: index)
    }
  }

  /// Adds a piece of the stroke.
  package mutating func add(_ segment: InkSegment) {
    var cone = segment.cone
    grid.forEachTile(of: &cone, within: segment.bounds) { index, cone in
      kernels.cover(&cone, tile: grid.position(at: index), coverage: writableBytes(at: index))
    }
  }

  /// The coverage with another piece. Its tiles alone are copied, and not the table of tiles, which is as large as the
  /// canvas: what a finger adds to a frame must not depend on that.
  package func adding(_ segment: InkSegment) -> CoverageLayer {
    var layer = self
    var cone = segment.cone
    grid.forEachTile(of: &cone, within: segment.bounds) { index, cone in
      let tile = tile(at: index).map(CoverageTile.init(copying:)) ?? CoverageTile()
      kernels.cover(&cone, tile: grid.position(at: index), coverage: tile.bytes)
      layer.over.removeAll { $0.index == index }
      layer.over.append((index, tile))
    }
    return layer
  }

  /// Removes all coverage and adds its tiles to the damage.
  package mutating func removeAll(damage: inout Damage) {
    for index in occupied { damage.insertTile(index) }
    for index in filled { tiles[index] = nil }
    filled.removeAll(keepingCapacity: true)
    over.removeAll(keepingCapacity: true)
  }

  /// Puts all tiles into the table.
  private mutating func settle() {
    if tiles.isEmpty { tiles = Array(repeating: nil, count: grid.count) }
    for (index, tile) in over {
      if tiles[index] == nil { filled.append(index) }
      tiles[index] = tile
    }
    over = []
  }
}

extension CoverageLayer {
  /// The bytes of a tile that nothing else shares, for writing.
  mutating func writableBytes(at index: Int) -> UnsafeMutablePointer<UInt8> {
    if tiles.isEmpty, let bytes = writableBytesOfFew(at: index) { return bytes }
    if !over.isEmpty { settle() }
    if isKnownUniquelyReferenced(&tiles[index]), let tile = tiles[index] { return tile.bytes }
    if tiles[index] == nil { filled.append(index) }
    let tile = tiles[index].map(CoverageTile.init(copying:)) ?? CoverageTile()
    tiles[index] = tile
    return tile.bytes
  }

  /// - Returns: `nil` if it is time for a table.
  private mutating func writableBytesOfFew(at index: Int) -> UnsafeMutablePointer<UInt8>? {
    guard let position = over.firstIndex(where: { $0.index == index }) else {
      guard over.count < Self.few else { return nil }
      over.append((index, CoverageTile()))
      return over[over.count - 1].tile.bytes
    }
    if !isKnownUniquelyReferenced(&over[position].tile) {
      over[position].tile = CoverageTile(copying: over[position].tile)
    }
    return over[position].tile.bytes
  }

  /// So many are found as fast in a list.
  private static let few = 16
}

extension Damage {
  /// Adds the tiles in which a layer has coverage.
  package mutating func formUnion(_ layer: CoverageLayer) {
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

extension CoverageLayer {
  /// Adds pieces of the stroke, working on its tiles in parallel.
  ///
  /// - Parameters:
  ///   - segments: the pieces.
  ///   - threads: how many to work with; the coverage does not depend on it.
  package mutating func add(_ segments: [InkSegment], threads: Int) {
    guard segments.count >= Self.leastToSort else {
      for segment in segments { add(segment) }
      return
    }
    let bins = TileBins(segments, grid: grid)
    for tile in bins.tiles { _ = writableBytes(at: tile) }
    let layer = self
    inParallel(bins.tiles.count, threads: threads) { bin in
      guard let bytes = layer.tile(at: bins.tiles[bin])?.bytes else { return }
      let position = layer.grid.position(at: bins.tiles[bin])
      layer.kernels.cover(bins.members(of: bin), of: segments, tile: position, coverage: bytes)
    }
  }

  /// Fewer pieces are drawn faster than sorted.
  private static let leastToSort = 32
}

extension CoverageLayer {
  /// Raises the coverage to at least that of another layer of the same size.
  package mutating func addMask(_ mask: CoverageLayer) {
    guard mask.grid == grid else { return }
    for index in mask.occupied {
      guard let other = mask.tile(at: index) else { continue }
      kernels.raise(writableBytes(at: index), to: other.bytes, count: CoverageTile.byteCount)
    }
  }

  /// Multiplies the coverage by a share of 255.
  package mutating func fade(to share: UInt8) {
    guard share < 255 else { return }
    for index in occupied {
      let bytes = writableBytes(at: index)
      for offset in 0..<CoverageTile.byteCount {
        bytes[offset] = UInt8((UInt32(bytes[offset]) * UInt32(share) + 127) / 255)
      }
    }
  }

  /// Removes the part covered by another layer of the same size: what remains is this × (1 − other).
  package mutating func subtract(_ mask: CoverageLayer) {
    guard mask.grid == grid else { return }
    for index in mask.occupied where tile(at: index) != nil {
      guard let other = mask.tile(at: index) else { continue }
      let bytes = writableBytes(at: index)
      for offset in 0..<CoverageTile.byteCount {
        bytes[offset] = UInt8((UInt32(bytes[offset]) * UInt32(255 - other.bytes[offset]) + 127) / 255)
      }
    }
  }
}

/// A coverage without its table of tiles, which is as large as the canvas: many take no more than their own tiles.
struct CoverageTiles: Sendable {
  let grid: TileGrid
  /// Ascending.
  let indices: [Int]
  private let tiles: [CoverageTile]

  init(_ layer: CoverageLayer) {
    grid = layer.grid
    indices = layer.occupied.sorted()
    tiles = indices.compactMap { layer.tile(at: $0) }
  }

  /// The bytes of a tile; `nil` where there is no coverage.
  func bytes(at index: Int) -> UnsafePointer<UInt8>? {
    indices.index(inAscending: index).map { UnsafePointer(tiles[$0].bytes) }
  }
}

extension [Int] {
  /// The index of a value in an ascending array; `nil` if it is not in it.
  func index(inAscending value: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value ? low : nil
  }
}

/// 64×64 bytes of coverage, shared by reference and copied before it changes.
final class CoverageTile: @unchecked Sendable {  // Its bytes are written only while one layer holds it.
  static let byteCount = Tile.pixelCount

  let bytes: UnsafeMutablePointer<UInt8>

  init() {
    bytes = .allocate(capacity: Self.byteCount)
    bytes.initialize(repeating: 0, count: Self.byteCount)
  }

  init(copying other: CoverageTile) {
    bytes = .allocate(capacity: Self.byteCount)
    bytes.initialize(from: other.bytes, count: Self.byteCount)
  }

  deinit { bytes.deallocate() }
}
