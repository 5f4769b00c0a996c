/// A picture in one piece of memory: premultiplied BGRA, row by row.
public struct PixelBuffer: Hashable, Sendable {
  public let size: PixelSize
  /// `size.width * size.height` pixels, 0xAARRGGBB.
  public private(set) var pixels: [UInt32]

  public init(size: PixelSize, filledWith pixel: UInt32 = 0) {
    self.size = size
    pixels = Array(repeating: pixel, count: size.width * size.height)
  }

  /// The pixel, or 0 outside the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    return pixels[y * size.width + x]
  }

  /// The pixels for writing, together with their layout.
  public mutating func withTarget<Result>(_ body: (PixelTarget) -> Result) -> Result {
    let size = size
    return pixels.withUnsafeMutableBufferPointer { buffer in
      body(PixelTarget(pixels: buffer, stride: size.width, size: size))
    }
  }
}

/// Memory of a caller to draw into, such as a window's buffer.
public struct PixelTarget: @unchecked Sendable {  // Workers that share it write disjoint tiles.
  private var base: UnsafeMutablePointer<UInt32>?
  /// Pixels from one row to the next.
  let stride: Int
  /// The part of the picture that it holds.
  private(set) var bounds: PixelRect

  /// Memory smaller than the size and stride need is left alone: nothing is drawn.
  public init(pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int, size: PixelSize) {
    let fits = stride >= size.width && (size.height == 0 || (size.height - 1) * stride + size.width <= pixels.count)
    base = fits ? pixels.baseAddress : nil
    bounds = fits ? size.bounds : .empty
    self.stride = stride
  }

  /// The same memory for a part of the picture farther down.
  func beginning(atRow row: Int) -> PixelTarget {
    var target = self
    target.bounds.y = row
    return target
  }

  /// Where a pixel of the picture lies; it is within the bounds.
  func pixels(x: Int, y: Int) -> UnsafeMutablePointer<UInt32>? {
    base.map { $0 + (y - bounds.y) * stride + x }
  }
}
