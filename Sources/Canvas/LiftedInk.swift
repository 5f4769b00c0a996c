import CCoverage

/// Committed ink of which a part moves, shown in the tiles that the moving part touches instead of what is committed
/// there: an image below, then strata of moving ink and an image above it, bottom to top.
public struct LiftedInk: Sendable {
  /// Ink that moves, and the image between it and the next.
  public struct Stratum: Sendable {
    /// Bottom to top.
    public var ink: [InkLayer]
    public var above: TiledImage

    public init(ink: [InkLayer], above: TiledImage) {
      self.ink = ink
      self.above = above
    }
  }

  let below: TiledImage
  private let strata: [Stratum]
  private let pieces: TilePieces

  /// Layers and images of another size than the lowest one are left out.
  public init(below: TiledImage, strata: [Stratum]) {
    self.below = below
    self.strata = strata.filter { $0.above.grid == below.grid }
    pieces = TilePieces(self.strata.map(\.ink), grid: below.grid)
  }

  /// The tiles that the moving ink touches, whole.
  public var damage: Damage {
    var damage = Damage(size: below.size)
    for index in 0..<below.grid.count where touches(index) { damage.insertTile(index) }
    return damage
  }

  func touches(_ index: Int) -> Bool { !pieces.of(index).isEmpty }

  /// Composites moving ink and the images above it over the lowest image's part of a tile.
  func composite(onto pixels: UnsafeMutablePointer<UInt32>, at index: Int, in rows: touchreel_rows) {
    var rest = pieces.of(index)
    for (number, stratum) in strata.enumerated() {
      while let piece = rest.first, piece.stratum == Int32(number) {
        piece.composite(onto: pixels, in: rows)
        rest = rest.dropFirst()
      }
      guard let tile = stratum.above.tiles[index] else { continue }
      rows.eachRow { place, count in PixelKernels.best.over(pixels + place, tile.pixels + place, count: count) }
    }
  }
}

/// The parts of many layers, sorted by tiles, so that a tile is composed without a look at all layers.
private struct TilePieces: @unchecked Sendable {  // It points at tiles that its owner keeps, and that are only read.
  struct Piece {
    let stratum: Int32
    let isErasure: Bool
    let color: UInt32
    let coverage: UnsafePointer<UInt8>

    init(_ layer: InkLayer, of stratum: Int32, _ coverage: UnsafePointer<UInt8>) {
      self.stratum = stratum
      self.coverage = coverage
      switch layer {
      case .ink(_, let color): (isErasure, self.color) = (false, color.premultiplied)
      case .erase: (isErasure, color) = (true, 0)
      }
    }

    @inline(__always)
    func composite(onto pixels: UnsafeMutablePointer<UInt32>, in rows: touchreel_rows) {
      if isErasure {
        PixelKernels.best.erase(pixels, coverage, in: rows)
      } else {
        PixelKernels.best.ink(pixels, coverage, in: rows, color: color)
      }
    }
  }

  /// Where each tile's pieces start; one more than tiles.
  private var starts: [Int]
  private var sorted: [Piece] = []

  init(_ strata: [[InkLayer]], grid: TileGrid) {
    let layers = strata.enumerated().flatMap { number, ink in
      ink.lazy.filter { $0.coverage.grid == grid }.map { (Int32(number), $0) }
    }
    starts = Array(repeating: 0, count: grid.count + 1)
    for (_, layer) in layers {
      for index in layer.coverage.occupied { starts[index + 1] += 1 }
    }
    for index in 0..<grid.count { starts[index + 1] += starts[index] }
    sort(layers)
  }

  private mutating func sort(_ layers: [(stratum: Int32, layer: InkLayer)]) {
    var places = starts
    var pieces = [Piece?](repeating: nil, count: starts[starts.count - 1])
    for (stratum, layer) in layers {
      let coverage = layer.coverage
      for index in coverage.occupied {
        pieces[places[index]] = coverage.tiles[index].map { Piece(layer, of: stratum, $0.bytes) }
        places[index] += 1
      }
    }
    sorted = pieces.compactMap(\.self)
  }

  @inline(__always)
  func of(_ tile: Int) -> ArraySlice<Piece> { sorted[starts[tile]..<starts[tile + 1]] }
}
