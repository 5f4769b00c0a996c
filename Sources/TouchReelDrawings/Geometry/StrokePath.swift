import TouchReelCanvas
public import TouchReelTouchTracking

/// What a freehand stroke leaves: vertices with widths, in runs between which nothing is drawn.
public struct StrokePath: Hashable, Sendable {
  /// A point that the stroke was sampled at.
  public struct Vertex: Hashable, Sendable {
    /// The position in board points.
    public var point: BoardPoint
    /// The stroke's width there, in board points.
    public var width: Double

    /// A vertex at a position, with the width of the stroke there, both in board points.
    public init(_ point: BoardPoint, width: Double) {
      self.point = point
      self.width = width
    }
  }

  /// How ink runs past its vertices.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    /// Straight from vertex to vertex.
    case straight
    /// Curved from midpoint to midpoint, with the vertices as control points of quadratic Bézier curves.
    case throughMidpoints
  }

  /// How the path runs between its vertices.
  public var course: Interpolation
  /// Whether the last run goes up to its last vertex; else, on a course through midpoints, it goes to the last
  /// midpoint. That is how older files hold strokes in progress.
  package var isFinished = true
  /// No run is empty.
  package private(set) var runs: [[Vertex]]

  /// A path that begins at a vertex.
  public init(course: Interpolation = .throughMidpoints, from vertex: Vertex) {
    self.course = course
    runs = [[vertex]]
  }

  /// - Parameter vertices: not empty. They are not copied.
  package init(course: Interpolation, run vertices: [Vertex]) {
    self.course = course
    runs = [vertices]
  }

  /// - Parameter runs: none is empty, and there is one. They are not copied.
  package init(course: Interpolation, runs: [[Vertex]]) {
    self.course = course
    self.runs = runs
  }

  /// Goes on with the last run.
  package mutating func extend(to vertex: Vertex) { runs[runs.count - 1].append(vertex) }

  /// The same in no more memory than its vertices take. What grows takes up to twice as much.
  package var compact: StrokePath {
    var path = self
    path.runs = runs.map { run in
      Array(unsafeUninitializedCapacity: run.count) { buffer, count in count = buffer.initialize(fromContentsOf: run) }
    }
    return path
  }

  /// Scales all widths so that the largest becomes this; where all are zero they stay so.
  mutating func scaleWidths(toLargest width: Double) {
    let largest = runs.lazy.joined().reduce(0) { max($0, $1.width) }
    guard largest > 0, largest.isFinite, (width / largest).isFinite else { return }
    for run in runs.indices {
      for vertex in runs[run].indices { runs[run][vertex].width *= width / largest }
    }
  }

  /// Begins a new run after a gap.
  package mutating func resume(at vertex: Vertex) { runs.append([vertex]) }
}

extension StrokePath {
  /// The pieces of all runs, each drawn to its last vertex, but for the last run of a stroke that is not finished.
  func forEachSegment(on placement: Placement, _ body: (InkSegment) -> Void) {
    for (number, run) in runs.enumerated() {
      var stroker = Stroker(course: course)
      for vertex in run { stroker.add(Stroker.Node(vertex, on: placement), body) }
      if isFinished || number < runs.count - 1 { stroker.finish(body) }
    }
  }

  /// The width where it is widest.
  var widest: Double { runs.lazy.joined().map(\.width).reduce(0) { $0 > $1 ? $0 : $1 } }

  /// Where its ink may lie.
  ///
  /// - Complexity: as many steps as it has vertices.
  var inkBounds: BoardRect {
    BoardRect(holding: runs.lazy.joined().map(\.point), reach: widest / 2 + 1)
  }

  func pieces(on placement: Placement) -> [InkSegment] {
    var pieces: [InkSegment] = []
    forEachSegment(on: placement) { pieces.append($0) }
    return pieces
  }

  func coverage(on placement: Placement) -> CoverageLayer {
    var coverage = CoverageLayer(size: placement.raster.pixels)
    coverage.add(pieces(on: placement), threads: 1)
    return coverage
  }
}

extension StrokePath {
  /// The pieces as they are drawn where a point is a pixel, so that all sizes of a board are hit alike.
  var hitPieces: [HitArea.Piece] {
    var pieces: [HitArea.Piece] = []
    forEachSegment(on: Placement(on: .unit)) { pieces.append(HitArea.Piece($0)) }
    return pieces
  }
}

extension HitArea.Piece {
  init(_ segment: InkSegment) {
    func point(_ point: SubpixelPoint) -> BoardPoint { BoardPoint(x: Double(point.x) / 256, y: Double(point.y) / 256) }
    self.init(
      from: point(segment.start), radius: Double(segment.startRadius.rawValue) / 256, to: point(segment.end),
      radius: Double(segment.endRadius.rawValue) / 256)
  }
}
