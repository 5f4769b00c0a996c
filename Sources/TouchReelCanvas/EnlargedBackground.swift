import TouchReelClampedNumbers

extension PreparedBackground {
  /// A part of the background of a canvas, as it looks enlarged: colours between those of neighbouring pixels.
  ///
  /// - Parameters:
  ///   - part: in pixels of the enlarged canvas.
  ///   - factor: positive.
  ///   - size: of the canvas that this was made for.
  package func enlarged(_ part: PixelRect, by factor: Double, of size: PixelSize) -> PreparedBackground {
    if case .color = source { return self }
    let seen = PixelRect(
      minX: Int(clamping: Double(part.x) / factor) - 1, minY: Int(clamping: Double(part.y) / factor) - 1,
      maxX: Int(clamping: Double(part.maxX) / factor) + 2, maxY: Int(clamping: Double(part.maxY) / factor) + 2
    ).intersection(size.bounds)
    guard !seen.isEmpty, !part.isEmpty else { return self }
    let pixels = pixels(of: seen)
    let columns = Sampling(part.x..<part.maxX, of: seen.x..<seen.maxX, by: factor)
    let rows = Sampling(part.y..<part.maxY, of: seen.y..<seen.maxY, by: factor)
    return PreparedBackground(source: .picture(pixels.sampled(columns, rows)))
  }

  private func pixels(of rect: PixelRect) -> PixelBuffer {
    var buffer = PixelBuffer(size: rect.size)
    buffer.withTarget { target in
      for row in 0..<rect.height {
        guard let start = target.pixels(x: 0, y: row) else { return }
        fillRow(start, y: rect.y + row, columns: rect.x..<rect.maxX)
      }
    }
    return buffer
  }
}

/// Between which pixels those of an enlarged row or column lie.
private struct Sampling {
  private(set) var before: [Int] = []
  private(set) var after: [Int] = []
  /// How near to the second one, 0…1.
  private(set) var share: [Float] = []

  /// - Parameters:
  ///   - enlarged: pixels of the enlarged canvas.
  ///   - source: pixels of the canvas that are there; those at its ends go on beyond them.
  init(_ enlarged: Range<Int>, of source: Range<Int>, by factor: Double) {
    for pixel in enlarged {
      let position = (Double(pixel) + 0.5) / factor - 0.5 - Double(source.lowerBound)
      let clamped = min(max(position, 0), Double(source.count - 1))
      before.append(Int(clamping: clamped))
      after.append(min(Int(clamping: clamped) + 1, source.count - 1))
      share.append(Float(clamped - clamped.rounded(.down)))
    }
  }
}

extension PixelBuffer {
  fileprivate func sampled(_ columns: Sampling, _ rows: Sampling) -> PixelBuffer {
    var result = PixelBuffer(size: PixelSize(width: columns.share.count, height: rows.share.count))
    result.withTarget { target in
      for row in rows.share.indices {
        guard let start = target.pixels(x: 0, y: row) else { return }
        let (upper, lower) = (rows.before[row] * size.width, rows.after[row] * size.width)
        for column in columns.share.indices {
          let (left, right, share) = (columns.before[column], columns.after[column], columns.share[column])
          let above = components(upper + left) + (components(upper + right) - components(upper + left)) * share
          let below = components(lower + left) + (components(lower + right) - components(lower + left)) * share
          start[column] = Self.pixel(above + (below - above) * rows.share[row])
        }
      }
    }
    return result
  }

  @inline(__always)
  private func components(_ index: Int) -> SIMD4<Float> {
    let pixel = pixels[index]
    return SIMD4(SIMD4<UInt32>(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
  }

  @inline(__always)
  private static func pixel(_ components: SIMD4<Float>) -> UInt32 {
    let whole = SIMD4<UInt32>(components + 0.5)
    return whole.x << 24 | whole.y << 16 | whole.z << 8 | whole.w
  }
}
