extension [InkSegment] {
  /// The smallest rectangle around all pixels that opaque ink of these pieces touches, without drawing more than the
  /// pieces at its edges.
  ///
  /// - Parameter size: of a canvas that holds all of them.
  /// - Returns: `nil` if there are none, or one is so thin that its end may leave a pixel of no coverage.
  package func opaqueInkBounds(on size: PixelSize) -> PixelRect? {
    guard !isEmpty, allSatisfy({ Swift.min($0.startRadius, $0.endRadius).rawValue >= Self.leastRadius }) else {
      return nil
    }
    let bounds = map(\.bounds)
    guard let left = edge(.left, bounds, on: size), let top = edge(.top, bounds, on: size),
      let right = edge(.right, bounds, on: size), let bottom = edge(.bottom, bounds, on: size)
    else { return nil }
    return PixelRect(minX: left.x, minY: top.y, maxX: right.maxX, maxY: bottom.maxY)
  }

  /// Two pixels.
  private static var leastRadius: Int32 { 512 }

  /// What lies farthest out on a side, as part of a rectangle of which the other sides say nothing.
  ///
  /// - Parameter bounds: those of the pieces: where they may touch pixels.
  private func edge(_ side: ReachSide, _ bounds: [PixelRect], on size: PixelSize) -> PixelRect? {
    guard var depth = bounds.map(side.depth).min() else { return nil }
    var coverage = CoverageLayer(size: size)
    // A disc of two pixels or more covers something of the second that it may touch, and surely of the one after.
    for _ in 0..<4 {
      for index in indices where side.depth(bounds[index]) == depth {
        coverage.add(self[index], onTilesOver: side.strip(of: bounds[index]))
      }
      depth += 1
      // No other piece reaches farther.
      if let found = coverage.bounds, side.depth(found) <= depth { return found }
    }
    return nil
  }
}

private enum ReachSide {
  case left, top, right, bottom

  /// Where a rectangle begins, seen from this side.
  func depth(_ rect: PixelRect) -> Int {
    switch self {
    case .left: rect.x
    case .top: rect.y
    case .right: -rect.maxX
    case .bottom: -rect.maxY
    }
  }

  /// So much of a rectangle as its edge can lie in.
  func strip(of rect: PixelRect) -> PixelRect {
    let width = 4
    return switch self {
    case .left: PixelRect(x: rect.x, y: rect.y, width: width, height: rect.height)
    case .top: PixelRect(x: rect.x, y: rect.y, width: rect.width, height: width)
    case .right: PixelRect(x: rect.maxX - width, y: rect.y, width: width, height: rect.height)
    case .bottom: PixelRect(x: rect.x, y: rect.maxY - width, width: rect.width, height: width)
    }
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
      guard let own = tile(at: index)?.bounds else { continue }
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
