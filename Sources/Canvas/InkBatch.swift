import CCoverage
import Dispatch
import Synchronization

/// What a stroke does to the ink below it.
public enum InkPaint: Hashable, Sendable {
  case ink(PixelColor)
  /// Takes ink away.
  case erasure

  public func layer(_ coverage: CoverageLayer) -> InkLayer {
    switch self {
    case .ink(let color): .ink(coverage, color)
    case .erasure: .erase(coverage)
    }
  }
}

/// Finished strokes on their way into an image.
///
/// They are drawn together, tile by tile: all strokes on one tile while its pixels are in the processor's cache, the
/// tiles on several threads. A stroke needs no coverage of its own, of which the table of tiles alone costs as much as
/// ten pieces. The pixels are the same.
public struct InkBatch: Sendable {
  fileprivate struct Stroke {
    /// The number of pieces up to its last.
    var end: Int
    var paint: InkPaint
  }

  fileprivate private(set) var pieces: [InkSegment] = []
  fileprivate private(set) var strokes: [Stroke] = []
  /// In how many tiles pieces may lie, each counted with its tiles: wide pieces lie in hundreds.
  private var places = 0

  /// Beyond so many pieces, which take 4 MB with their places, more strokes do not make drawing faster.
  private static let most = 1 << 16
  /// Where another thread draws meanwhile: so many take a few milliseconds.
  private static let mostAhead = 1 << 14

  public init() {}

  public var isEmpty: Bool { pieces.isEmpty }

  /// Whether it is time to draw it, so that memory stays bounded.
  ///
  /// - Parameter threads: how many draw; with several, one of them draws while the others bring more strokes.
  public func isFull(threads: Int) -> Bool {
    let limit = threads > 1 ? Self.mostAhead : Self.most
    return pieces.count >= limit || places >= 8 * limit
  }

  /// Adds a stroke on top of those before.
  public mutating func add(_ stroke: [InkSegment], _ paint: InkPaint) {
    guard !stroke.isEmpty else { return }
    pieces.append(contentsOf: stroke)
    places += stroke.reduce(0) { $0 + $1.bounds.mostTiles }
    strokes.append(Stroke(end: pieces.count, paint: paint))
  }

  public mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    strokes.removeAll(keepingCapacity: true)
    places = 0
  }
}

extension PixelRect {
  /// Tiles that it can lie in, wherever it is.
  fileprivate var mostTiles: Int { (width / Tile.side + 2) * (height / Tile.side + 2) }
}

extension TiledImage {
  /// Makes all strokes of a batch part of the image, in their order.
  ///
  /// - Parameters:
  ///   - threads: how many to work with; the pixels do not depend on it.
  ///   - damage: takes in the tiles that they may have changed.
  public mutating func merge(_ batch: InkBatch, threads: Int, damage: inout Damage) {
    let bins = TileBins(batch.pieces, grid: grid)
    let work = bins.tiles.indices.filter { bin in
      tiles[bins.tiles[bin]] != nil || batch.hasInk(bins.members(of: bin))
    }
    for bin in work {
      damage.insertTile(bins.tiles[bin])
      _ = writablePixels(at: bins.tiles[bin])
    }
    let image = self
    inParallel(work.count, threads: threads) { place in
      let bin = work[place]
      guard let tile = image.tiles[bins.tiles[bin]] else { return }
      batch.draw(bins.members(of: bin), onto: tile.pixels, at: image.grid.position(at: bins.tiles[bin]))
    }
  }
}

extension InkBatch {
  /// Whether any of these pieces, given as indices, is of ink.
  fileprivate func hasInk(_ members: ArraySlice<Int32>) -> Bool {
    var stroke = 0
    return members.contains { member in
      while strokes[stroke].end <= member { stroke += 1 }
      return strokes[stroke].paint != .erasure
    }
  }

  /// Draws the pieces that touch a tile, given as indices in ascending order.
  fileprivate func draw(
    _ members: ArraySlice<Int32>, onto pixels: UnsafeMutablePointer<UInt32>, at position: TilePosition
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Tile.pixelCount) { coverage in
      guard let coverage = coverage.baseAddress else { return }
      coverage.initialize(repeating: 0, count: Tile.pixelCount)
      var rest = members
      var stroke = 0
      while let first = rest.first {
        while strokes[stroke].end <= first { stroke += 1 }
        let own = rest.prefix { $0 < strokes[stroke].end }
        rest = rest[own.endIndex...]
        draw(own, strokes[stroke].paint, onto: pixels, coverage: coverage, at: position)
      }
    }
  }

  /// Draws the pieces of one stroke.
  ///
  /// - Parameter coverage: all zeros, before and after.
  private func draw(
    _ members: ArraySlice<Int32>, _ paint: InkPaint, onto pixels: UnsafeMutablePointer<UInt32>,
    coverage: UnsafeMutablePointer<UInt8>, at position: TilePosition
  ) {
    let bounds = members.reduce(PixelRect.empty) { $0.union(pieces[Int($1)].bounds) }.intersection(position.bounds)
    guard !bounds.isEmpty else { return }
    let rows = touchreel_rows(bounds, in: position)
    let kernels = PixelKernels.best
    kernels.cover(members, of: pieces, tile: position, coverage: coverage)
    switch paint {
    case .ink(let color): kernels.ink(pixels, coverage, in: rows, color: color.premultiplied)
    case .erasure: kernels.erase(pixels, coverage, in: rows)
    }
    let height = Int(rows.y1 - rows.y0) * Tile.side
    (coverage + Int(rows.y0) * Tile.side).update(repeating: 0, count: height)
  }
}

/// An image onto which a batch is drawn beside the calling thread, which goes on to bring the next strokes: reading a
/// recording takes about as long as drawing it.
public final class InkInProgress: Sendable {
  private let result: Mutex<(image: TiledImage, damage: Damage)>
  private let work = DispatchGroup()

  /// - Parameter threads: how many to work with, beside the calling one.
  public init(_ image: consuming TiledImage, _ batch: InkBatch, threads: Int) {
    result = Mutex((image, Damage(size: image.size)))
    DispatchQueue.global(qos: .userInitiated).async(group: work) { [self] in
      result.withLock { $0.image.merge(batch, threads: threads, damage: &$0.damage) }
    }
  }

  /// Waits for the image, and for the damage that the batch has done.
  public func finished() -> (image: TiledImage, damage: Damage) {
    work.wait()
    return result.withLock { $0 }
  }
}
