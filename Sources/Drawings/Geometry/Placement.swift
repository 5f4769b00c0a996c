package import Canvas
package import TouchTracking

/// The way from a shape's own coordinates to the pixels of a board.
package struct Placement: Hashable, Sendable {
  package let raster: Raster
  let transform: ShapeTransform

  package init(on raster: Raster, _ transform: ShapeTransform = .identity) {
    self.raster = raster
    self.transform = transform
  }

  /// Pixels for each point of the shape's own lengths.
  var scale: Double { raster.scale * transform.scale }

  /// A point that was given, which is rounded to 1/256 board point first.
  package func subpixel(_ point: BoardPoint) -> SubpixelPoint { subpixel(computed: point.onGrid) }

  /// A point that was computed from others.
  package func subpixel(computed point: BoardPoint) -> SubpixelPoint {
    let placed = transform.applied(to: point)
    return SubpixelPoint(x: placed.x * raster.scale, y: placed.y * raster.scale)
  }

  /// - Parameter width: of a stroke, in the shape's own points.
  package func radius(ofWidth width: Double) -> SubpixelRadius {
    SubpixelRadius((width * 128).rounded() / 256 * scale)
  }
}
