import TouchReelCanvas

/// What becomes of composed pixels on their way into a block.
nonisolated extension PixelBuffer {
  /// Its only colour, if it is opaque and has no other.
  var soleColor: PixelColor? {
    guard let first = pixels.first, first >> 24 == 255, pixels.allSatisfy({ $0 == first }) else { return nil }
    return PixelColor(premultiplied: first)
  }

  /// A part of it, which can extend beyond it, where its border pixels are repeated.
  func part(_ rect: PixelRect) -> PixelBuffer {
    var part = PixelBuffer(size: PixelSize(width: rect.width, height: rect.height))
    part.withTarget { target in
      pixels.withUnsafeBufferPointer { source in
        for row in 0..<rect.height {
          guard let pixels = target.pixels(x: 0, y: row) else { return }
          copyRow(
            source, x: rect.x, y: rect.y + row, into: UnsafeMutableBufferPointer(start: pixels, count: rect.width))
        }
      }
    }
    return part
  }

  private func copyRow(
    _ source: UnsafeBufferPointer<UInt32>, x: Int, y: Int, into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let start = min(max(y, 0), size.height - 1) * size.width
    let inside = max(x, 0)..<max(min(x + target.count, size.width), max(x, 0))
    for column in 0..<inside.lowerBound - x { target[column] = source[start] }
    _ = UnsafeMutableBufferPointer(rebasing: target[(inside.lowerBound - x)...])
      .update(
        fromContentsOf: UnsafeBufferPointer(rebasing: source[start + inside.lowerBound..<start + inside.upperBound]))
    for column in inside.upperBound - x..<target.count { target[column] = source[start + size.width - 1] }
  }

  /// Smaller by 2^level, each pixel the mean of 2^level × 2^level.
  func reduced(by level: Int) -> PixelBuffer {
    var small = PixelBuffer(size: PixelSize(width: size.width >> level, height: size.height >> level))
    let reduced = small.size
    small.withTarget { target in
      pixels.withUnsafeBufferPointer { source in
        for row in 0..<reduced.height {
          guard let pixels = target.pixels(x: 0, y: row) else { return }
          for column in 0..<reduced.width { pixels[column] = mean(source, column << level, row << level, level) }
        }
      }
    }
    return small
  }

  private func mean(_ source: UnsafeBufferPointer<UInt32>, _ x: Int, _ y: Int, _ level: Int) -> UInt32 {
    var sum = SIMD4<UInt32>()
    for row in y..<y + 1 << level {
      for pixel in source[row * size.width + x..<row * size.width + x + 1 << level] {
        sum &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      }
    }
    let half = UInt32(1) << UInt32(2 * level - 1)
    let mean = (sum &+ SIMD4(repeating: half)) &>> SIMD4(repeating: UInt32(2 * level))
    return mean.x << 24 | mean.y << 16 | mean.z << 8 | mean.w
  }
}
