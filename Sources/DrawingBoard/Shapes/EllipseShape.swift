public import Canvas
public import TouchTracking

/// The ellipse that touches the sides of an upright rectangle: filled first where there is a fill colour, then its outline.
public struct EllipseShape: Hashable, Sendable {
  /// Opposite corners of the rectangle, in any order.
  public var start: BoardPoint
  public var end: BoardPoint
  public var style: StrokeStyle
  public var fill: PixelColor?

  public init(from start: BoardPoint, to end: BoardPoint, style: StrokeStyle, fill: PixelColor? = nil) {
    self.start = start
    self.end = end
    self.style = style
    self.fill = fill
  }

  func layers(on raster: Raster) -> [InkLayer] {
    let (first, second) = (raster.subpixel(start), raster.subpixel(end))
    let corners = CanvasPath.ellipseCorners(
      center: SubpixelPoint(x: (first.x + second.x) >> 1, y: (first.y + second.y) >> 1),
      radiusX: SubpixelRadius(rawValue: abs(second.x - first.x) >> 1),
      radiusY: SubpixelRadius(rawValue: abs(second.y - first.y) >> 1))
    return Polyline(points: corners, isClosed: true).layers(style, fill: fill, on: raster)
  }
}
