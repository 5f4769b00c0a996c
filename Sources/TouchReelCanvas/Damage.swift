/// The part of the picture that changed: touched tiles, and a rectangle in each.
public struct Damage: Sendable {
  /// A rectangle within a tile, half-open; of no width where the tile is untouched.
  struct Part: Sendable {
    var minX: UInt8 = 0
    var minY: UInt8 = 0
    var maxX: UInt8 = 0
    var maxY: UInt8 = 0

    static let whole = Part(minX: 0, minY: 0, maxX: UInt8(Tile.side), maxY: UInt8(Tile.side))

    var isEmpty: Bool { maxX == 0 }

    mutating func formUnion(_ other: Part) {
      minX = min(minX, other.minX)
      minY = min(minY, other.minY)
      maxX = max(maxX, other.maxX)
      maxY = max(maxY, other.maxY)
    }
  }

  let grid: TileGrid
  private(set) var parts: [Part]
  private(set) var touched: [Int]

  /// No damage of a picture of this size.
  public init(size: PixelSize) {
    grid = TileGrid(size: size)
    parts = Array(repeating: Part(), count: grid.count)
    touched = []
  }

  /// The whole picture.
  package static func everything(of size: PixelSize) -> Damage {
    var damage = Damage(size: size)
    damage.insert(size.bounds)
    return damage
  }

  /// The size of the picture.
  public var size: PixelSize { grid.size }
  /// Whether nothing changed.
  public var isEmpty: Bool { touched.isEmpty }

  /// The touched tiles, in the order in which they were first touched.
  package var tiles: [TilePosition] { touched.map(grid.position(at:)) }

  /// The damage, a rectangle for each touched tile.
  public var rects: [PixelRect] { touched.map(rect(at:)) }

  /// The smallest rectangle that holds all damage.
  public var bounds: PixelRect {
    touched.reduce(.empty) { $0.union(rect(at: $1)) }
  }

  /// Forgets all damage; storage is kept.
  public mutating func reset() {
    for index in touched { parts[index] = Part() }
    touched.removeAll(keepingCapacity: true)
  }

  /// Adds what another one holds; no effect if that is of a picture of another size.
  public mutating func formUnion(_ other: Damage) {
    guard other.grid == grid else { return }
    for index in other.touched { insert(other.parts[index], at: index) }
  }

  /// Adds the tiles, whole, in which both layers have coverage.
  package mutating func formUnion(_ layer: CoverageLayer, where other: CoverageLayer) {
    guard layer.grid == grid, other.grid == grid else { return }
    for index in layer.occupied where other.tile(at: index) != nil { insertTile(index) }
  }

  /// The touched tiles that another damage of this size does not touch.
  package func subtracting(_ other: Damage) -> Damage {
    guard other.grid == grid else { return self }
    var rest = Damage(size: grid.size)
    for index in touched where !other.touches(index) { rest.insert(parts[index], at: index) }
    return rest
  }

  /// Adds a rectangle, clipped to the picture.
  public mutating func insert(_ rect: PixelRect) {
    let inside = rect.intersection(grid.size.bounds)
    let over = grid.tiles(over: inside)
    for row in over.rows {
      for column in over.columns {
        insert(inside, ofTile: TilePosition(column: column, row: row), at: row * grid.columns + column)
      }
    }
  }
}

extension Damage {
  /// A touched tile's damage in pixels of the picture.
  func rect(at index: Int) -> PixelRect {
    let part = parts[index]
    let origin = grid.position(at: index).bounds
    return PixelRect(
      minX: origin.x + Int(part.minX), minY: origin.y + Int(part.minY),
      maxX: min(origin.x + Int(part.maxX), grid.size.width), maxY: min(origin.y + Int(part.maxY), grid.size.height))
  }

  func touches(_ index: Int) -> Bool { !parts[index].isEmpty }

  mutating func insertTile(_ index: Int) { insert(.whole, at: index) }

  /// Adds the part of a rectangle that lies on a tile; they have a pixel in common.
  mutating func insert(_ rect: PixelRect, ofTile position: TilePosition, at index: Int) {
    let tile = position.bounds
    let inside = rect.intersection(tile)
    guard !inside.isEmpty else { return }
    insert(
      Part(
        minX: UInt8(inside.x - tile.x), minY: UInt8(inside.y - tile.y),
        maxX: UInt8(inside.maxX - tile.x), maxY: UInt8(inside.maxY - tile.y)), at: index)
  }

  private mutating func insert(_ part: Part, at index: Int) {
    if parts[index].isEmpty {
      parts[index] = part
      touched.append(index)
    } else {
      parts[index].formUnion(part)
    }
  }
}
