internal import Canvas
internal import TouchTracking

/// Straight lines from point to point.
struct Polyline: Hashable, Sendable {
  var points: [SubpixelPoint]
  var isClosed = false

  init(points: [SubpixelPoint], isClosed: Bool = false) {
    self.points = points
    self.isClosed = isClosed
  }

  /// Through points that were computed; nothing where there are none.
  init?(_ points: [BoardPoint], on placement: Placement, isClosed: Bool) {
    guard !points.isEmpty else { return nil }
    self.init(points: points.map(placement.subpixel(computed:)), isClosed: isClosed)
  }

  /// The points, and the first one again where closed.
  var drawn: [SubpixelPoint] { isClosed ? points + points.prefix(1) : points }

  /// In pixels.
  var length: Double {
    zip(drawn, drawn.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  var path: CanvasPath {
    if isClosed { return .polygon(points) }
    return CanvasPath(points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) })
  }

  /// What lies inside, in one colour.
  func fillLayer(_ color: PixelColor, on raster: Raster) -> InkLayer {
    var coverage = CoverageLayer(size: raster.pixels)
    coverage.addInside(of: self)
    return .ink(coverage, color)
  }

  /// Where there is a fill colour the fill, then the outline.
  func layers(_ style: StrokeStyle, fill: PixelColor?, on placement: Placement) -> [InkLayer] {
    let inside = fill.map { [fillLayer($0, on: placement.raster)] } ?? []
    return inside + [.ink(style.coverage(along: self, on: placement), style.color)]
  }
}

extension CoverageLayer {
  mutating func addInside(of outline: Polyline) { addInside(of: outline.path) }

  mutating func addInside(of path: CanvasPath) {
    var unused = Damage(size: size)
    add(path, style: .fill(.nonZero), damage: &unused)
  }
}

extension SubpixelPoint {
  /// In pixels.
  func distance(to other: SubpixelPoint) -> Double {
    let dx = Double(other.x) - Double(x)
    let dy = Double(other.y) - Double(y)
    return (dx * dx + dy * dy).squareRoot() / 256
  }
}
