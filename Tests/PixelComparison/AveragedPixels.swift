public import TouchReelCanvas

extension PixelBuffer {
  /// The mean of each square of pixels, for opaque pixels; what is left over on the right and below has none.
  ///
  /// - Parameter side: of a square, in pixels.
  public func averaged(by side: Int) -> PixelBuffer {
    let small = PixelSize(width: size.width / side, height: size.height / side)
    var bytes: [UInt8] = []
    for y in 0..<small.height {
      for x in 0..<small.width { bytes += mean(PixelRect(x: x * side, y: y * side, width: side, height: side)) }
    }
    return bytes.withUnsafeBytes { PixelBuffer(size: small, StraightPixels($0, .rgb, stride: 3 * small.width)) }
  }

  /// Red, green and blue.
  private func mean(_ square: PixelRect) -> [UInt8] {
    var sums = [0, 0, 0]
    for y in square.y..<square.maxY {
      for x in square.x..<square.maxX {
        for (place, shift) in [UInt32(16), 8, 0].enumerated() { sums[place] += Int(self[x, y] >> shift & 255) }
      }
    }
    let count = square.width * square.height
    return sums.map { UInt8(($0 + count / 2) / count) }
  }
}
