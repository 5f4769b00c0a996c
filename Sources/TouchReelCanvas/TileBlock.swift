import Glibc

/// Memory for many tiles that are made together, all transparent, in pages as large as the system has: a thousand small
/// ones take as long as drawing on them. It goes with the last of its tiles.
final class TileBlock: @unchecked Sendable {  // Its tiles' pixels are written only while one owner holds them.
  /// Room for fewer is not worth a block.
  static let least = 128
  /// The largest size of a page.
  private static let alignment = 2 << 20

  let pixels: UnsafeMutablePointer<UInt32>
  private let mapping: UnsafeMutableRawBufferPointer

  /// - Returns: `nil` if the system has no memory for so many tiles.
  init?(count: Int) {
    let length = (count * Tile.byteCount + Self.alignment - 1) & ~(Self.alignment - 1)
    // Zeros, and none of it in use before it is written to.
    guard
      let start = mmap(
        nil, length + Self.alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      start != MAP_FAILED
    else { return nil }
    mapping = UnsafeMutableRawBufferPointer(start: start, count: length + Self.alignment)
    let tiles = start.alignedUp(toMultipleOf: Self.alignment)
    // Where the system has no large pages, small ones do as well.
    _ = madvise(tiles, length, MADV_HUGEPAGE)
    pixels = tiles.bindMemory(to: UInt32.self, capacity: count * Tile.pixelCount)
  }

  deinit { munmap(mapping.baseAddress, mapping.count) }
}
