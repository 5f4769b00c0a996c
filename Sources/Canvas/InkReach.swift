extension [InkSegment] {
  /// The smallest rectangle around all pixels that opaque ink of these pieces touches, without drawing more than the
  /// pieces at its edges.
  ///
  /// - Parameter size: of a canvas that holds all of them.
  /// - Returns: `nil` if there are none, or one is so thin that its end may leave a pixel of no coverage.
  public func opaqueInkBounds(on size: PixelSize) -> PixelRect? {
    guard let first, allSatisfy({ Swift.min($0.startRadius, $0.endRadius).rawValue >= Self.leastRadius }) else {
      return nil
    }
    let reach = dropFirst().reduce(into: SubpixelReach(first)) { $0.formUnion(SubpixelReach($1)) }
    var coverage = CoverageLayer(size: size)
    for edge in reach.edges {
      for piece in self where !piece.bounds.intersection(edge).isEmpty { coverage.add(piece, onTilesOver: edge) }
    }
    return coverage.bounds
  }

  /// Two pixels.
  private static var leastRadius: Int32 { 512 }
}

/// A rectangle in 1/256 pixel.
private struct SubpixelReach {
  private var left: Int
  private var top: Int
  private var right: Int
  private var bottom: Int

  init(_ piece: InkSegment) {
    let (a, b) = (Int(piece.startRadius.rawValue), Int(piece.endRadius.rawValue))
    left = min(Int(piece.start.x) - a, Int(piece.end.x) - b)
    top = min(Int(piece.start.y) - a, Int(piece.end.y) - b)
    right = max(Int(piece.start.x) + a, Int(piece.end.x) + b)
    bottom = max(Int(piece.start.y) + a, Int(piece.end.y) + b)
  }

  mutating func formUnion(_ other: SubpixelReach) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  /// The columns and rows of pixels at each side of which some are covered at the latest: a disc of two pixels or more
  /// covers something of the second within it, and at most something of the one beside it.
  var edges: [PixelRect] {
    let (x, y) = ((left >> 8) - 1, (top >> 8) - 1)
    let (width, height) = (((right + 255) >> 8) + 1 - x, ((bottom + 255) >> 8) + 1 - y)
    return [
      PixelRect(x: x, y: y, width: 4, height: height), PixelRect(x: x + width - 4, y: y, width: 4, height: height),
      PixelRect(x: x, y: y, width: width, height: 4), PixelRect(x: x, y: y + height - 4, width: width, height: 4),
    ]
  }
}

extension CoverageLayer {
  /// Adds as much of a piece as lies on the tiles of a rectangle.
  fileprivate mutating func add(_ piece: InkSegment, onTilesOver rect: PixelRect) {
    var cone = piece.cone
    grid.forEachTile(of: &cone, within: piece.bounds.intersection(rect)) { index, cone in
      kernels.cover(&cone, tile: grid.position(at: index), coverage: writableBytes(at: index))
    }
  }

  /// The smallest rectangle around all pixels of any coverage.
  fileprivate var bounds: PixelRect? {
    var bounds: PixelRect?
    for index in occupied {
      guard let own = tiles[index]?.bounds else { continue }
      let origin = grid.position(at: index).bounds
      let placed = PixelRect(x: origin.x + own.x, y: origin.y + own.y, width: own.width, height: own.height)
      bounds = bounds.map { $0.union(placed) } ?? placed
    }
    return bounds
  }
}

extension CoverageTile {
  fileprivate var bounds: PixelRect? {
    var columns = [UInt64](repeating: 0, count: Tile.side / 8)
    var (top, bottom) = (Tile.side, -1)
    for row in 0..<Tile.side {
      var any: UInt64 = 0
      for word in columns.indices {
        let value = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: row * Tile.side + word * 8, as: UInt64.self)
        columns[word] |= value
        any |= value
      }
      if any != 0 { (top, bottom) = (min(top, row), row) }
    }
    guard bottom >= 0, let first = columns.firstIndex(where: { $0 != 0 }),
      let last = columns.lastIndex(where: { $0 != 0 })
    else { return nil }
    let left = first * 8 + UInt64(littleEndian: columns[first]).trailingZeroBitCount / 8
    let right = last * 8 + 7 - UInt64(littleEndian: columns[last]).leadingZeroBitCount / 8
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
