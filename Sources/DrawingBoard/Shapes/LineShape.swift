internal import Canvas
public import TouchTracking

/// A straight line.
public struct LineShape: Hashable, Sendable {
  public var start: BoardPoint
  public var end: BoardPoint
  public var style: StrokeStyle

  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle) {
    self.start = start
    self.end = end
    self.style = style
  }

  func layers(on raster: Raster) -> [InkLayer] {
    [style.layer(along: Polyline(points: [raster.subpixel(start), raster.subpixel(end)]), on: raster)]
  }
}
