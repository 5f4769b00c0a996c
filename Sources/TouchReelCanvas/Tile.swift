import CTouchReelCoverage
import Glibc

/// 64×64 pixels of premultiplied BGRA, shared by reference and copied before it changes.
///
/// Its identity shows whether two images share it. Only this module can change a tile.
package final class Tile: @unchecked Sendable {  // Its pixels are written only while one owner holds it.
  /// Pixels on each side.
  package static let side = Int(TOUCHREEL_TILE_SIDE)
  static let pixelCount = side * side
  /// Memory that a tile takes.
  package static let byteCount = pixelCount * MemoryLayout<UInt32>.stride

  let pixels: UnsafeMutablePointer<UInt32>
  /// The block whose memory the pixels are in; `nil` if they have their own.
  private let block: TileBlock?

  /// A transparent tile, the one of this number in a block.
  init(in block: TileBlock, number: Int) {
    pixels = block.pixels + number * Self.pixelCount
    self.block = block
  }

  /// A transparent tile.
  init() {
    block = nil
    pixels = .allocate(capacity: Self.pixelCount)
    pixels.initialize(repeating: 0, count: Self.pixelCount)
  }

  convenience init(copying other: Tile) {
    self.init { $0.initialize(from: other.pixels, count: Self.pixelCount) }
  }

  /// - Parameter initialize: initializes all pixels.
  init(_ initialize: (UnsafeMutablePointer<UInt32>) -> Void) {
    block = nil
    pixels = .allocate(capacity: Self.pixelCount)
    initialize(pixels)
  }

  /// A tile of 4,096 pixels, row by row; `nil` where there are more or fewer.
  package init?(pixels source: UnsafeBufferPointer<UInt32>) {
    guard source.count == Self.pixelCount, let base = source.baseAddress else { return nil }
    block = nil
    pixels = .allocate(capacity: Self.pixelCount)
    pixels.initialize(from: base, count: Self.pixelCount)
  }

  deinit {
    if block == nil { pixels.deallocate() }
  }

  /// The 4,096 pixels, row by row, as 0xAARRGGBB.
  package func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: pixels, count: Self.pixelCount))
  }
}

extension Tile: Equatable {
  private static let blank = Tile()

  /// Whether all pixels are the same.
  package static func == (left: Tile, right: Tile) -> Bool {
    left === right || memcmp(left.pixels, right.pixels, byteCount) == 0
  }

  var isTransparent: Bool { self == Self.blank }

  /// The smallest rectangle around its pixels that are not transparent.
  var inkBounds: PixelRect? {
    var (left, top, right, bottom) = (Self.side, Self.side, -1, -1)
    for index in 0..<Self.pixelCount where pixels[index] != 0 {
      let (x, y) = (index % Self.side, index / Self.side)
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
    }
    return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

/// How tiles cover a canvas: row by row from the top left; those at the right and bottom may stick out.
struct TileGrid: Hashable, Sendable {
  let size: PixelSize
  let columns: Int
  let rows: Int

  init(size: PixelSize) {
    self.size = size
    columns = (size.width + Tile.side - 1) / Tile.side
    rows = (size.height + Tile.side - 1) / Tile.side
  }

  var count: Int { columns * rows }

  func index(of position: TilePosition) -> Int? {
    guard 0..<columns ~= position.column, 0..<rows ~= position.row else { return nil }
    return position.row * columns + position.column
  }

  func position(at index: Int) -> TilePosition {
    TilePosition(column: index % columns, row: index / columns)
  }

  /// The part of a tile that lies on the canvas, in pixels of the canvas.
  func bounds(at index: Int) -> PixelRect {
    position(at: index).bounds.intersection(size.bounds)
  }

  /// The tiles that share pixels with a rectangle of the canvas.
  func tiles(over rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    let inside = rect.intersection(size.bounds)
    guard !inside.isEmpty else { return (0..<0, 0..<0) }
    return (
      inside.x / Tile.side..<(inside.maxX - 1) / Tile.side + 1,
      inside.y / Tile.side..<(inside.maxY - 1) / Tile.side + 1
    )
  }
}

/// Where a tile lies on the canvas, counted in tiles.
package struct TilePosition: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The tile's pixels on the canvas.
  package var bounds: PixelRect {
    PixelRect(x: column * Tile.side, y: row * Tile.side, width: Tile.side, height: Tile.side)
  }
}
