import CTouchReelCoverage
import Dispatch
import Synchronization

/// What a stroke does to the ink below it.
package enum InkPaint: Hashable, Sendable {
  case ink(PixelColor)
  /// Below all that is there.
  case underlay(PixelColor)
  /// Takes ink away.
  case erasure
  /// An image instead of a colour.
  case image(ImagePaint)

  /// A layer of this paint where the coverage is.
  package func layer(_ coverage: CoverageLayer) -> InkLayer {
    switch self {
    case .ink(let color): .ink(coverage, color)
    case .underlay(let color): .underlay(coverage, color)
    case .erasure: .erase(coverage)
    case .image(let paint): .image(coverage, paint)
    }
  }
}

/// Ink on its way into an image: what one coverage would hold.
package struct UnmergedInk: Sendable {
  /// The pieces of round ink, not drawn yet.
  package var pieces: [InkSegment]
  /// What else it covers; `nil` if that is nothing.
  package var drawn: CoverageLayer?
  package var paint: InkPaint

  package init(_ pieces: [InkSegment], drawn: CoverageLayer? = nil, _ paint: InkPaint) {
    (self.pieces, self.drawn, self.paint) = (pieces, drawn, paint)
  }

  /// All drawn.
  package init(_ layer: InkLayer) {
    switch layer {
    case .ink(let coverage, let color): self.init([], drawn: coverage, .ink(color))
    case .underlay(let coverage, let color): self.init([], drawn: coverage, .underlay(color))
    case .erase(let coverage): self.init([], drawn: coverage, .erasure)
    case .image(let coverage, let paint): self.init([], drawn: coverage, .image(paint))
    }
  }
}

/// Finished strokes on their way into an image.
///
/// They are drawn together, tile by tile: all strokes on one tile while its pixels are in the processor's cache, the
/// tiles on several threads. A stroke needs no coverage of its own, of which the table of tiles alone costs as much as
/// ten pieces. The pixels are the same.
package struct InkBatch: Sendable {
  fileprivate struct Stroke {
    /// The number of pieces up to its last.
    var end: Int
    var paint: InkPaint
  }

  fileprivate private(set) var pieces: [InkSegment] = []
  fileprivate private(set) var strokes: [Stroke] = []
  /// The number of tiles in which pieces may lie, each counted with its tiles: wide pieces lie in hundreds.
  private var tileCount = 0

  /// The most pieces, which take 4 MB with their tiles: with more, drawing does not become faster.
  private static let most = 1 << 16
  /// Where another thread draws meanwhile: so many take two milliseconds or three.
  private static let mostAhead = 1 << 13

  package init() {}

  package var isEmpty: Bool { pieces.isEmpty }

  /// Whether it is time to draw it, so that memory stays bounded.
  ///
  /// - Parameter threads: how many draw; with several, one of them draws while the others bring more strokes.
  package func isFull(threads: Int) -> Bool {
    let limit = threads > 1 ? Self.mostAhead : Self.most
    return pieces.count >= limit || tileCount >= 8 * limit
  }

  /// Adds a stroke on top of those before.
  package mutating func add(_ stroke: [InkSegment], _ paint: InkPaint) {
    guard !stroke.isEmpty else { return }
    pieces.append(contentsOf: stroke)
    tileCount += stroke.reduce(0) { $0 + $1.bounds.mostTiles }
    strokes.append(Stroke(end: pieces.count, paint: paint))
  }

  package mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    strokes.removeAll(keepingCapacity: true)
    tileCount = 0
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
  ///   - batch: the strokes.
  ///   - threads: how many to work with; the pixels do not depend on it.
  ///   - damage: takes in the tiles that they may have changed.
  package mutating func merge(_ batch: InkBatch, threads: Int, damage: inout Damage) {
    let work = InkOnTiles(batch, on: &self, damage: &damage)
    inParallel(work.count, threads: threads, work.draw)
  }
}

/// A batch on the tiles that it changes, each of which can be drawn on any thread.
private struct InkOnTiles: Sendable {
  private let batch: InkBatch
  private let bins: TileBins
  /// The bins with something to draw.
  private let work: [Int]
  private let image: TiledImage

  /// Makes the tiles writable.
  init(_ batch: InkBatch, on image: inout TiledImage, damage: inout Damage) {
    let bins = TileBins(batch.pieces, grid: image.grid)
    let work = bins.tiles.indices.filter { bin in
      image.tiles[bins.tiles[bin]] != nil || batch.hasInk(bins.members(of: bin))
    }
    image.makeTiles(at: work.lazy.map { bins.tiles[$0] })
    for bin in work {
      damage.insertTile(bins.tiles[bin])
      _ = image.writablePixels(at: bins.tiles[bin])
    }
    (self.batch, self.bins, self.work, self.image) = (batch, bins, work, image)
  }

  /// How many tiles there are.
  var count: Int { work.count }

  /// - Parameter index: below ``count``, each once.
  @Sendable
  func draw(_ index: Int) {
    let bin = work[index]
    guard let tile = image.tiles[bins.tiles[bin]] else { return }
    batch.draw(bins.members(of: bin), onto: tile.pixels, at: image.grid.position(at: bins.tiles[bin]))
  }
}

extension TiledImage {
  /// Makes those tiles that are not there, if they are many.
  fileprivate mutating func makeTiles(at indices: some Sequence<Int>) {
    let missing = indices.filter { tiles[$0] == nil }
    guard missing.count >= TileBlock.least, let block = TileBlock(count: missing.count) else { return }
    for (number, index) in missing.enumerated() { tiles[index] = Tile(in: block, number: number) }
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
  @inline(__always)
  fileprivate func draw(
    _ members: ArraySlice<Int32>, onto pixels: UnsafeMutablePointer<UInt32>, at position: TilePosition
  ) {
    InkedTile.draw(onto: pixels, at: position) { tile in
      var rest = members
      var stroke = 0
      while let first = rest.first {
        while strokes[stroke].end <= first { stroke += 1 }
        let own = rest.prefix { $0 < strokes[stroke].end }
        rest = rest[own.endIndex...]
        tile.draw(own, of: pieces, strokes[stroke].paint)
      }
    }
  }
}

/// An image onto which a batch is drawn beside the calling thread, which goes on to bring the next strokes: reading a
/// recording takes about as long as drawing it. Whoever comes for the image before it is finished draws as well.
package final class InkInProgress: Sendable {
  private let image: TiledImage
  private let damage: Damage
  private let ink: InkOnTiles
  private let next = Atomic(0)
  private let work = DispatchGroup()

  /// - Parameters:
  ///   - image: what the strokes are drawn on.
  ///   - batch: the strokes.
  ///   - threads: how many to work with, beside the calling one.
  package init(_ image: consuming TiledImage, _ batch: InkBatch, threads: Int) {
    var damage = Damage(size: image.size)
    ink = InkOnTiles(batch, on: &image, damage: &damage)
    (self.image, self.damage) = (image, damage)
    for _ in 0..<min(threads, ink.count) {
      DispatchQueue.global(qos: .userInitiated).async(group: work) { [self] in drawTiles() }
    }
  }

  /// Draws what no other thread has begun, then waits for the image, and for the damage that the batch has done.
  package func finished() -> (image: TiledImage, damage: Damage) {
    drawTiles()
    work.wait()
    return (image, damage)
  }

  private func drawTiles() {
    var index = next.add(1, ordering: .relaxed).oldValue
    while index < ink.count {
      ink.draw(index)
      index = next.add(1, ordering: .relaxed).oldValue
    }
  }
}
