package import Canvas
package import TouchTracking

/// Freehand strokes that look alike, as data sets have them by the hundred thousand: all that a picture of them needs,
/// and nothing of what a board keeps for changing them. Their pixels are those of a board with the same strokes.
package struct Sketch: Sendable {
  /// What the strokes have in common.
  package struct Look: Hashable, Sendable {
    /// In board points.
    package var width: Double
    package var color: PixelColor
    package var transform: ShapeTransform

    /// That of a drawing's shapes; `nil` if they are no freehand strokes that look alike, or something was erased.
    package init?(of drawing: Drawing) {
      let looks = Set(drawing.elements.map { $0.shape.flatMap(Self.init) })
      guard looks.count == 1, let look = looks.first ?? nil else { return nil }
      self = look
    }

    private init?(_ placed: PlacedShape) {
      guard case .pen(let pen) = placed.shape, placed.shape.isPlain, !placed.hasHoles,
        pen.path.course == Sketch.course, pen.path.isFinished,
        pen.path.runs.joined().allSatisfy({ $0.width == pen.path.widest })
      else { return nil }
      (width, color, transform) = (pen.path.widest, pen.color, placed.transform)
    }
  }

  private static let course = StrokePath.Interpolation.throughMidpoints

  /// In board points.
  package var size: BoardSize
  package var look: Look
  /// Of all strokes, one after another.
  private var points: [BoardPoint] = []
  /// Behind each stroke's last point.
  private var ends: [Int] = []

  package init(size: BoardSize, look: Look) {
    self.size = size
    self.look = look
  }

  /// Takes in another point of the stroke that is not ended.
  package mutating func append(_ point: BoardPoint) { points.append(point) }

  /// Ends a stroke that has a point.
  package mutating func endStroke() { ends.append(points.count) }

  /// Keeps the memory for the next ones.
  package mutating func removeStrokes() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  package mutating func move(byX x: Double, y: Double) {
    let moved = ShapeTransform.move(byX: x, y: y).after(look.transform)
    // As a board refuses such moves.
    if moved.isUsable { look.transform = moved }
  }

  /// - Parameter width: in board points, clamped to what strokes may have.
  package mutating func restyle(toWidth width: Double) {
    var path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 0, y: 0), width: look.width))
    path.scaleWidths(toLargest: StrokeStyle.clampedWidth(width))
    look.width = path.widest
  }

  /// Where its ink may lie at most; `nil` if there are no strokes.
  package var inkReach: BoardRect? {
    var bounds: [BoardRect] = []
    forEachStroke { bounds.append(BoardRect(holding: $0, reach: look.width / 2 + 1).transformed(by: look.transform)) }
    return BoardRect(around: bounds.flatMap(\.corners))
  }

  private func forEachStroke(_ body: (ArraySlice<BoardPoint>) -> Void) {
    var start = 0
    for end in ends {
      body(points[start..<end])
      start = end
    }
  }
}

extension Sketch {
  /// Its pieces on pixels, stroke by stroke.
  ///
  /// - Parameter pieces: memory for those of a stroke, of which the last ones are left.
  fileprivate func forEachStroke(
    on raster: Raster, _ pieces: inout [InkSegment], _ body: (inout [InkSegment]) -> Void
  ) {
    let placement = Placement(on: raster, look.transform)
    let radius = placement.radius(ofWidth: look.width)
    forEachStroke { points in
      pieces.removeAll(keepingCapacity: true)
      var stroker = Stroker(course: Self.course)
      for point in points {
        stroker.add(Stroker.Node(point: placement.subpixel(point), radius: radius)) { pieces.append($0) }
      }
      stroker.finish { pieces.append($0) }
      body(&pieces)
    }
  }

  /// All pieces, if they are opaque; `nil` otherwise.
  package func opaqueStrokes(on raster: Raster) -> [InkSegment]? {
    guard look.color.alpha == 255 else { return nil }
    var (all, pieces) = ([InkSegment](), [InkSegment]())
    forEachStroke(on: raster, &pieces) { all += $0 }
    return all
  }

  /// Its ink.
  package func ink(on raster: Raster) -> TiledImage {
    var canvas = SketchCanvas()
    return canvas.ink(of: self, on: raster)
  }
}

/// Memory for drawing sketches, one after another.
package struct SketchCanvas: Sendable {
  private var pieces: [InkSegment] = []
  private var batch = InkBatch()

  package init() {}

  package mutating func ink(of sketch: Sketch, on raster: Raster) -> TiledImage {
    var image = TiledImage(size: raster.pixels)
    var damage = Damage(size: raster.pixels)
    var pieces: [InkSegment] = []
    swap(&pieces, &self.pieces)
    defer { swap(&pieces, &self.pieces) }
    sketch.forEachStroke(on: raster, &pieces) { stroke in
      batch.add(stroke, .ink(sketch.look.color))
      if batch.isFull(threads: 1) { draw(onto: &image, &damage) }
    }
    draw(onto: &image, &damage)
    return image
  }

  private mutating func draw(onto image: inout TiledImage, _ damage: inout Damage) {
    image.merge(batch, threads: 1, damage: &damage)
    batch.removeAll()
  }
}
