import CTouchReelCoverage

/// Images where they lie on a canvas: what a coverage is filled with.
package struct ImagePaint: Hashable, Sendable {
  private let images: [LyingImage]

  /// - Parameters:
  ///   - image: what is drawn.
  ///   - corner: where its upper left corner lies on the canvas, in pixels.
  ///   - right: where its upper right corner lies.
  ///   - below: where its lower left corner lies. Without an area nothing of it is seen.
  package init(
    _ image: EmbeddedImage, corner: (x: Double, y: Double), right: (x: Double, y: Double),
    below: (x: Double, y: Double)
  ) {
    images = [LyingImage(image, corner: corner, right: right, below: below)]
  }

  /// All images of several paints, later ones above earlier ones. Where an image goes on beyond its edge it is not
  /// seen: so the outermost pixels of each should be transparent.
  package init(_ paints: [ImagePaint]) { images = paints.flatMap(\.images).map(\.withinItself) }

  /// Whether any pixel of a canvas may be within an image.
  package func isSeen(on canvas: PixelSize) -> Bool { images.contains { $0.isSeen(on: canvas) } }

  /// The pixels of a row of the canvas.
  ///
  /// - Parameters:
  ///   - row: takes them.
  ///   - columns: which of the canvas.
  package func fill(_ row: UnsafeMutableBufferPointer<UInt32>, y line: Int, columns: Range<Int>) {
    row.update(repeating: 0)
    let part = PixelRect(minX: columns.lowerBound, minY: line, maxX: columns.upperBound, maxY: line + 1)
    for image in images {
      image.sample(within: part) { column, _, color in
        row[column - columns.lowerBound] = color.over(row[column - columns.lowerBound])
      }
    }
  }

  /// Composites it where a tile is covered.
  func composite(
    _ coverage: UnsafePointer<UInt8>, onto pixels: UnsafeMutablePointer<UInt32>, in rows: touchreel_rows,
    of tile: TilePosition
  ) {
    let bounds = tile.bounds
    let part = PixelRect(
      minX: bounds.x + Int(rows.x0), minY: bounds.y + Int(rows.y0), maxX: bounds.x + Int(rows.x1),
      maxY: bounds.y + Int(rows.y1))
    func index(_ column: Int, _ line: Int) -> Int { (line - bounds.y) * Tile.side + column - bounds.x }
    func isCovered(_ column: Int, _ line: Int) -> Bool { coverage[index(column, line)] > 0 }
    for image in images {
      image.sample(within: part, where: isCovered) { column, line, color in
        let index = index(column, line)
        pixels[index] = color.times(UInt32(coverage[index])).over(pixels[index])  // No trap: a byte
      }
    }
  }
}

extension UInt32 {
  /// A pixel of which only a part is there: each component is round(c · level / 255).
  fileprivate func times(_ level: UInt32) -> UInt32 {
    guard level < 255 else { return self }
    let (alpha, red) = (Self.product(self >> 24, level), Self.product(self >> 16 & 255, level))
    let (green, blue) = (Self.product(self >> 8 & 255, level), Self.product(self & 255, level))
    return alpha << 24 | red << 16 | green << 8 | blue
  }

  /// A premultiplied pixel over another one.
  fileprivate func over(_ other: UInt32) -> UInt32 {
    let rest = 255 - (self >> 24)
    guard rest > 0 else { return self }
    return self &+ other.times(rest)
  }

  private static func product(_ p: UInt32, _ q: UInt32) -> UInt32 {
    let t = p * q + 128
    return (t + (t >> 8)) >> 8
  }
}
