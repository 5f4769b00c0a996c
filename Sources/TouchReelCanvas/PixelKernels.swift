import CTouchReelCoverage

/// A set of the pixel kernels; all sets compute the same bits.
struct PixelKernels: @unchecked Sendable {  // It points at a constant table of functions.
  let table: UnsafePointer<touchreel_kernels>

  /// The kernels for this processor.
  static let best = PixelKernels(table: touchreel_kernels_best())
  /// The kernels for processors with AVX2.
  static let avx2 = PixelKernels(table: touchreel_kernels_avx2())
  /// The kernels for the oldest processor of the architecture.
  static let baseline = PixelKernels(table: touchreel_kernels_baseline())
  /// The baseline, computing every pixel of each touched tile.
  static let exhaustive = PixelKernels(table: touchreel_kernels_exhaustive())

  func cover(
    _ cones: UnsafePointer<touchreel_cone>, count: Int = 1, tile: TilePosition, coverage: UnsafeMutablePointer<UInt8>
  ) {
    table.pointee.cover(
      cones, Int32(count), Int32(tile.column * Tile.side), Int32(tile.row * Tile.side), coverage)
  }

  /// Raises the coverage of a tile to that of some of the segments, given as indices.
  func cover(
    _ members: ArraySlice<Int32>, of segments: [InkSegment], tile: TilePosition, coverage: UnsafeMutablePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: touchreel_cone.self, capacity: Self.conesAtOnce) { cones in
      guard let base = cones.baseAddress else { return }
      for first in stride(from: members.startIndex, to: members.endIndex, by: Self.conesAtOnce) {
        let some = members[first..<min(first + Self.conesAtOnce, members.endIndex)]
        for (index, member) in some.enumerated() { (base + index).initialize(to: segments[Int(member)].cone) }
        cover(base, count: some.count, tile: tile, coverage: coverage)
      }
    }
  }

  private static let conesAtOnce = 32

  func ink(
    _ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, in rows: touchreel_rows, color: UInt32
  ) {
    table.pointee.ink(pixels, coverage, rows, color)
  }

  func inkUnder(
    _ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, in rows: touchreel_rows, color: UInt32
  ) {
    table.pointee.ink_under(pixels, coverage, rows, color)
  }

  func erase(_ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, in rows: touchreel_rows) {
    table.pointee.erase(pixels, coverage, rows)
  }

  func over(_ row: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, count: Int) {
    table.pointee.over(row, pixels, Int32(count))
  }

  /// - Parameter bytes: with room for 8 more than three times the count.
  func rgb(_ bytes: UnsafeMutablePointer<UInt8>, _ pixels: UnsafePointer<UInt32>, count: Int) {
    table.pointee.rgb(bytes, pixels, Int32(count))
  }

  func raise(_ coverage: UnsafeMutablePointer<UInt8>, to mask: UnsafePointer<UInt8>, count: Int) {
    table.pointee.raise(coverage, mask, Int32(count))
  }
}

extension touchreel_rows {
  static let all = touchreel_rows(x0: 0, y0: 0, x1: Int32(Tile.side), y1: Int32(Tile.side))

  /// The rectangle in pixels of its tile, widened to multiples of 8.
  init(_ rect: PixelRect, in tile: TilePosition) {
    let x = rect.x - tile.column * Tile.side
    let y = rect.y - tile.row * Tile.side
    self.init(
      x0: Int32(x & ~7), y0: Int32(y), x1: Int32((x + rect.width + 7) & ~7), y1: Int32(y + rect.height))
  }
}
