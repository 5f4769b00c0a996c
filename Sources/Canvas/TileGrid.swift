/// How tiles cover a canvas: row by row from the top left; those at the right and bottom may stick out.
struct TileGrid: Hashable, Sendable {
  let size: PixelSize
  let columns: Int
  let rows: Int

  init(size: PixelSize) {
    self.size = size
    columns = (size.width + Tile.side - 1) / Tile.side
    rows = (size.height + Tile.side - 1) / Tile.side
  }

  var count: Int { columns * rows }

  func index(of position: TilePosition) -> Int? {
    guard 0..<columns ~= position.column, 0..<rows ~= position.row else { return nil }
    return position.row * columns + position.column
  }

  func position(at index: Int) -> TilePosition {
    TilePosition(column: index % columns, row: index / columns)
  }

  /// The part of a tile that lies on the canvas, in pixels of the canvas.
  func bounds(at index: Int) -> PixelRect {
    position(at: index).bounds.intersection(size.bounds)
  }

  /// The tiles that share pixels with a rectangle of the canvas.
  func tiles(over rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    let inside = rect.intersection(size.bounds)
    guard !inside.isEmpty else { return (0..<0, 0..<0) }
    return (
      inside.x / Tile.side..<(inside.maxX - 1) / Tile.side + 1,
      inside.y / Tile.side..<(inside.maxY - 1) / Tile.side + 1
    )
  }
}

/// Where a tile lies on the canvas, counted in tiles.
public struct TilePosition: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The tile's pixels on the canvas.
  public var bounds: PixelRect {
    PixelRect(x: column * Tile.side, y: row * Tile.side, width: Tile.side, height: Tile.side)
  }
}
