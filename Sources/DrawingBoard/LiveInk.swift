internal import Canvas

/// The pixels of one touch in progress. What it changes is collected as damage.
struct LiveInk: Sendable {
  enum Paint: Sendable {
    case ink(PixelColor)
    case erasure
  }

  let raster: Raster
  private let pace: RasterPace
  private(set) var damage: Damage
  private var shape: [InkLayer] = []
  private var stroke: Stroke?

  private struct Stroke {
    var paint: Paint
    var coverage: CoverageLayer
    /// Pieces that are not in the coverage yet.
    var queue: [InkSegment] = []
  }

  init(raster: Raster, pace: RasterPace) {
    self.raster = raster
    self.pace = pace
    damage = Damage(size: raster.pixels)
  }

  /// Bottom to top.
  var layers: [InkLayer] {
    guard let stroke else { return shape }
    var coverage = stroke.coverage
    coverage.add(stroke.queue, threads: pace.threads(for: stroke.queue))
    return shape + [stroke.paint.layer(coverage)]
  }

  mutating func beginStroke(_ paint: Paint) {
    stroke = Stroke(paint: paint, coverage: CoverageLayer(size: raster.pixels))
  }

  @inline(__always)
  mutating func extend(by segment: InkSegment) {
    switch pace {
    case .live: stroke?.coverage.add(segment, damage: &damage)
    case .batch: stroke?.queue.append(segment)
    }
  }

  /// Draws a shape instead of the one before.
  mutating func replaceShape(by new: Shape?) {
    damageAll()
    shape = new?.layers(on: raster) ?? []
    damageAll()
  }

  /// Draws what is queued.
  mutating func settle() {
    guard let queue = stroke?.queue, !queue.isEmpty else { return }
    stroke?.queue = []
    stroke?.coverage.add(queue, threads: pace.threads(for: queue))
    damageAll()
  }

  /// Everything that it shows has changed.
  mutating func damageAll() {
    for layer in shape { damage.formUnion(layer.coverage) }
    if let stroke { damage.formUnion(stroke.coverage) }
  }

  mutating func moveDamage(to total: inout Damage) {
    guard !damage.isEmpty else { return }
    total.formUnion(damage)
    damage.reset()
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
