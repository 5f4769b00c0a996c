import CCoverage
import Glibc

/// 64×64 pixels of premultiplied BGRA, shared by reference and copied before it changes.
///
/// Its identity shows whether two images share it. Only this module can change a tile.
public final class Tile: @unchecked Sendable {  // Its pixels are written only while one owner holds it.
  /// Pixels on each side.
  public static let side = Int(TOUCHREEL_TILE_SIDE)
  static let pixelCount = side * side
  /// Memory that a tile takes.
  public static let byteCount = pixelCount * MemoryLayout<UInt32>.stride

  let pixels: UnsafeMutablePointer<UInt32>

  /// A transparent tile.
  init() {
    pixels = .allocate(capacity: Self.pixelCount)
    pixels.initialize(repeating: 0, count: Self.pixelCount)
  }

  init(copying other: Tile) {
    pixels = .allocate(capacity: Self.pixelCount)
    pixels.initialize(from: other.pixels, count: Self.pixelCount)
  }

  /// A tile of 4,096 pixels, row by row; `nil` where there are more or fewer.
  public init?(pixels source: UnsafeBufferPointer<UInt32>) {
    guard source.count == Self.pixelCount, let base = source.baseAddress else { return nil }
    pixels = .allocate(capacity: Self.pixelCount)
    pixels.initialize(from: base, count: Self.pixelCount)
  }

  deinit { pixels.deallocate() }

  /// The 4,096 pixels, row by row, as 0xAARRGGBB.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: pixels, count: Self.pixelCount))
  }
}

extension Tile: Equatable {
  private static let blank = Tile()

  /// Whether all pixels are the same.
  public static func == (left: Tile, right: Tile) -> Bool {
    left === right || memcmp(left.pixels, right.pixels, byteCount) == 0
  }

  var isTransparent: Bool { self == Self.blank }
}
