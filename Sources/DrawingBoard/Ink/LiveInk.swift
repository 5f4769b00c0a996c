import Canvas
import Drawings

/// The pixels of one touch in progress. What it changes is collected as damage.
struct LiveInk: Sendable {
  enum Paint: Sendable {
    case ink(PixelColor)
    case erasure
  }

  let raster: Raster
  private let pace: RasterPace
  private(set) var damage: Damage
  /// What was drawn of the shape, bottom to top.
  private var shape: [InkLayer] = []
  /// What the shape is by now, where that has not been drawn yet.
  private var newShape: NewShape?
  /// Above the shape.
  private(set) var stroke: Stroke?

  private struct NewShape {
    var shape: Shape?
  }

  struct Stroke {
    fileprivate var paint: Paint
    fileprivate var coverage: CoverageLayer
    /// Pieces that are not in the coverage yet.
    fileprivate var queue: [InkSegment] = []
    fileprivate let pace: RasterPace
  }

  init(raster: Raster, pace: RasterPace) {
    self.raster = raster
    self.pace = pace
    damage = Damage(size: raster.pixels)
  }

  /// Bottom to top.
  var layers: [InkLayer] { shapeLayers + (stroke.map { [$0.layer] } ?? []) }

  /// Bottom to top, below the stroke.
  var shapeLayers: [InkLayer] { newShape.map { $0.shape?.layers(on: raster) ?? [] } ?? shape }

  /// Whether all that it shows has been drawn.
  var isSettled: Bool { newShape == nil && stroke?.queue.isEmpty != false }

  var isErasing: Bool {
    if case .erasure? = stroke?.paint { true } else { false }
  }

  mutating func beginStroke(_ paint: Paint) {
    stroke = Stroke(paint: paint, coverage: CoverageLayer(size: raster.pixels), pace: pace)
  }

  @inline(__always)
  mutating func extend(by segment: InkSegment) {
    switch pace {
    case .live: stroke?.coverage.add(segment, damage: &damage)
    case .batch: stroke?.queue.append(segment)
    }
  }

  /// Shows a shape instead of the one before. It is drawn when it is looked at: a drag of many steps costs no more than
  /// its frames.
  mutating func replaceShape(by new: Shape?) { newShape = NewShape(shape: new) }

  /// Draws what is queued.
  mutating func settle() {
    settleShape()
    guard let queue = stroke?.queue, !queue.isEmpty else { return }
    stroke?.queue = []
    stroke?.coverage.add(queue, threads: pace.threads(for: queue))
    damageAll()
  }

  private mutating func settleShape() {
    guard newShape != nil else { return }
    let layers = shapeLayers
    newShape = nil
    damageAll()
    shape = layers
    damageAll()
  }

  /// Everything that it shows has changed.
  mutating func damageAll() {
    for layer in shape { damage.formUnion(layer.coverage) }
    if let stroke { damage.formUnion(stroke.coverage) }
  }

  /// What it shows in tiles where other ink is as well has changed. Pieces that are queued bring damage of their own.
  mutating func damage(where other: LiveInk) {
    for coverage in coverages {
      for other in other.coverages { damage.formUnion(coverage, where: other) }
    }
  }

  private var coverages: [CoverageLayer] { shape.map(\.coverage) + (stroke.map { [$0.coverage] } ?? []) }

  mutating func moveDamage(to total: inout Damage) {
    guard !damage.isEmpty else { return }
    total.formUnion(damage)
    damage.reset()
  }
}

extension LiveInk.Stroke {
  /// All of it, also what is queued.
  var layer: InkLayer {
    var coverage = coverage
    if !queue.isEmpty { coverage.add(queue, threads: pace.threads(for: queue)) }
    return paint.layer(coverage)
  }
}

extension LiveInk.Paint {
  func layer(_ coverage: CoverageLayer) -> InkLayer {
    switch self {
    case .ink(let color): .ink(coverage, color)
    case .erasure: .erase(coverage)
    }
  }
}

/// When the pieces of a freehand stroke become pixels; the pixels are the same.
public enum RasterPace: Hashable, Sendable {
  /// As they come, for a viewer.
  case live
  /// When the stroke ends or a picture is needed, on several threads.
  case batch(threads: Int)

  /// Fewer pieces than this are not worth a second thread.
  private static let piecesForThreads = 256

  func threads(for segments: [InkSegment]) -> Int {
    guard case .batch(let threads) = self, segments.count >= Self.piecesForThreads else { return 1 }
    return threads
  }
}
