internal import Canvas
internal import TouchTracking

/// Straight lines from point to point, in board points.
struct Polyline: Hashable, Sendable {
  var points: [BoardPoint]
  var isClosed = false

  /// The lines with the one back to the start, where closed.
  var drawn: [BoardPoint] { isClosed ? points + points.prefix(1) : points }

  var length: Double {
    zip(drawn, drawn.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  func nodes(on raster: Raster, radius: SubpixelRadius) -> [Stroker.Node] {
    drawn.map { Stroker.Node(point: raster.subpixel($0), radius: radius) }
  }

  func path(on raster: Raster) -> CanvasPath {
    let corners = points.map(raster.subpixel)
    if isClosed { return .polygon(corners) }
    return CanvasPath(corners.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) })
  }

  /// What lies inside, in one colour.
  func fillLayer(_ color: PixelColor, on raster: Raster) -> InkLayer {
    var coverage = CoverageLayer(size: raster.pixels)
    var unused = Damage(size: raster.pixels)
    coverage.add(path(on: raster), style: .fill(.nonZero), damage: &unused)
    return .ink(coverage, color)
  }
}
