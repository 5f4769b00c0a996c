extension CoverageLayer {
  /// Adds what a path covers, and adds the pixels that it touches to the damage.
  ///
  /// Drawn by Cairo, band by band: however large the path, no more memory is taken than for the part on the canvas.
  package mutating func add(_ path: CanvasPath, style: PathStyle, damage: inout Damage) {
    let bounds = path.bounds(style: style).intersection(size.bounds)
    let over = grid.tiles(over: bounds)
    guard !over.columns.isEmpty else { return }
    let rowsAtOnce = max(1, (1 << 20) / (over.columns.count * Tile.pixelCount))
    for first in stride(from: over.rows.lowerBound, to: over.rows.upperBound, by: rowsAtOnce) {
      let rows = first..<min(first + rowsAtOnce, over.rows.upperBound)
      let band = PixelRect(
        minX: over.columns.lowerBound * Tile.side, minY: rows.lowerBound * Tile.side,
        maxX: min(over.columns.upperBound * Tile.side, size.width), maxY: min(rows.upperBound * Tile.side, size.height))
      guard let painter = CairoPainter(rect: band) else { continue }
      painter.draw(path, style: style)
      guard let mask = painter.mask else { continue }
      for row in rows {
        for column in over.columns { addTile(TilePosition(column: column, row: row), of: mask, damage: &damage) }
      }
      _ = consume painter
    }
  }

  private mutating func addTile(_ position: TilePosition, of mask: PathMask, damage: inout Damage) {
    let part = position.bounds.intersection(mask.rect)
    guard let index = grid.index(of: position), mask.covers(part) else { return }
    let bytes = writableBytes(at: index)
    for y in 0..<part.height {
      kernels.raise(bytes + y * Tile.side, to: mask.row(part.y + y, from: part.x), count: part.width)
    }
    damage.insert(part, ofTile: position, at: index)
  }
}

extension CanvasPath {
  /// All points of the path, its curves' control points among them.
  private var points: [SubpixelPoint] {
    elements.flatMap { element -> [SubpixelPoint] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, to: let end): [first, second, end]
      case .close: []
      }
    }
  }

  /// The pixels that it may touch.
  func bounds(style: PathStyle) -> PixelRect {
    let points = points
    guard let minX = points.map(\.x).min(), let maxX = points.map(\.x).max(),
      let minY = points.map(\.y).min(), let maxY = points.map(\.y).max()
    else { return .empty }
    let reach = style.reach
    return PixelRect(
      minX: Int(minX) >> 8 - reach, minY: Int(minY) >> 8 - reach,
      maxX: Int(maxX) >> 8 + reach + 1, maxY: Int(maxY) >> 8 + reach + 1)
  }

  /// An upper bound of its length in pixels.
  var length: Double {
    let points = points
    let open = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return 2 * open
  }
}

extension PathStyle {
  /// How many pixels beyond its points a path may reach.
  fileprivate var reach: Int {
    guard case .stroke(let stroke) = self else { return 1 }
    let factor = stroke.join == .miter ? 10 : 2
    return (Int(stroke.radius.rawValue) * factor) >> 8 + 2
  }
}

extension SubpixelPoint {
  /// The sum of the distances along both axes, in pixels; never less than the distance.
  fileprivate func distance(to other: SubpixelPoint) -> Double {
    Double((other.x - x).magnitude) / 256 + Double((other.y - y).magnitude) / 256
  }
}
