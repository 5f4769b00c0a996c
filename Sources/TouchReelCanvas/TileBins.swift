/// Numbered pieces sorted by the tiles that they touch, in the order of their numbers within each.
struct TileBins: Sendable {
  /// The touched tiles in ascending order.
  private(set) var tiles: [Int] = []
  /// Where each tile's members start; one more than tiles.
  private var starts: [Int] = [0]
  private var sorted: [Int32]

  init(_ segments: [InkSegment], grid: TileGrid) {
    self.init(tileCount: grid.count, expecting: 2 * segments.count) { touch in
      for (member, segment) in segments.enumerated() { grid.forEachTile(of: segment) { touch($0, member) } }
    }
  }

  /// The same for pieces near each other, without a table of all tiles.
  init(near segments: [InkSegment], on grid: TileGrid) {
    let over = grid.tiles(over: segments.reduce(.empty) { $0.union($1.bounds) })
    let (left, top, width) = (over.columns.lowerBound, over.rows.lowerBound, over.columns.count)
    self.init(tileCount: width * over.rows.count, expecting: 2 * segments.count) { touch in
      for (member, segment) in segments.enumerated() {
        grid.forEachTile(of: segment) { tile in
          touch((tile / grid.columns - top) * width + tile % grid.columns - left, member)
        }
      }
    }
    tiles = tiles.map { ($0 / width + top) * grid.columns + $0 % width + left }
  }

  /// - Parameters:
  ///   - tileCount: tiles are numbered from 0 up to it.
  ///   - count: of touches, roughly.
  ///   - forEachTouch: visits every tile that a piece touches, with the piece's number; numbers ascend.
  @inline(__always)
  init(tileCount: Int, expecting count: Int, _ forEachTouch: ((_ tile: Int, _ member: Int) -> Void) -> Void) {
    var touches: [(tile: Int32, member: Int32)] = []
    touches.reserveCapacity(count)
    forEachTouch { touches.append((Int32($0), Int32($1))) }
    sorted = Array(repeating: 0, count: touches.count)
    sort(touches, tileCount: tileCount)
  }

  /// What touches `tiles[bin]`.
  func members(of bin: Int) -> ArraySlice<Int32> { sorted[starts[bin]..<starts[bin + 1]] }

  private mutating func sort(_ touches: [(tile: Int32, member: Int32)], tileCount: Int) {
    var counts = Array(repeating: 0, count: tileCount)
    for touch in touches { counts[Int(touch.tile)] += 1 }
    tiles = counts.indices.filter { counts[$0] > 0 }
    starts = tiles.reduce(into: [0]) { $0.append($0[$0.count - 1] + counts[$1]) }
    var next = counts
    for (tile, start) in zip(tiles, starts) { next[tile] = start }
    for touch in touches {
      sorted[next[Int(touch.tile)]] = touch.member
      next[Int(touch.tile)] += 1
    }
  }
}

extension TileGrid {
  /// Visits the tiles that a segment may touch.
  @inline(__always)
  func forEachTile(of segment: InkSegment, _ visit: (Int) -> Void) {
    let bounds = segment.bounds
    let over = tiles(over: bounds)
    if over.columns.count == 1, over.rows.count == 1 {
      return visit(over.rows.lowerBound * columns + over.columns.lowerBound)
    }
    var cone = segment.cone
    forEachTile(of: &cone, within: bounds) { tile, _ in visit(tile) }
  }
}
