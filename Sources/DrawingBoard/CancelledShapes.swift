import Canvas
import Drawings

/// The ink of cancelled touches, to be shown in grey; not part of the drawing.
struct CancelledShapes: Sendable {
  private var shapes: [Shape] = []
  private var coverage: CoverageLayer

  init(raster: Raster) { coverage = CoverageLayer(size: raster.pixels) }

  var layers: [InkLayer] { coverage.isEmpty ? [] : [.ink(coverage, CancelledInk.color)] }

  /// - Parameter layers: the shape's own.
  mutating func add(_ shape: Shape, _ layers: [InkLayer]) {
    shapes.append(shape)
    for layer in layers { coverage.addMask(layer.coverage) }
  }

  mutating func redraw(on raster: Raster) {
    let all = shapes
    self = CancelledShapes(raster: raster)
    for shape in all { add(shape, shape.layers(on: raster)) }
  }
}
