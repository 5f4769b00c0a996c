import TouchReelCanvas
import TouchReelDrawings

/// The pixels of one touch in progress. What it changes is collected as damage.
struct LiveInk: Sendable {
  let raster: Raster
  private let mode: RasterMode
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
    fileprivate var paint: InkPaint
    fileprivate let size: PixelSize
    /// What was drawn; `nil` as long as nothing was: its table of tiles costs as much as ten pieces.
    fileprivate var drawn: CoverageLayer?
    /// Pieces that are not in the coverage yet.
    fileprivate var queue: [InkSegment] = []
    /// The segment from what is final to the latest vertex: it is never in the coverage that was drawn, since the next
    /// vertex replaces it.
    fileprivate var tail: InkSegment?
    /// The tail that the picture shows.
    fileprivate var shownTail: InkSegment?
    fileprivate let mode: RasterMode

    fileprivate mutating func draw(_ segment: InkSegment, damage: inout Damage) {
      if drawn == nil { drawn = CoverageLayer(size: size) }
      drawn?.add(segment, damage: &damage)
    }

    fileprivate mutating func drawQueue() {
      if drawn == nil { drawn = CoverageLayer(size: size) }
      // Changed in place: a window that plays shows a stroke many times before it ends.
      drawn?.add(queue, threads: mode.threads(for: queue))
      queue = []
    }

    /// All of it, also what is queued, and the tail.
    fileprivate var coverage: CoverageLayer {
      var coverage = drawn ?? CoverageLayer(size: size)
      if !queue.isEmpty { coverage.add(queue, threads: mode.threads(for: queue)) }
      return tail.map(coverage.adding) ?? coverage
    }
  }

  init(raster: Raster, mode: RasterMode) {
    self.raster = raster
    self.mode = mode
    damage = Damage(size: raster.pixels)
  }

  /// Bottom to top.
  var layers: [InkLayer] { shapeLayers + (stroke.map { [$0.layer] } ?? []) }

  /// Bottom to top, below the stroke.
  var shapeLayers: [InkLayer] { newShape.map { $0.shape?.layers(on: raster) ?? [] } ?? shape }

  /// The ink of what the touch leaves: a stroke of which nothing was shown is drawn later, with others.
  mutating func finished() -> NewInk {
    if let stroke, newShape == nil, shape.isEmpty, stroke.drawn == nil, !stroke.queue.isEmpty {
      return .stroke(stroke.queue, stroke.paint, threads: mode.threads)
    }
    settle()
    return .layers(layers)
  }

  /// Whether all that it shows has been drawn.
  var isSettled: Bool { newShape == nil && stroke?.queue.isEmpty != false && stroke?.tail == stroke?.shownTail }

  var isErasing: Bool {
    if case .erasure? = stroke?.paint { true } else { false }
  }

  mutating func beginStroke(_ paint: InkPaint) {
    stroke = Stroke(paint: paint, size: raster.pixels, mode: mode)
  }

  @inline(__always)
  mutating func extend(by segment: InkSegment) {
    switch mode {
    case .live: stroke?.draw(segment, damage: &damage)
    case .batch: stroke?.queue.append(segment)
    }
  }

  /// Ends the stroke with another piece than before.
  @inline(__always)
  mutating func replaceTail(by new: InkSegment?) { stroke?.tail = new }

  /// Shows a shape instead of the one before. It is drawn when it is looked at: a drag of many steps costs no more than
  /// its frames.
  mutating func replaceShape(by new: Shape?) { newShape = NewShape(shape: new) }

  /// Draws what is queued.
  mutating func settle() {
    settleShape()
    settleTail()
    guard stroke?.queue.isEmpty == false else { return }
    stroke?.drawQueue()
    damageAll()
  }

  private mutating func settleTail() {
    guard let stroke, stroke.tail != stroke.shownTail else { return }
    if let shown = stroke.shownTail { damage.insert(shown.bounds) }
    if let tail = stroke.tail { damage.insert(tail.bounds) }
    self.stroke?.shownTail = stroke.tail
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
    if let drawn = stroke?.drawn { damage.formUnion(drawn) }
    if let shown = stroke?.shownTail { damage.insert(shown.bounds) }
  }

  /// What it shows in tiles where other ink is as well has changed. Pieces that are queued bring damage of their own.
  mutating func damage(where other: LiveInk) {
    for coverage in coverages {
      for other in other.coverages { damage.formUnion(coverage, where: other) }
    }
  }

  private var coverages: [CoverageLayer] {
    let drawn = stroke?.drawn.map { drawn in stroke?.shownTail.map(drawn.adding) ?? drawn }
    return shape.map(\.coverage) + (drawn.map { [$0] } ?? [])
  }

  mutating func moveDamage(to total: inout Damage) {
    guard !damage.isEmpty else { return }
    total.formUnion(damage)
    damage.reset()
  }
}

extension LiveInk.Stroke {
  /// All of it, also what is queued.
  var layer: InkLayer { paint.layer(coverage) }
}

/// When the pieces of a freehand stroke become pixels; the pixels are the same.
package enum RasterMode: Hashable, Sendable {
  /// At once, for a viewer.
  case live
  /// When the stroke ends or a picture is needed, on several threads.
  case batch(threads: Int)

  var threads: Int {
    if case .batch(let threads) = self { threads } else { 1 }
  }

  /// Fewer pieces than this are not worth a second thread.
  private static let piecesForThreads = 256

  func threads(for segments: [InkSegment]) -> Int {
    guard case .batch(let threads) = self, segments.count >= Self.piecesForThreads else { return 1 }
    return threads
  }
}
