package import TouchReelCanvas

/// What one coverage of a shape holds, before any pixel of it is computed: pieces of round ink, and paths.
package struct ShapeInk: Sendable {
  package var pieces: [InkSegment] = []
  /// Drawn by Cairo.
  private var paths: [(path: CanvasPath, style: PathStyle)] = []
  package var color: PixelColor
  private let stacking: Stacking

  package init(_ color: PixelColor, _ stacking: Stacking = .overInk) { (self.color, self.stacking) = (color, stacking) }

  package mutating func add(_ path: CanvasPath, style: PathStyle) { paths.append((path, style)) }

  package mutating func addInside(of path: CanvasPath) { add(path, style: .fill(.nonZero)) }

  package func layer(on raster: Raster) -> InkLayer {
    var coverage = drawnPaths(on: raster) ?? CoverageLayer(size: raster.pixels)
    coverage.add(pieces, threads: 1)
    return stacking.paint(color).layer(coverage)
  }

  /// The same with the pieces left to be drawn together with others.
  func unmerged(on raster: Raster) -> UnmergedInk {
    UnmergedInk(pieces, drawn: drawnPaths(on: raster), stacking.paint(color))
  }

  private func drawnPaths(on raster: Raster) -> CoverageLayer? {
    guard !paths.isEmpty else { return nil }
    var coverage = CoverageLayer(size: raster.pixels)
    var unused = Damage(size: raster.pixels)
    for (path, style) in paths { coverage.add(path, style: style, damage: &unused) }
    return coverage
  }
}
