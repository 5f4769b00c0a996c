/// A picture as encoders of video take it: a plane of brightness, and two of colour at half the width and height, each
/// colour that of the four pixels that it lies in the middle of.
///
/// Brightness and colours are those of high-definition television (ITU-R BT.709) in its limited range: 16…235 and
/// 16…240. Sides are even: an odd one gets a copy of its last row or column. What is translucent lies on white.
package struct VideoFrame: Sendable {
  /// The size, in pixels, both sides even.
  package let size: PixelSize
  /// The three planes, one after another, row by row.
  package private(set) var bytes: [UInt8]
  private let shown: PixelSize

  /// - Parameter shown: of the pictures.
  package init(of shown: PixelSize) {
    self.shown = shown
    size = Self.size(of: shown)
    bytes = Array(repeating: 0, count: size.width * size.height * 3 / 2)
  }

  /// The size of frames of pictures: sides that are odd get another column or row.
  package static func size(of shown: PixelSize) -> PixelSize {
    PixelSize(width: (shown.width + 1) & ~1, height: (shown.height + 1) & ~1)
  }

  /// Converts what has changed of a picture.
  package mutating func update(from picture: PixelBuffer, _ damage: Damage) {
    guard picture.size == shown, damage.size == shown else { return }
    picture.pixels.withUnsafeBufferPointer { pixels in
      bytes.withUnsafeMutableBufferPointer { bytes in
        guard let pixels = pixels.baseAddress, let bytes = bytes.baseAddress else { return }
        let conversion = Conversion(pixels: pixels, shown: shown, bytes: bytes, size: size)
        for tile in damage.touched { conversion.convert(damage.rect(at: tile)) }
      }
    }
  }
}

/// A picture on its way into the planes.
private struct Conversion {
  let pixels: UnsafePointer<UInt32>
  let shown: PixelSize
  let bytes: UnsafeMutablePointer<UInt8>
  let size: PixelSize

  /// Converts whole blocks of four pixels, which a rectangle may touch in part.
  func convert(_ rect: PixelRect) {
    for y in stride(from: rect.y & ~1, to: rect.maxY, by: 2) {
      var x = rect.x & ~1
      while x < rect.maxX {
        convertBlock(x, y)
        x += 2
        // Most of a picture is of one colour.
        while x < rect.maxX, repeatsBlock(x, y) {
          repeatBlock(x, y)
          x += 2
        }
      }
    }
  }

  /// Whether a block has the same pixels as the one on its left.
  @inline(__always)
  private func repeatsBlock(_ x: Int, _ y: Int) -> Bool {
    guard x + 1 < shown.width, y + 1 < shown.height else { return false }
    let above = UnsafeRawPointer(pixels + y * shown.width + x)
    let below = above + 4 * shown.width
    func pair(_ row: UnsafeRawPointer, _ offset: Int) -> UInt64 {
      row.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    return pair(above, 0) == pair(above, -8) && pair(below, 0) == pair(below, -8)
  }

  @inline(__always)
  private func repeatBlock(_ x: Int, _ y: Int) {
    let (above, below) = (y * size.width + x, (y + 1) * size.width + x)
    (bytes[above], bytes[above + 1]) = (bytes[above - 2], bytes[above - 1])
    (bytes[below], bytes[below + 1]) = (bytes[below - 2], bytes[below - 1])
    let chroma = size.width * size.height + (y / 2) * (size.width / 2) + x / 2
    bytes[chroma] = bytes[chroma - 1]
    bytes[chroma + size.width * size.height / 4] = bytes[chroma + size.width * size.height / 4 - 1]
  }

  @inline(__always)
  private func convertBlock(_ x: Int, _ y: Int) {
    let (right, below) = (min(x + 1, shown.width - 1), min(y + 1, shown.height - 1))
    let first = brightness(pixels[y * shown.width + x], at: y * size.width + x)
    let second = brightness(pixels[y * shown.width + right], at: y * size.width + x + 1)
    let third = brightness(pixels[below * shown.width + x], at: (y + 1) * size.width + x)
    let fourth = brightness(pixels[below * shown.width + right], at: (y + 1) * size.width + x + 1)
    let sum = first &+ second &+ third &+ fourth
    let chroma = size.width * size.height + (y / 2) * (size.width / 2) + x / 2
    bytes[chroma] = UInt8(truncatingIfNeeded: Self.color(sum, SIMD4(28785, -22189, -6596, 0)))
    bytes[chroma + size.width * size.height / 4] = UInt8(
      truncatingIfNeeded: Self.color(sum, SIMD4(-2640, -26145, 28785, 0)))
  }

  /// Writes a pixel's brightness, and returns its blue, green and red on white.
  ///
  /// Weights are 0.0722, 0.7152 and 0.2126 times 219/255, in 1/65,536.
  @inline(__always)
  private func brightness(_ pixel: UInt32, at index: Int) -> SIMD4<Int32> {
    let white = Int32(255 - (pixel >> 24))
    let color = SIMD4<Int32>(
      Int32(pixel & 255) &+ white, Int32(pixel >> 8 & 255) &+ white, Int32(pixel >> 16 & 255) &+ white, 0)
    let sum = (color &* SIMD4(4064, 40254, 11966, 0)).wrappedSum()
    bytes[index] = UInt8(truncatingIfNeeded: (sum &+ 32_768) >> 16 &+ 16)
    return color
  }

  /// Weights are 224/255 of how far blue or red is from the brightness, scaled so that it reaches ±½, in 1/65,536; they
  /// add up to 0.
  @inline(__always)
  private static func color(_ sumOfFour: SIMD4<Int32>, _ weights: SIMD4<Int32>) -> Int32 {
    ((sumOfFour &* weights).wrappedSum() &+ 131_072) >> 18 &+ 128
  }
}
